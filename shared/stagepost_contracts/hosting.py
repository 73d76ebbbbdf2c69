"""The bodies of what a host does over REST, and of an outage of the house."""

from __future__ import annotations

from typing import Literal

import msgspec

from stagepost_contracts.api import Language, Word
from stagepost_contracts.ids import MatchId, Seat
from stagepost_contracts.texts import Text


class ClockWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a host changes of the clock: the deadline of the step, in seconds since 1970 UTC, and
    whether the match is paused. What is left out stays as it is.
    """

    deadline: float | None = None
    paused: bool | None = None


class HeldClock(msgspec.Struct, frozen=True):
    """A seat whose clock is held until then: a mail of its came in time and could not be applied.

    The step does not close before that, once in a step; what the mail says, nobody is told.
    """

    seat: Seat
    until: float


class ClockSeen(msgspec.Struct, frozen=True):
    """The clock of a match; without a deadline while it is paused. `extended` moved it.

    `held` are the seats for whose mail it waits: a seat sees its own.
    """

    step: int
    deadline: float | None
    paused: bool
    extended: tuple[Seat, ...]
    held: tuple[HeldClock, ...] = ()


class MailSeen(msgspec.Struct, frozen=True, omit_defaults=True):
    """A mail that went to a seat for a step: of which kind, and what became of it when.

    It was first `tried` at our mail host, which `accepted` or `refused` it; what is not there has
    not happened.
    """

    kind: str
    tried: float
    accepted: float | None = None
    refused: float | None = None


class MissSeen(msgspec.Struct, frozen=True):
    """A deadline that found no move of a seat: what was played for it, why, and when.

    `default` says whose it was. `undeliverable` is a seat whose mail had come back. One that was
    `undone` was taken back by all players together, and counts no longer. `mails` went to the seat
    for that step, and `returned` is when one of them came back, null if none did.
    """

    seat: Seat
    tenure: int
    step: int
    phase: str
    phase_title: Text
    at: float
    played: tuple[str, ...]
    default: Literal["own", "game"]
    reason: Literal["silent", "undeliverable"]
    undone: bool = False
    mails: tuple[MailSeen, ...] = ()
    returned: float | None = None


class PlayerWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A new player for a seat: whom to write to, and how."""

    address: Word
    language: Language = ""
    zone: Word = ""
    position: bool = False


class PlayerMade(msgspec.Struct, frozen=True):
    """A seat's new player, with the only copy of the token."""

    match: MatchId
    seat: Seat
    tenure: int
    token: str


class OutageSeen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The mailer's word that the house was out of order, in seconds since 1970 UTC."""

    since: float = msgspec.field(name="from")
    until: float


class OutageDone(msgspec.Struct, frozen=True):
    """In how many matches a deadline was moved."""

    moved: int
