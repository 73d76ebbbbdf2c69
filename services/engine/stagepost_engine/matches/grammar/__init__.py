"""Commands as grammar: lines that belong to no phase and are understood at any time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from stagepost_contracts.ids import Seat
from stagepost_contracts.spellings import spelled
from stagepost_engine.matches.grammar import (
    absence,
    agreeing,
    dealing,
    deputizing,
    habits,
    kicking,
    leaving,
    looking,
    pausing,
    planning,
    rules,
    seeding,
    subscribing,
    timing,
    tokening,
    withdrawing,
)
from stagepost_engine.matches.live import Live
from stagepost_engine.rules.game import Forms

KINDS: Final[tuple[Callable[[Live, Seat], Forms], ...]] = (
    looking.forms,
    rules.forms,
    seeding.forms,
    withdrawing.forms,
    planning.forms,
    absence.forms,
    habits.forms,
    subscribing.forms,
    timing.forms,
    pausing.forms,
    leaving.forms,
    kicking.forms,
    agreeing.forms,
    tokening.forms,
    dealing.forms,
    deputizing.forms,
)
"""Each returns what a seat may say of its kind now; what is done about it stands in `doing`."""


def command_forms(live: Live, seat: Seat) -> Forms:
    """Return the commands that the seat may give now, each in every language's words."""
    return tuple(spelled(form) for forms in KINDS for form in forms(live, seat))
