"""UNDO: before the last decision is resolved its match is kept, for all players to take it back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from stagepost_contracts.errors import Problem
from stagepost_contracts.events import Event
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import Text, say
from stagepost_engine.matches import clock
from stagepost_engine.matches.bars import Bar, bar_of
from stagepost_engine.matches.envelope import (
    Envelope,
    Missed,
    OpenOffer,
    Silence,
    Undoable,
    with_seats,
)
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.record import Undone, chained
from stagepost_engine.matches.standing import still_standing
from stagepost_engine.matches.telling import part_of
from stagepost_engine.rules import codec
from stagepost_engine.rules.play import Resolved

STATE_BYTES_MOST: Final = 65_536

WHY_NOT: Final[dict[str, Text]] = {
    "drawn": say("It cannot be taken back: dice or cards were drawn since."),
    "opened": say("It cannot be taken back: sealed moves were opened with it."),
    "paid": say("It cannot be taken back: a deal was made or a promise kept since."),
    "out": say("It cannot be taken back: a player is out of the game since."),
    "over": say("It cannot be taken back: the match is over."),
    "stand-in": say(
        "It cannot be taken back: a stand-in decided for a vacant seat, and would do it again."
    ),
    "large": say("It cannot be taken back: too much has happened with it."),
}


def kept_before(before: Live, after: Live, steps: Sequence[Resolved[Any]]) -> Undoable:
    """Return what is kept of the match before these steps, or what bars their taking back."""
    envelope = before.envelope
    bar = _bar(before, steps)
    if bar:
        return Undoable(envelope.step, bar)
    lapsed = {offer.deal for offer in envelope.offers} - {o.deal for o in after.envelope.offers}
    return Undoable(
        step=envelope.step,
        state=envelope.state,
        standing=_without(envelope.standing, steps[0]),
        plans=_without(envelope.plans, steps[0]),
        offers=envelope.offers,
        lapsed=tuple(sorted(lapsed)),
        silence={
            old.name: Silence(old.tenure, old.misses, new.vacant and not old.vacant)
            for old, new in zip(envelope.seats, after.envelope.seats, strict=True)
        },
    )


def barred(kept: Undoable | None, bar: Bar) -> Undoable | None:
    """Return what is kept once something else bars the taking back as well."""
    return kept and Undoable(kept.step, kept.bar or bar)


def hold_to_undoable(live: Live) -> Undoable:
    """Return what is kept. Raises Problem where there is nothing, or where it is barred."""
    kept = live.envelope.undo
    if kept is None:
        raise Problem("illegal", say("There is no decision that could be taken back."))
    if kept.bar:
        raise Problem("illegal", WHY_NOT[kept.bar])
    return kept


def undone(live: Live, now: float) -> tuple[Live, Undone]:
    """Return the match as it was before its last decision, at a new step, with the entry."""
    kept = hold_to_undoable(live)
    envelope = live.envelope
    entry = chained(envelope.chain, Undone(envelope.step, kept.step))
    assert isinstance(entry, Undone)
    state = codec.decode_state(live.game, kept.state, live.tables)
    after = live.with_state(
        msgspec.structs.replace(
            with_seats(envelope, _seats(envelope, kept)),
            step=envelope.step + 1,
            sealed={},
            standing={},
            plans=_plans(envelope, kept),
            offers=_offers(envelope, kept),
            votes={},
            missed=_missed(envelope, kept),
            chain=bytes.fromhex(entry.chain),
            news=(*envelope.news, *_news(envelope, kept)),
            undo=None,
        ),
        state,
    )
    same = {
        seat: orders for seat, orders in kept.standing.items() if _is_same(envelope, kept, seat)
    }
    after = after.changed(standing=same)
    after = after.changed(standing=still_standing(after, state))
    if part_of(live) != part_of(after):
        after = after.changed(part_step=after.envelope.step)
    return clock.opened(after, now), entry


def _news(envelope: Envelope, kept: Undoable) -> tuple[Event, ...]:
    text = say(
        "The players have taken back the last decision: the position, the open offers and what "
        "was ordered ahead are as they were before it, and the step begins anew."
    )
    if not any(kept.step <= missed.step < envelope.step for missed in envelope.missed):
        return (Event(text),)
    misses = say(
        "The deadline that was missed with it stays in the ledger, marked as undone, and counts no "
        "longer among the misses in a row."
    )
    return Event(text), Event(misses)


def _missed(envelope: Envelope, kept: Undoable) -> tuple[Missed, ...]:
    """Return the ledger with the misses of these steps marked."""
    return tuple(
        msgspec.structs.replace(missed, undone=True)
        if kept.step <= missed.step < envelope.step
        else missed
        for missed in envelope.missed
    )


def _bar(before: Live, steps: Sequence[Resolved[Any]]) -> Bar:
    state = before.state
    for step in steps:
        count, draws = len(step.moves), len(step.draws)
        bar = bar_of(before.game, state, step.after, moves=count, draws=draws)
        if bar:
            return bar
        state = step.after
    sealed = before.envelope.sealed
    first = [sealed[seat] for seat in steps[0].moves if seat in sealed]
    if first and all(move.stand_in for move in first):
        return "stand-in"
    return "large" if len(before.envelope.state) > STATE_BYTES_MOST else ""


def _without(by_seat: dict[Seat, dict[str, Any]], step: Resolved[Any]) -> dict[Seat, Any]:
    """Return what was ordered ahead, but for the decision itself: its seat is asked again."""
    return {
        seat: kept
        for seat, orders in by_seat.items()
        if (
            kept := {
                phase: order
                for phase, order in orders.items()
                if seat not in step.moves or phase != step.phase
            }
        )
    }


def _seats(envelope: Envelope, kept: Undoable) -> dict[Seat, dict[str, Any]]:
    """Return what goes back at the seats: misses in a row, and a seat that they made vacant."""
    changes: dict[Seat, dict[str, Any]] = {}
    for seat in envelope.seats:
        changes[seat.name] = {"asked": False}
        if _is_same(envelope, kept, seat.name):
            before = kept.silence[seat.name]
            changes[seat.name]["misses"] = before.misses
            changes[seat.name]["vacant"] = seat.vacant and not before.vacated
    return changes


def _plans(envelope: Envelope, kept: Undoable) -> dict[Seat, dict[str, Any]]:
    """Return the plans there are, and those again that were used since."""
    plans = {seat: dict(found) for seat, found in envelope.plans.items()}
    for seat, found in kept.plans.items():
        if _is_same(envelope, kept, seat):
            plans[seat] = {**found, **plans.get(seat, {})}
    return plans


def _offers(envelope: Envelope, kept: Undoable) -> tuple[OpenOffer, ...]:
    """Return the offers of before, but for those that were withdrawn or declined since."""
    present = {offer.deal for offer in envelope.offers}
    return tuple(
        offer
        for offer in kept.offers
        if (offer.deal in present or offer.deal in kept.lapsed)
        and all(_is_same(envelope, kept, seat) for seat in (offer.by, offer.to))
    )


def _is_same(envelope: Envelope, kept: Undoable, seat: Seat) -> bool:
    """Whether the player in the seat is the one of then."""
    return envelope.seat(seat).tenure == kept.silence[seat].tenure
