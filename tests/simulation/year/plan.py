"""The matches of a year: which game, how many seats, by which clock, from when on."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final

from simulation.year.clock import DAY

from stagepost_contracts.policy import Policy
from stagepost_engine.games import GAMES

START: Final = datetime(2027, 1, 4, 7, 0, tzinfo=UTC).timestamp()
YEAR_DAYS: Final = 365
LAST_START_DAYS: Final = 300
ZONES: Final = (
    "Europe/Warsaw",
    "America/New_York",
    "Asia/Seoul",
    "Australia/Lord_Howe",
    "UTC",
    "America/St_Johns",
    "Pacific/Chatham",
)
NAMES: Final = ("Anna", "Piotr", "Marcin", "Krzysiek", "Zofia", "Hugo", "Celia", "Jarek")


@dataclass(frozen=True)
class Planned:
    """One match of the year."""

    number: int
    game: str
    seats: tuple[str, ...]
    policy: str | Policy
    zone: str
    begins: float
    starts_in_hours: float


def policies(zone: str, dice: random.Random) -> tuple[str | Policy, ...]:
    """Presets by name, and clocks of a host's own: each part of a policy is in one of them."""
    first = date(2027, 1, 1)
    free = tuple(first + timedelta(days=dice.randrange(YEAR_DAYS)) for _ in range(20))
    return (
        "evening",
        "brisk",
        "relaxed",
        "evening",
        "brisk",
        "weekend",
        Policy(hours=24, grace_hours=2, reminders=(4, 1), zone=zone, country="PL"),
        Policy(hours=48, at_hour=2, weekdays=(0, 1, 2, 3, 4), delay_minutes=30, zone=zone),
        Policy(hours=30, holidays=free, grace_hours=6, delay_minutes=10, zone=zone),
        Policy(hours=6, least_hours=1, reminders=(1,), most_extension_hours=24, zone=zone),
        Policy(hours=36, at_risk_after=1, vacant_after=2, away_days=60, zone=zone),
        Policy(hours=18, extensions=0, away_days=0, reminders=(2,), vacant_after=6, zone=zone),
    )


def planned(count: int, seed: str, first: int = 0) -> list[Planned]:
    """Draw the matches; every game with every number of seats comes up again and again."""
    return [
        _match(number, random.Random(f"{seed}:match:{number}"))
        for number in range(first, first + count)
    ]


def _match(number: int, dice: random.Random) -> Planned:
    keys = tuple(GAMES)
    game = keys[number % len(keys)]
    counts = GAMES[game].seats
    seats = counts[(number // len(keys)) % len(counts)]
    zone = dice.choice(ZONES)
    clocks = policies(zone, dice)
    return Planned(
        number=number,
        game=game,
        seats=tuple(dice.sample(NAMES, seats)),
        policy=clocks[number % len(clocks)],
        zone=zone,
        begins=START + round(dice.uniform(0, LAST_START_DAYS) * DAY, 3),
        starts_in_hours=dice.choice((0.0, 0.0, 24.0, 60.0)),
    )
