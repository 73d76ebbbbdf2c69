"""A seat changes hands: what its player had ends, and a sealed move stays for whoever comes."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from stagepost_contracts.ids import Seat
from stagepost_contracts.notices import Notice
from stagepost_engine.matches.envelope import Envelope, KeptSeat

SUBSCRIBED: Final = frozenset({"prompt", "report", "reminder", "welcome"})
"""The kinds of mail that come of the house's own accord; how a match ended is told once."""


def handed_over(envelope: Envelope, seat: Seat, token: bytes = b"", **fields: Any) -> Envelope:
    """Return the envelope with a new tenure in the seat, nobody's where there is no `token`.

    Tokens, plans, defaults, standing orders, offers, absences, votes and the deputy end; the words
    for the seed and the sealed move stay.
    """
    old = envelope.seat(seat)
    told = envelope.forgotten + len(envelope.news)
    new = KeptSeat(seat, token, tenure=old.tenure + 1, told=told, words=old.words, **fields)
    ended: dict[str, Any] = {
        name: _without(getattr(envelope, name), seat) for name in ("plans", "defaults", "standing")
    }
    votes = {what: tuple(n for n in names if n != seat) for what, names in envelope.votes.items()}
    return msgspec.structs.replace(
        envelope,
        seats=tuple(new if kept.name == seat else kept for kept in envelope.seats),
        offers=tuple(offer for offer in envelope.offers if seat not in (offer.by, offer.to)),
        waits=tuple(name for name in envelope.waits if name != seat),
        extended=tuple(name for name in envelope.extended if name != seat),
        votes=votes,
        wishes=_without(envelope.wishes, seat),
        **ended,
    )


def to_somebody(envelope: Envelope, notices: tuple[Notice, ...]) -> tuple[Notice, ...]:
    """Return the notices without those that nobody wants: of who was voted out, or unsubscribed."""
    nobodys = {(kept.name, kept.tenure) for kept in envelope.seats if kept.kicked}
    ended = {(kept.name, kept.tenure) for kept in envelope.seats if kept.unsubscribed}
    return tuple(
        told
        for told in notices
        if (told.seat, told.tenure) not in nobodys
        and not ((told.seat, told.tenure) in ended and told.kind in SUBSCRIBED and not told.deputy)
    )


def _without(by_seat: dict[Seat, Any], seat: Seat) -> dict[Seat, Any]:
    return {name: kept for name, kept in by_seat.items() if name != seat}
