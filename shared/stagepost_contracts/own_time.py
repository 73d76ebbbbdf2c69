"""The bodies of a seat's own time over REST: absence, days off, quiet hours, the clock, orders ahead."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from stagepost_contracts.policy import HOURS_MOST, Absence
from stagepost_contracts.texts import Text

ORDERS_AHEAD_MOST = 30
ORDER_CHARACTERS_MOST = 300

Day: TypeAlias = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
Hour: TypeAlias = Annotated[int, Meta(ge=0, le=23)]
Order: TypeAlias = Annotated[str, Meta(min_length=1, max_length=ORDER_CHARACTERS_MOST)]


class AwayWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Dates on which a seat's player cannot play, both included, in the zone of the match."""

    first: date
    last: date


class OffDaysWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Days of the week on which a player never plays; none with an empty list."""

    days: Annotated[tuple[Day, ...], Meta(max_length=7)]


class QuietWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The hours, in the player's own zone, from which and to which no deadline may fall."""

    since: Hour
    until: Hour


class ExtensionWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """By how many whole hours a seat asks the deadline of the step to be moved."""

    hours: Annotated[int, Meta(ge=1, le=HOURS_MOST)]


class OwnTimeSeen(msgspec.Struct, frozen=True):
    """What a seat's player has said of the own time, and what is left of it in this match.

    `days_left` are days away, `extensions_left` extensions; `waits` keeps the step open.
    """

    zone: str
    away: tuple[Absence, ...]
    off_days: tuple[Day, ...]
    quiet: QuietWanted | None
    days_left: int
    extensions_left: int
    waits: bool


class AheadWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Orders for a phase, as they are written in a mail, in the place of earlier ones."""

    orders: Annotated[tuple[Order, ...], Meta(min_length=1, max_length=ORDERS_AHEAD_MOST)]


class AheadSeen(msgspec.Struct, frozen=True):
    """Orders that a seat wrote ahead for a phase."""

    phase: str
    phase_title: Text
    orders: tuple[str, ...]
