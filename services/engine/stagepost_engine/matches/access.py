"""Who is asking: a seat or the host by a bearer token, everybody else an observer."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass

from stagepost_contracts.errors import Problem
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import say
from stagepost_engine.matches.envelope import Envelope


@dataclass(frozen=True, slots=True)
class Reader:
    """Whose eyes see: a seat's, or with None the public's; the host sees the clock as well."""

    seat: Seat | None = None
    host: bool = False


OBSERVER = Reader()


def token_hash(token: str) -> bytes:
    """Return what is kept of a bearer token."""
    return hashlib.sha256(token.encode()).digest()


def reader_of(envelope: Envelope, token: str | None) -> Reader:
    """Return who holds the token; without one, an observer.

    Raises Problem `unauthorized` for a token that opens nothing here.
    """
    if token is None:
        return OBSERVER
    kept = token_hash(token)
    # Every hash is compared, each in constant time.
    seats = [seat.name for seat in envelope.seats if hmac.compare_digest(seat.token, kept)]
    host = hmac.compare_digest(envelope.host_token, kept)
    if not seats and not host:
        raise Problem("unauthorized", say("This token opens no seat of this match."))
    return Reader(seats[0] if seats else None, host)


def seat_of(envelope: Envelope, token: str | None) -> Seat:
    """Return the seat that the token is of. Raises Problem `unauthorized` or `forbidden`."""
    if token is None:
        raise Problem("unauthorized", say("A seat's token is needed: Authorization: Bearer ..."))
    reader = reader_of(envelope, token)
    if reader.seat is None:
        raise Problem("forbidden", say("This is the host's token; a move needs the seat's own."))
    return reader.seat


def holder_of(envelope: Envelope, token: str | None) -> Reader:
    """Return the seat or the host that the token is of. Raises Problem `unauthorized`."""
    if token is None:
        raise Problem("unauthorized", say("A token is needed: Authorization: Bearer <token>"))
    return reader_of(envelope, token)


def hold_to_host(envelope: Envelope, token: str | None) -> None:
    """Raise Problem `unauthorized` or `forbidden` unless the token is the host's."""
    if token is None:
        raise Problem("unauthorized", say("The host's token is needed: Authorization: Bearer ..."))
    if not reader_of(envelope, token).host:
        raise Problem("forbidden", say("This is a seat's token; only the host does that."))
