"""What happened in a match with one commit, and who may read of it; kept in the same commit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import msgspec

from stagepost_contracts.ids import Seat
from stagepost_contracts.notices import Offered
from stagepost_contracts.texts import Text, say
from stagepost_contracts.watching import EventKind, EventSeen
from stagepost_engine.matches.asking import offers_seen
from stagepost_engine.matches.live import Live

Readers: TypeAlias = tuple[Seat, ...] | None


class Happened(msgspec.Struct, frozen=True, array_like=True):
    """One thing that happened, once for all its readers; `to` is None for everybody.

    `tenures` are those of the seats in `to`: a later player of a seat is another reader.
    """

    kind: EventKind
    step: int
    at: float
    to: Readers
    text: Text
    offer: Offered | None = None
    tenures: tuple[int, ...] = ()


def happened(before: Live | None, after: Live, at: float) -> tuple[Happened, ...]:
    """Return what a commit brought: found in the match before and after it, and nowhere else."""
    tenures = {seat.name: seat.tenure for seat in after.envelope.seats}
    return tuple(
        msgspec.structs.replace(event, tenures=tuple(tenures[seat] for seat in event.to or ()))
        for event in _happened(before, after, round(at, 3))
    )


def is_for(event: Happened, seat: Seat | None, tenure: int) -> bool:
    """Whether a reader may see the event: what a seat alone was told ends with its tenure."""
    if event.to is None:
        return True
    tenures = event.tenures or (1,) * len(event.to)
    return any(one == (seat, tenure) for one in zip(event.to, tenures, strict=True))


def _happened(before: Live | None, after: Live, at: float) -> Iterator[Happened]:
    envelope, step = after.envelope, after.envelope.step
    old = before.envelope if before else None
    known = old.forgotten + len(old.news) if old else 0
    for event in envelope.news[max(0, known - envelope.forgotten) :]:
        yield Happened("news", step, at, event.to, event.text)
    yield from _offers(before, after, at)
    if old is None or old.step != step:
        yield Happened("step", step, at, None, _phase(after))
    for seat in envelope.seats:
        asked_before = old is not None and old.seat(seat.name).asked and old.step == step
        if seat.asked and not asked_before and not envelope.over:
            yield Happened("asked", step, at, (seat.name,), say("You are asked for a move."))
    if envelope.over and not (old and old.over):
        yield Happened("over", step, at, None, say("The match is over."))


def _offers(before: Live | None, after: Live, at: float) -> Iterator[Happened]:
    step = after.envelope.step
    old = before.envelope.offers if before else ()
    for offer in old:
        if offer not in after.envelope.offers:
            text = say("The offer {deal} is no longer open.", deal=offer.deal)
            yield Happened("offer-closed", step, at, (offer.by, offer.to), text)
    for offer in after.envelope.offers:
        if offer in old:
            continue
        text = say("{seat} offers {other} a deal.", seat=offer.by, other=offer.to)
        [seen] = [one for one in offers_seen(after, offer.by) if one.deal == offer.deal]
        yield Happened("offer", step, at, (offer.by, offer.to), text, seen)


def _phase(live: Live) -> Text:
    if not live.started:
        return say("Not started")
    if live.envelope.over:
        return say("Over")
    return live.game.phase(live.state.phase).title


_DECODER = msgspec.msgpack.Decoder(Happened)


def encode_happened(found: Happened) -> bytes:
    """Return it as it is stored."""
    return msgspec.msgpack.encode(found)


def decode_happened(stored: bytes) -> Happened:
    """Return what was stored."""
    return _DECODER.decode(stored)


def numbered(
    events: tuple[Happened, ...], seat: Seat | None, tenure: int = 1
) -> Iterator[EventSeen]:
    """Yield what a reader may see, numbered from 1 by what that reader sees: there are no gaps."""
    number = 0
    for event in events:
        if is_for(event, seat, tenure):
            number += 1
            yield shown(event, number)


def shown(event: Happened, number: int) -> EventSeen:
    """Return the event as its reader sees it, without who else does."""
    return EventSeen(number, event.kind, event.step, event.at, event.text, event.offer)
