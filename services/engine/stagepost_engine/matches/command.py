"""What may be done to a match, as data: the journal keeps these, and a replay decides by them."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from stagepost_contracts.dues import Due
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import Text
from stagepost_contracts.tokens import Scope
from stagepost_engine.matches.habits import Habit


class Introduced(msgspec.Struct, frozen=True, array_like=True):
    """A deputy whose address the edge has put aside: their name, and number among the tenure's.

    A `line` that cannot be for its address is refused for the `trouble` with it.
    """

    name: str
    number: int = 0
    trouble: Literal["", "bad", "own", "plays", "many"] = ""
    line: str = ""


class Say(msgspec.Struct, frozen=True, tag="say", omit_defaults=True):
    """A seat's words, by mail or REST.

    `step` is what they answer. `by_mail` words of an old step may still hold commands. `deputy`
    is the number of the deputy who wrote them, 0 for the player; no address is in the lines.
    """

    seat: Seat
    step: int
    lines: tuple[str, ...]
    by_mail: bool = False
    dated: float | None = None
    deputy: int = 0
    introduced: tuple[Introduced, ...] = ()


class Submit(msgspec.Struct, frozen=True, tag="submit", omit_defaults=True):
    """A seat's typed orders and standing orders, by REST."""

    seat: Seat
    step: int
    orders: tuple[dict[str, Any], ...] = ()
    standing: tuple[dict[str, Any], ...] = ()


class Withdraw(msgspec.Struct, frozen=True, tag="withdraw"):
    """A seat takes back its sealed move."""

    seat: Seat
    step: int


class Trade(msgspec.Struct, frozen=True, tag="trade"):
    """A seat's typed command about an offer, by REST: `kind` is its verb."""

    seat: Seat
    spoken: dict[str, Any]


class Deputize(msgspec.Struct, frozen=True, tag="deputize", omit_defaults=True):
    """A seat's typed command about its deputy, by REST, as a line would have said it."""

    seat: Seat
    spoken: dict[str, Any]
    introduced: tuple[Introduced, ...] = ()


class Vote(msgspec.Struct, frozen=True, tag="vote", omit_defaults=True):
    """A seat's typed vote, by REST, given or taken back: `undo`, or `kick:` and a seat."""

    seat: Seat
    what: str
    given: bool = True


class Fall(msgspec.Struct, frozen=True, tag="fall"):
    """A due has come."""

    due: Due


class Look(msgspec.Struct, frozen=True, tag="look", omit_defaults=True):
    """The operator looked at a mail to a seat that was put aside; `intake` is its opaque id.

    It is `vouched` for where the operator says that it is the player's.
    """

    seat: Seat
    intake: str
    vouched: bool = False


class ComeBack(msgspec.Struct, frozen=True, tag="come-back", omit_defaults=True):
    """The mail of a step to a seat, or to its deputy of that number, came back."""

    seat: Seat
    step: int
    deputy: int = 0


class SetClock(msgspec.Struct, frozen=True, tag="set-clock", omit_defaults=True):
    """The host changes the clock; None leaves a part of it as it is."""

    deadline: float | None = None
    paused: bool | None = None


class SeatPlayer(msgspec.Struct, frozen=True, tag="seat-player", omit_defaults=True):
    """The host gives a seat to a new player; `token` is the SHA-256 of the new bearer token.

    Seats in `without` had this person as their deputy, who cannot be one any more. `zone` is the
    player's, empty for that of the match.
    """

    seat: Seat
    token: bytes
    position: bool = False
    without: tuple[Seat, ...] = ()
    zone: str = ""


class ShareHabit(msgspec.Struct, frozen=True, tag="share-habit"):
    """A seat's player said something of the own time in another match."""

    seat: Seat
    tenure: int
    habit: Habit


class ChangeToken(msgspec.Struct, frozen=True, tag="change-token", omit_defaults=True):
    """A holder, the host where `seat` is None, has another token; with an empty hash none.

    `id` is the token that it takes the place of.
    """

    seat: Seat | None
    token: bytes = b""
    label: str = ""
    hours: float | None = None
    id: str = "first"
    scope: Scope = "play"


class MakeToken(msgspec.Struct, frozen=True, tag="make-token", omit_defaults=True):
    """A holder, the host where `seat` is None, has one more token."""

    seat: Seat | None
    token: bytes
    label: str = ""
    hours: float | None = None
    scope: Scope = "play"


class SetHook(msgspec.Struct, frozen=True, tag="set-hook"):
    """A holder, the host where `seat` is None, has a webhook, set with that token of theirs.

    `number` is that of the holder's last event so far.
    """

    seat: Seat | None
    hook: str
    token: str
    number: int


class EndHook(msgspec.Struct, frozen=True, tag="end-hook"):
    """A holder, the host where `seat` is None, has no webhook any more."""

    seat: Seat | None


class StopHook(msgspec.Struct, frozen=True, tag="stop-hook"):
    """A webhook was called in vain for too long, or its far side is gone for good."""

    hook: str
    reason: Text


class Outage(msgspec.Struct, frozen=True, tag="outage"):
    """The house was out of order."""

    since: float
    until: float


class BackUp(msgspec.Struct, frozen=True, tag="back-up"):
    """The operator takes a backup of the match."""


class Restore(msgspec.Struct, frozen=True, tag="restore", omit_defaults=True):
    """The match was brought here by a backup of that moment; `backup` is the SHA-256 of it.

    `dues` are those that it had. With `remind` every seat is mailed.
    """

    since: float
    backup: bytes
    dues: tuple[Due, ...] = ()
    remind: bool = False


Command: TypeAlias = (
    Say
    | Submit
    | Withdraw
    | Trade
    | Vote
    | Deputize
    | Fall
    | Look
    | ComeBack
    | SetClock
    | SeatPlayer
    | ShareHabit
    | ChangeToken
    | MakeToken
    | SetHook
    | EndHook
    | StopHook
    | Outage
    | BackUp
    | Restore
)


class Journaled(msgspec.Struct, frozen=True, omit_defaults=True):
    """One accepted command: when it was received, when it was decided, by what entropy.

    Replaying the journal from the first envelope gives the present one. `token` is what the
    token that gave the command is called, empty where none did; `made` are the hashes of tokens
    that the command made, which are no entropy's.
    """

    command: Command
    received: float
    now: float
    entropy: bytes
    token: str = ""
    made: tuple[bytes, ...] = ()
