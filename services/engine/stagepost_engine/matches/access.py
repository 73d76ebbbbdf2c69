"""Who is asking: a seat or the host by a bearer token, everybody else an observer."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from stagepost_contracts.errors import Problem
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import say
from stagepost_contracts.tokens import Scope
from stagepost_engine.matches.envelope import Envelope, KeptToken, TokenTerm

FIRST: Final = "first"
"""The id of the token that a holder was given with the seat or the match."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Whose eyes see: a seat's, or with None the public's; the host sees the clock as well."""

    seat: Seat | None = None
    host: bool = False


OBSERVER = Reader()


@dataclass(frozen=True, slots=True)
class Player:
    """What a player's own token shows in one match: the tenures that its person was given there."""

    token: str
    tenures: tuple[tuple[Seat, int], ...]
    label: str
    scope: Scope


Shown: TypeAlias = str | Player
"""What a request shows: a bearer token, and if it is a player's what that is worth here."""


@dataclass(frozen=True, slots=True)
class Holder:
    """A seat or the host, by one of their tokens; `id` is empty for a player's own."""

    reader: Reader
    id: str
    term: TokenTerm

    @property
    def called(self) -> str:
        """Return what the journal calls the token."""
        return self.term.label or self.id


def token_hash(token: str) -> bytes:
    """Return what is kept of a bearer token."""
    return hashlib.sha256(token.encode()).digest()


def owner_of(shown: Shown | None) -> str:
    """Return what tells one sender's idempotency keys from another's."""
    return shown.token if isinstance(shown, Player) else shown or ""


def reader_of(envelope: Envelope, shown: Shown | None) -> Reader:
    """Return who holds the token; without one, an observer.

    Raises Problem `unauthorized` for a token that opens nothing here.
    """
    return OBSERVER if shown is None else _found(envelope, shown).reader


def holder_of(envelope: Envelope, shown: Shown | None, *, reads: bool = False) -> Holder:
    """Return the seat or the host that the token is of. Raises Problem.

    It is refused a token that only reads, unless what is asked for only `reads`.
    """
    if shown is None:
        raise Problem("unauthorized", say("A token is needed: Authorization: Bearer <token>"))
    return _held(_found(envelope, shown), reads=reads)


def seat_of(envelope: Envelope, shown: Shown | None, *, reads: bool = False) -> Seat:
    """Return the seat that the token is of. Raises Problem `unauthorized` or `forbidden`."""
    if shown is None:
        raise Problem("unauthorized", say("A seat's token is needed: Authorization: Bearer ..."))
    holder = _found(envelope, shown)
    if holder.reader.seat is None:
        raise Problem("forbidden", say("This is the host's token; a move needs the seat's own."))
    _held(holder, reads=reads)
    return holder.reader.seat


def hold_to_host(envelope: Envelope, shown: Shown | None, *, reads: bool = False) -> None:
    """Raise Problem `unauthorized` or `forbidden` unless the token is the host's."""
    if shown is None:
        raise Problem("unauthorized", say("The host's token is needed: Authorization: Bearer ..."))
    holder = _found(envelope, shown)
    if not holder.reader.host:
        raise Problem("forbidden", say("This is a seat's token; only the host does that."))
    _held(holder, reads=reads)


def called(envelope: Envelope, shown: Shown | None) -> str:
    """Return what the journal calls the token of a request, empty for none of this match."""
    if shown is None:
        return ""
    try:
        return _found(envelope, shown).called
    except Problem:
        return ""


def tokens_of(envelope: Envelope, seat: Seat | None) -> Iterator[KeptToken]:
    """Yield the tokens of a seat, or with None the host's, that open something."""
    if seat is None:
        first, term, more = envelope.host_token, envelope.host_term, envelope.host_tokens
    else:
        kept = envelope.seat(seat)
        first, term, more = kept.token, kept.term, kept.tokens
    if first:
        yield KeptToken(FIRST, first, term)
    yield from more


def _found(envelope: Envelope, shown: Shown) -> Holder:
    if isinstance(shown, Player):
        return _player(envelope, shown)
    given = token_hash(shown)
    # Every hash is compared, each in constant time.
    holders = [
        Holder(Reader(seat, host=seat is None), kept.id, kept.term)
        for seat in (*envelope.names, None)
        for kept in tokens_of(envelope, seat)
        if hmac.compare_digest(kept.token, given)
    ]
    if not holders:
        raise Problem("unauthorized", say("This token opens no seat of this match."))
    return holders[0]


def _player(envelope: Envelope, player: Player) -> Holder:
    tenures = {(kept.name, kept.tenure) for kept in envelope.seats}
    seats = [seat for seat, tenure in player.tenures if (seat, tenure) in tenures]
    if not seats:
        raise Problem("forbidden", say("You hold no seat of this match."))
    if len(seats) > 1:
        text = say(
            "You hold several seats of this match, {seats}; show the token of the one you mean.",
            seats=", ".join(seats),
        )
        raise Problem("forbidden", text)
    return Holder(Reader(seats[0]), "", TokenTerm(player.label, scope=player.scope))


def _held(holder: Holder, *, reads: bool) -> Holder:
    if not reads and holder.term.scope == "read":
        text = say("This token only reads; what changes something needs one that plays.")
        raise Problem("forbidden", text)
    return holder
