"""The envelope of a match: everything the engine knows of it; it never leaves the engine."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

import msgspec

from stagepost_contracts.dues import Due
from stagepost_contracts.events import Event
from stagepost_contracts.ids import MatchId, Seat
from stagepost_contracts.policy import Absence, Policy
from stagepost_contracts.tokens import Scope
from stagepost_contracts.watching import MatchState
from stagepost_engine.matches.bars import Bar
from stagepost_engine.matches.habits import OwnTime, Share

SCHEMA = 1


class SealedMove(msgspec.Struct, frozen=True, array_like=True):
    """A move that is in and not yet resolved.

    `move` is its canonical JSON, `nonce` what its commitment is made with. `at` is when it was
    received; `dated` what the mail that brought it said of itself, None by REST. `stand_in` is
    True of a move that the game's own player made for a vacant seat.
    """

    move: bytes
    nonce: bytes
    at: float
    dated: float | None = None
    late: bool = False
    stand_in: bool = False


class StandingMove(msgspec.Struct, frozen=True, array_like=True):
    """A standing order as canonical JSON, with a nonce that is opened to nobody."""

    move: bytes
    nonce: bytes


class KeptLines(msgspec.Struct, frozen=True, array_like=True):
    """Orders written ahead, a plan or a default, with a nonce that is opened to nobody."""

    lines: tuple[str, ...]
    nonce: bytes


class OpenOffer(msgspec.Struct, frozen=True, array_like=True):
    """An offer that waits for its answer; `order` is its canonical JSON."""

    deal: str
    by: Seat
    to: Seat
    order: bytes


class Missed(msgspec.Struct, frozen=True, array_like=True):
    """A deadline that found no move: when it fell, and what was played for the seat instead.

    `own` is a default of the seat's own, `unreached` that mail to it had come back; what all
    players together took back is `undone`.
    """

    seat: Seat
    tenure: int
    step: int
    phase: str
    at: float
    played: tuple[str, ...]
    own: bool = False
    unreached: bool = False
    undone: bool = False


class Silence(msgspec.Struct, frozen=True, array_like=True):
    """A seat before a decision: whose it was, its misses in a row, and if these made it vacant."""

    tenure: int
    misses: int
    vacated: bool


class Undoable(msgspec.Struct, frozen=True, array_like=True):
    """What there was before the last decision, the steps from `step` on; `bar` why it must stay.

    `lapsed` are the offers that ended with it. What was ordered ahead for the decision itself is
    not in it, for its seat is to be asked again.
    """

    step: int
    bar: Bar = ""
    state: bytes = b""
    standing: dict[Seat, dict[str, StandingMove]] = {}
    plans: dict[Seat, dict[str, KeptLines]] = {}
    offers: tuple[OpenOffer, ...] = ()
    lapsed: tuple[str, ...] = ()
    silence: dict[Seat, Silence] = {}


class TokenTerm(msgspec.Struct, frozen=True, array_like=True):
    """What its holder calls a token, and the moment at which it ends; None is never.

    `scope` is what it may do, `since` when it was made; 0 is the beginning of its tenure.
    """

    label: str = ""
    until: float | None = None
    scope: Scope = "play"
    since: float = 0.0


class KeptToken(msgspec.Struct, frozen=True, array_like=True):
    """One more token of a holder, by its SHA-256."""

    id: str
    token: bytes
    term: TokenTerm = TokenTerm()


class KeptDeputy(msgspec.Struct, frozen=True, array_like=True):
    """Who may play for a seat as well, in some phases or in all, up to the moment `ends`.

    `until` is its last date, `number` counts the deputies of the tenure; whom to write to is kept
    with the people of the match. `told` is True once its end has been told.
    """

    number: int
    name: str
    until: date
    ends: float
    phases: tuple[str, ...] = ()
    told: bool = False


class KeptHook(msgspec.Struct, frozen=True, array_like=True):
    """A holder's webhook: the token it was set with, and the number of the last event for it.

    Where it is called, and by which secret, is kept with the people of the match. One that is
    `off` hears nothing.
    """

    id: str
    token: str
    number: int
    off: bool = False


class KeptSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat's own part of the envelope.

    `token` is the SHA-256 of its first bearer token, empty where there is none; `tokens` are those
    that its player has made beside it; `tokens_mailed` is when some were of late. `told` counts the match's news that its mails
    have told; `misses` the deadlines missed in a row; `position` asks for positions as data;
    `away` are the absences of this tenure and `extensions` how often it moved a deadline; for a
    `vacant` seat a stand-in plays, and a player who was `kicked` from it does not return;
    `returned` is the latest step whose mail came back, None once a reply shows that mail arrives.
    `deputies` are the names of all that this tenure has had, `deputy` is the present one; `time`
    is what its player said of the own time; one that is `unsubscribed` is mailed nothing but answers.
    """

    name: Seat
    token: bytes
    tenure: int = 1
    misses: int = 0
    told: int = 0
    asked: bool = False
    words: str = ""
    position: bool = False
    returned: int | None = None
    away: tuple[Absence, ...] = ()
    extensions: int = 0
    vacant: bool = False
    kicked: bool = False
    term: TokenTerm = TokenTerm()
    tokens: tuple[KeptToken, ...] = ()
    tokens_mailed: tuple[float, ...] = ()
    hook: KeptHook | None = None
    deputies: tuple[str, ...] = ()
    deputy: KeptDeputy | None = None
    time: OwnTime = OwnTime()
    unsubscribed: bool = False


class Envelope(msgspec.Struct, frozen=True, omit_defaults=True):
    """One match.

    `state` is MessagePack, empty until the match starts. `secret` are the server's 32 bytes of
    the seed. `forgotten` counts news that everybody was told and that were dropped from `news`.
    `part_step` is the step with which the rulebook phase in play began.

    The clock of the step: it opened at `opened_at`, and `deadline_first` is its deadline before
    anything moved it; `extended` are the seats that did, `waits` those that keep the step open
    until the deadline; `wishes` are the hours that seats ask it to be moved by, where one alone
    does not do. `shares` are to be told in other matches. `paused` is since when the clock stands; `votes` are the votes for what
    the table decides. Outages up to `outage_until` are made good. `abandoned` is since when no
    player is left in any seat; `ended` says how a match that is over came to its end, empty if it
    was played. `undo` is what there was before the last decision.
    """

    match: MatchId
    game: str
    edition: int
    seats: tuple[KeptSeat, ...]
    host: str
    host_token: bytes
    policy: Policy
    secret: bytes
    created: float
    revision: int = 1
    step: int = 0
    part_step: int = 0
    state: bytes = b""
    tables: dict[str, Any] | None = None
    sealed: dict[Seat, SealedMove] = {}
    standing: dict[Seat, dict[str, StandingMove]] = {}
    plans: dict[Seat, dict[str, KeptLines]] = {}
    defaults: dict[Seat, dict[str, KeptLines]] = {}
    offers: tuple[OpenOffer, ...] = ()
    news: tuple[Event, ...] = ()
    forgotten: int = 0
    deadline: float | None = None
    deadline_first: float | None = None
    opened_at: float = 0.0
    extended: tuple[Seat, ...] = ()
    waits: tuple[Seat, ...] = ()
    wishes: dict[Seat, int] = {}
    shares: tuple[Share, ...] = ()
    paused: float | None = None
    votes: dict[str, tuple[Seat, ...]] = {}
    outage_until: float = 0.0
    missed: tuple[Missed, ...] = ()
    dues: tuple[Due, ...] = ()
    chain: bytes = b""
    seed_chosen: bool = False
    wish: bytes = b""
    over: bool = False
    ended: str = ""
    abandoned: float | None = None
    undo: Undoable | None = None
    host_term: TokenTerm = TokenTerm()
    host_tokens: tuple[KeptToken, ...] = ()
    host_hook: KeptHook | None = None
    schema: int = SCHEMA

    def seat(self, name: Seat) -> KeptSeat:
        """Return the seat of that name. KeyError if there is none."""
        for seat in self.seats:
            if seat.name == name:
                return seat
        raise KeyError(name)

    @property
    def names(self) -> tuple[Seat, ...]:
        """The seats' names in table order."""
        return tuple(seat.name for seat in self.seats)


def state_of(envelope: Envelope) -> MatchState:
    """Return whether a match waits to start, runs or is over."""
    if envelope.over:
        return "over"
    return "running" if envelope.state else "waiting"


def with_seats(envelope: Envelope, changes: Mapping[Seat, Mapping[str, Any]]) -> Envelope:
    """Return the envelope with fields of some seats replaced."""
    seats = tuple(
        msgspec.structs.replace(seat, **changes[seat.name]) if seat.name in changes else seat
        for seat in envelope.seats
    )
    return msgspec.structs.replace(envelope, seats=seats)


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Envelope)


def encode_envelope(envelope: Envelope) -> bytes:
    """Return the envelope as it is stored."""
    return _ENCODER.encode(envelope)


def decode_envelope(stored: bytes) -> Envelope:
    """Return the envelope that was stored."""
    return _DECODER.decode(stored)
