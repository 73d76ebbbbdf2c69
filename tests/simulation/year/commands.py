"""A line for each command, as a person with a mailbox would write it: the list is the engine's."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import MappingProxyType
from typing import Final
from zoneinfo import ZoneInfo

from stagepost_engine.games import GAMES
from stagepost_engine.matches.doing import DOERS

PAGE: Final = (Path(__file__).parents[3] / "docs/mail-commands.md").read_text()
CODE: Final = re.findall(r"`([^`\n]+)`", PAGE)
VERBS: Final = tuple(verb.replace("_", " ") for verb in DOERS)
SEED_WORDS: Final = ("rain", "on", "the", "harbour", "lamps", "seven", "owls")
AWAY_DAYS_MOST: Final = 4


@dataclass
class Known:
    """What its writer knows: the table, the last mail's offers, what was written before."""

    game: str
    others: tuple[str, ...]
    zone: str
    now: float
    dice: random.Random
    offers: dict[str, list[str]] = field(default_factory=dict)
    written: dict[str, tuple[str, ...]] = field(default_factory=dict)
    address: str = ""


def line_for(verb: str, known: Known) -> str | None:
    """Return a line with that verb; None where the person has nothing to write after it.

    A command that has no way of its own here is written as the page of commands shows it.
    """
    own = OWN.get(verb)
    return own(known) if own else _as_the_page_shows(verb, known)


def verb_of(line: str) -> str:
    """Return the command that a line is, as the engine writes it; empty for none."""
    said = line.lower()
    fitting = [verb for verb in VERBS if said == verb or said.startswith(f"{verb} ")]
    return max(fitting, key=len, default="")


def _as_the_page_shows(verb: str, known: Known) -> str | None:
    shown = [code for code in CODE if re.match(rf"{verb.upper()}\b", code) and "..." not in code]
    if not shown:
        return None
    line = known.dice.choice(shown)
    return re.sub(r"\bpiotr\b", lambda _: known.dice.choice(known.others), line)


def _seed(known: Known) -> str:
    return "SEED " + " ".join(known.dice.sample(SEED_WORDS, 4))


def _withdraw(known: Known) -> str:
    mine = known.offers.get("WITHDRAW", [])
    return f"WITHDRAW {known.dice.choice(mine)}" if mine else "WITHDRAW"


def _answer(verb: str) -> Callable[[Known], str | None]:
    def line(known: Known) -> str | None:
        open_ = known.offers.get(verb.upper(), [])
        return f"{verb.upper()} {known.dice.choice(open_)}" if open_ else None

    return line


def _ahead(verb: str) -> Callable[[Known], str | None]:
    def line(known: Known) -> str | None:
        if not known.written:
            return None
        phase = known.dice.choice(sorted(known.written))
        return f"{verb} {phase} {'; '.join(known.written[phase])}"

    return line


def _cancel(verb: str) -> Callable[[Known], str | None]:
    def line(known: Known) -> str | None:
        phases = sorted(known.written) or [phase.name for phase in GAMES[known.game].phases]
        return f"{verb} {known.dice.choice(phases)}"

    return line


def _away(known: Known) -> str:
    today = datetime.fromtimestamp(known.now, UTC).astimezone(ZoneInfo(known.zone)).date()
    first = today + timedelta(days=known.dice.randrange(4))
    last = first + timedelta(days=known.dice.randrange(AWAY_DAYS_MOST))
    return known.dice.choice(
        (f"AWAY {first:%-d %b} TO {last:%-d %b}", f"AWAY {first} TO {last}", f"AWAY UNTIL {last}")
    )


def _extend(known: Known) -> str:
    return f"EXTEND {known.dice.choice((1, 3, 6, 12, 24))}"


def _kick(known: Known) -> str:
    return f"KICK {known.dice.choice(known.others)}"


def _offer(known: Known) -> str:
    to, sum_ = known.dice.choice(known.others), known.dice.randrange(1, 6) * 100
    deal = known.dice.choice(
        (
            f"GIVE {sum_} CASH GET NOTHING",
            f"GIVE {sum_} CASH GET 1 BARRELS AT exchange",
            f"GIVE NOTHING GET {sum_} CASH",
            f"GIVE {sum_} CASH GET 1 TANKERS UNTIL auction",
        )
    )
    return f"OFFER {to} {deal}"


def _deputy(known: Known) -> str:
    until = datetime.fromtimestamp(known.now, UTC).date() + timedelta(days=known.dice.randrange(9))
    return f"DEPUTY {deputy_of(known.address)} UNTIL {until:%-d %b}"


def deputy_of(address: str) -> str:
    """Return the address of whoever plays for somebody."""
    return f"deputy.{address}"


def is_deputy(address: str) -> bool:
    return "deputy." in address


OWN: Final[Mapping[str, Callable[[Known], str | None]]] = MappingProxyType(
    {
        "seed": _seed,
        "withdraw": _withdraw,
        "accept": _answer("accept"),
        "decline": _answer("decline"),
        "plan": _ahead("PLAN"),
        "default": _ahead("DEFAULT"),
        "cancel": _cancel("CANCEL"),
        "cancel default": _cancel("CANCEL DEFAULT"),
        "away": _away,
        "extend": _extend,
        "kick": _kick,
        "offer": _offer,
        "deputy": _deputy,
    }
)
