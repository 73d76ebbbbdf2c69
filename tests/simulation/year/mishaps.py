"""What befalls the house itself: parts of it stop, its mail host is away, its keys grow old."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from simulation.year.clock import DAY, HOUR
from simulation.year.plan import START, YEAR_DAYS
from simulation.year.world import World

from stagepost_mailer.time.gaps import ENGINE, INTAKE, WATCHER

AGED_DAYS: Final = 7.0
OUTAGES, HOST_OUTAGES = 6, 5  # in a year
HOURS_AWAY: Final = (0.2, 0.4, 1.0, 7.0)
HOST_HOURS_AWAY: Final = (0.3, 3.0, 12.0)
PARTS: Final = ((WATCHER,), (WATCHER, INTAKE, ENGINE), (ENGINE,), (INTAKE,))


@dataclass
class Mishaps:
    """Spread over the year by the dice."""

    world: World
    dice: random.Random
    counts: Counter[str] = field(default_factory=Counter)

    def plans(self) -> None:
        for _ in range(OUTAGES):
            self.world.at(self._some_day(), self._house_away)
        for _ in range(HOST_OUTAGES):
            self.world.at(self._some_day(), self._host_away)
        self.world.at(START + AGED_DAYS * DAY, self._ages)

    def _some_day(self) -> float:
        return START + self.dice.uniform(3, YEAR_DAYS) * DAY

    def _house_away(self) -> None:
        parts = self.dice.choice(PARTS)
        self.counts[f"away: {', '.join(parts)}"] += 1
        self.world.house.away(*parts)
        self.world.at(
            self.world.now + self.dice.choice(HOURS_AWAY) * HOUR, self.world.house.returns
        )

    def _host_away(self) -> None:
        self.counts["away: the mail host"] += 1
        self.world.house.far.away_until = self.world.now + self.dice.choice(HOST_HOURS_AWAY) * HOUR

    def _ages(self) -> None:
        self.world.house.clock.age(AGED_DAYS * DAY)
        self.world.at(self.world.now + AGED_DAYS * DAY, self._ages)
