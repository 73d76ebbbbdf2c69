"""The bodies of the REST API, in and out."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from stagepost_contracts.dues import Due
from stagepost_contracts.ids import MatchId, Seat
from stagepost_contracts.notices import Ask, Offered
from stagepost_contracts.policy import Absence, Policy
from stagepost_contracts.sheets import Sheet
from stagepost_contracts.texts import Text

SEATS_MOST = 8
STEPS_MOST = 1_000_000  # no match of ours is near it
TEXT_CHARACTERS_MOST = 65_536
ORDERS_MOST = 200
DUES_MOST = 200
WORD_CHARACTERS_MOST = 256

LANGUAGE = r"[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,4}"  # BCP 47, as far as we go

Ended: TypeAlias = Literal["played", "agreed", "abandoned"]
"""How a match came to its end: by its rules, by a vote of all its players, or left by them."""

Step: TypeAlias = Annotated[int, Meta(ge=0, le=STEPS_MOST)]
Word: TypeAlias = Annotated[str, Meta(max_length=WORD_CHARACTERS_MOST)]
Language: TypeAlias = Annotated[str, Meta(pattern=f"^({LANGUAGE})?$")]
Orders: TypeAlias = Annotated[tuple[dict[str, Any], ...], Meta(max_length=ORDERS_MOST)]


class SeatWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One seat of a new match: its name at the table and whom to write to."""

    name: Word
    address: Word
    language: Language = ""
    zone: Word = ""
    position: bool = False


class MatchWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A new match.

    `tables` is a tables file of the host's own, as data; without it the game's are used.
    `policy` is a time policy or the name of one, such as `evening`; `seed` is 64 hex digits and
    marks the match as one whose dice were chosen.
    """

    game: Word
    seats: Annotated[tuple[SeatWanted, ...], Meta(max_length=SEATS_MOST)]
    host: Word = ""
    language: Annotated[str, Meta(pattern=f"^{LANGUAGE}$")] = "en"
    zone: Word = "UTC"
    policy: Word | Policy = Policy()
    tables: dict[str, Any] | None = None
    seed: Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?$")] = ""
    starts_in_hours: float = 0.0


class MatchMade(msgspec.Struct, frozen=True):
    """A new match with the only copy of its tokens: they are hashed at rest."""

    match: MatchId
    seats: dict[Seat, str]
    host_token: str
    seed_hash: str


class SeatSummary(msgspec.Struct, frozen=True, omit_defaults=True):
    """What all may know of a seat; `undeliverable`, that its mail comes back, host and seat alone.

    So with `unsubscribed`: its player wants no mail of the match.
    `away` are dates of the match's zone; for a `vacant` seat a stand-in plays. A seat that `waits`
    keeps the step open until its deadline.
    """

    name: Seat
    awaited: bool = False
    misses: int = 0
    undeliverable: bool = False
    away: tuple[Absence, ...] = ()
    vacant: bool = False
    waits: bool = False
    unsubscribed: bool = False


class VoteSeen(msgspec.Struct, frozen=True):
    """What seats have voted for, `undo`, `finish`, `pause`, `resume` or `kick:` and a seat; who
    has, and how many votes it takes.
    """

    what: str
    seats: tuple[Seat, ...]
    needed: int


class MatchSeen(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match as one reader sees it: a seat, the host or an observer.

    `view` is the game's own view of the reader; `sheet` the same for people. While `paused` the
    clock stands and there is no deadline. `ended` says how a match that is over came to its end.
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
    paused: bool = False
    votes: tuple[VoteSeen, ...] = ()
    ended: Ended | None = None


class MovesWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A submit: lines of text, or typed orders; `step` fences it."""

    step: Step
    text: Annotated[str, Meta(max_length=TEXT_CHARACTERS_MOST)] | None = None
    orders: Orders | None = None
    standing: Orders = ()


class OfferWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A typed offer of the game's own: to whom, what is given and got, and the rest of its terms."""

    offer: dict[str, Any]


class ReplyReceived(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A reply by mail, brought by the mailer: the candidate lines of a seat's own words.

    `id` is the intake's id, also the idempotency key; `received` the moment of receipt and
    `dated` what the mail says of itself, both in seconds since 1970 UTC. `deputy` is the number
    of the deputy who wrote it, 0 for the player.
    """

    id: str
    match: MatchId
    seat: Seat
    tenure: Step
    step: Step
    lines: tuple[str, ...]
    received: float
    dated: float | None = None
    deputy: Step = 0


class DueCame(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The mailer's word that a due has come.

    Replies of the `spared` seats came in time and are held: while one of these is awaited, the
    step is not closed.
    """

    due: Due
    spared: tuple[Seat, ...] = ()


class DuesCame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The mailer's word that several dues have come, each by itself."""

    dues: Annotated[tuple[DueCame, ...], Meta(max_length=DUES_MOST)]


class RankSeen(msgspec.Struct, frozen=True):
    """One line of a ranking."""

    seat: Seat
    place: int
    score: int


class Standings(msgspec.Struct, frozen=True, omit_defaults=True):
    """The ranking, final once the match is over, and how that came."""

    final: bool
    ranking: tuple[RankSeen, ...]
    ended: Ended | None = None


class TablesSeen(msgspec.Struct, frozen=True):
    """A game's printed numbers. The `provenance` of each row says where its values come from."""

    game: str
    edition: int
    tables: dict[str, Any]


class RulesSeen(msgspec.Struct, frozen=True):
    """A game's rulings, numbered as they are cited, as Markdown in English."""

    game: str
    rulings: str


class GameSeen(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    key: str
    title: Text
    edition: int
    seats_least: int
    seats_most: int


class Health(msgspec.Struct, frozen=True):
    """Whether the engine and its store answer, and what the mailer's watcher last told.

    `shunted` mails wait for the operator; `mailer_seen` is how many seconds ago a watcher was
    last seen. Each is null where no watcher has told within a minute.
    """

    ok: bool
    store: bool
    version: str
    shunted: int | None
    mailer_seen: float | None


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


class DuesDone(msgspec.Struct, frozen=True):
    """The same of several, in the order of the request; False as well where one failed."""

    done: tuple[bool, ...]
