"""What a player says of the own time: the zone, days off, quiet hours; and word of it elsewhere."""

from __future__ import annotations

from datetime import date
from typing import Literal, TypeAlias

import msgspec

from stagepost_contracts.ids import Seat

HabitKind: TypeAlias = Literal["away", "back", "off_days", "quiet"]


class OwnTime(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tenure's own time, known to its seat alone.

    `zone` is the player's, empty for that of the match. `off_days` are days of the week (0 is
    Monday), as the player named them; `quiet` the hours from which and to which no deadline may
    fall. The moments are those of the latest word of each kind: what comes late from another
    match of the player takes nothing back.
    """

    zone: str = ""
    off_days: tuple[int, ...] = ()
    quiet: tuple[int, int] | None = None
    away_at: float = 0.0
    back_at: float = 0.0
    off_days_at: float = 0.0
    quiet_at: float = 0.0


class Habit(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that a player said of the own time, at the moment `at`; it holds everywhere."""

    kind: HabitKind
    at: float
    first: date | None = None
    last: date | None = None
    days: tuple[int, ...] = ()
    hours: tuple[int, int] | None = None


class Share(msgspec.Struct, frozen=True, array_like=True):
    """A habit that the other matches of a seat's player are still to hear of."""

    seat: Seat
    tenure: int
    habit: Habit
