"""The bodies of the REST API, in and out."""

from __future__ import annotations

from typing import Any

import msgspec

from stagepost_contracts.dues import Due
from stagepost_contracts.ids import MatchId, Seat
from stagepost_contracts.notices import Ask, Offered
from stagepost_contracts.policy import Policy
from stagepost_contracts.sheets import Sheet
from stagepost_contracts.texts import Text

SEATS_MOST = 8


class SeatWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One seat of a new match: its name at the table and whom to write to."""

    name: str
    address: str
    language: str = ""
    zone: str = ""
    position: bool = False


class MatchWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A new match.

    `tables` is a tables file of the host's own, as data; without it the game's are used.
    `seed` is 64 hex digits and marks the match as one whose dice were chosen.
    """

    game: str
    seats: tuple[SeatWanted, ...]
    host: str = ""
    language: str = "en"
    zone: str = "UTC"
    policy: Policy = Policy()
    tables: dict[str, Any] | None = None
    seed: str = ""
    starts_in_hours: float = 0.0


class MatchMade(msgspec.Struct, frozen=True):
    """A new match with the only copy of its tokens: they are hashed at rest."""

    match: MatchId
    seats: dict[Seat, str]
    host_token: str
    seed_hash: str


class SeatSummary(msgspec.Struct, frozen=True, omit_defaults=True):
    """What everybody may know of a seat.

    `undeliverable`, that its mail comes back, is told to the host and the seat alone.
    """

    name: Seat
    awaited: bool = False
    misses: int = 0
    undeliverable: bool = False


class MatchSeen(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match as one reader sees it: a seat, the host or an observer.

    `view` is the game's own view of the reader; `sheet` the same for people.
    """

    match: MatchId
    game: str
    edition: int
    title: Text
    step: int
    phase: str
    phase_title: Text
    over: bool
    seats: tuple[SeatSummary, ...]
    seed_hash: str
    view: msgspec.Raw
    sheet: Sheet
    deadline: float | None = None
    reader: Seat | None = None
    ask: Ask | None = None
    offers: tuple[Offered, ...] = ()
    own_tables: bool = False
    seed_chosen: bool = False


class MovesWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A submit: lines of text, or typed orders; `step` fences it."""

    step: int
    text: str | None = None
    orders: tuple[dict[str, Any], ...] | None = None
    standing: tuple[dict[str, Any], ...] = ()


class ReplyReceived(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A reply by mail, brought by the mailer: the candidate lines of a seat's own words.

    `id` is the intake's id, also the idempotency key; `received` the moment of receipt and
    `dated` what the mail says of itself, both in seconds since 1970 UTC.
    """

    id: str
    match: MatchId
    seat: Seat
    tenure: int
    step: int
    lines: tuple[str, ...]
    received: float
    dated: float | None = None


class DueCame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The mailer's word that a due has come."""

    due: Due


class LookTaken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The operator looks at a mail to a seat that was put aside; `id` is this look's own."""

    id: str
    match: MatchId
    seat: Seat
    intake: str


class MailReturned(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The mail of a step to a seat came back; `id` names the report of it."""

    id: str
    match: MatchId
    seat: Seat
    tenure: int
    step: int


class RankSeen(msgspec.Struct, frozen=True):
    """One line of a ranking."""

    seat: Seat
    place: int
    score: int


class Standings(msgspec.Struct, frozen=True):
    """The ranking, final once the match is over."""

    final: bool
    ranking: tuple[RankSeen, ...]


class GameSeen(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    key: str
    title: Text
    edition: int
    seats_least: int
    seats_most: int


class Health(msgspec.Struct, frozen=True):
    """Whether the engine and its store answer."""

    ok: bool
    store: bool
    version: str


class ProblemSeen(msgspec.Struct, frozen=True, omit_defaults=True):
    """An error as problem+json (RFC 9457): `type` ends in a stable code."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    field: str = ""
    line: int | None = None


class DueDone(msgspec.Struct, frozen=True):
    """Whether a due did something; False if it was stale or too early."""

    done: bool


class Noted(msgspec.Struct, frozen=True):
    """The match has taken note."""

    match: MatchId
