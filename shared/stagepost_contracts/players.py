"""What a player is told of all their matches at once."""

from __future__ import annotations

import msgspec

from stagepost_contracts.ids import MatchId, Seat
from stagepost_contracts.texts import Text
from stagepost_contracts.watching import MatchState


class PlayedSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat that the player holds: whether the match waits for it, and for what."""

    seat: Seat
    awaited: bool = False
    question: Text | None = None


class MatchPlayed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match of a player. Without a `deadline` none runs; while `paused` it stands."""

    match: MatchId
    game: str
    title: Text
    state: MatchState
    step: int
    phase_title: Text
    seats: tuple[PlayedSeat, ...]
    deadline: float | None = None
    paused: bool = False


class PlayerPage(msgspec.Struct, frozen=True, omit_defaults=True):
    """A page of a player's matches; `next` is the cursor of the page after it."""

    matches: tuple[MatchPlayed, ...]
    next: str | None = None
