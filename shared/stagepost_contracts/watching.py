"""What is read of matches beside the present view: events, earlier positions, the list of all."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from stagepost_contracts.ids import MatchId, Seat
from stagepost_contracts.notices import Offered
from stagepost_contracts.sheets import Sheet
from stagepost_contracts.texts import Text

PAGE, PAGE_MOST = 50, 200  # matches on one page
EVENTS_MOST = 500  # on one page
WAIT_SECONDS_MOST = 60
NUMBER_MOST = 10**9

EventKind: TypeAlias = Literal["news", "offer", "offer-closed", "step", "asked", "over"]
MatchState: TypeAlias = Literal["waiting", "running", "over"]


class EventSeen(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened, as one reader may know it; `number` counts this reader's own.

    `step` is the step that was waited for afterwards, `at` the moment in seconds since 1970 UTC.
    """

    number: int
    kind: EventKind
    step: int
    at: float
    text: Text
    offer: Offered | None = None


class EventPage(msgspec.Struct, frozen=True):
    """The reader's events after a number, and the number to ask after next."""

    events: tuple[EventSeen, ...]
    last: int


class PositionSeen(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one reader saw of a match when a step opened. `phase` is empty once it is over."""

    match: MatchId
    game: str
    step: int
    phase: str
    phase_title: Text
    view: msgspec.Raw
    sheet: Sheet
    reader: Seat | None = None


class MatchListed(msgspec.Struct, frozen=True, omit_defaults=True):
    """One match in the operator's list. It is waiting until it starts."""

    match: MatchId
    game: str
    state: MatchState
    step: int
    seats: tuple[Seat, ...]
    host: str
    created: float
    deadline: float | None = None


class MatchPage(msgspec.Struct, frozen=True, omit_defaults=True):
    """A page of matches; `next` is the cursor of the page after it, absent on the last."""

    matches: tuple[MatchListed, ...]
    next: str | None = None
