"""After something was accepted: play runs on, and the record, news, offers and dues follow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from stagepost_contracts.ids import Seat
from stagepost_contracts.notices import Notice
from stagepost_engine.matches import telling
from stagepost_engine.matches.ahead import with_plans
from stagepost_engine.matches.clock import must_wait, opened, with_dues
from stagepost_engine.matches.envelope import (
    OpenOffer,
    SealedMove,
    StandingMove,
    with_seats,
)
from stagepost_engine.matches.fresh import Fresh, commitment
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.record import Closing, Entry, MoveTaken, StepTaken, chained
from stagepost_engine.matches.silence import with_misses, with_stand_ins
from stagepost_engine.rules import codec
from stagepost_engine.rules.play import Advance, Resolved, advanced, is_over


@dataclass(frozen=True)
class Settled:
    """The match after it ran on, with the entries and notices that this made."""

    live: Live
    entries: tuple[Entry, ...] = ()
    notices: tuple[Notice, ...] = ()
    resolved: bool = False


def settle(live: Live, *, now: float, fresh: Fresh) -> Settled:
    """Run play on as far as it goes without a person, if no seat is awaited and no delay runs."""
    if must_wait(live, now):
        return Settled(with_dues(live, now))
    return run_on(live, advanced(live.game, live.play, live.dice), now=now, fresh=fresh)


def run_on(live: Live, advance: Advance[Any], *, now: float, fresh: Fresh) -> Settled:
    """Take over what `advance` came to: its steps, then what waits in the present one.

    Where a move for the present step was made ahead, play runs on with it.
    """
    before, entries, resolved = live, [], False
    while True:
        live, closed = _with_steps(live, advance, now, fresh)
        entries += closed
        resolved = resolved or bool(advance.steps)
        live = with_stand_ins(with_plans(live, fresh), fresh)
        if is_over(live.state) or live.awaited or must_wait(live, now):
            break
        advance = advanced(live.game, live.play, live.dice)
    if is_over(live.state):
        closing = chained(live.envelope.chain, _closing(live))
        entries.append(closing)
        live = live.changed(chain=bytes.fromhex(closing.chain), over=True, plans={}, defaults={})
    part_ended = telling.part_of(before) != telling.part_of(live)
    if resolved:
        live = opened(live.changed(votes={}) if part_ended else live, now)
    live, notices = telling.tell(with_dues(live, now), part_ended)
    return Settled(live, tuple(entries), notices, resolved)


def _with_steps(
    live: Live, advance: Advance[Any], now: float, fresh: Fresh
) -> tuple[Live, list[Entry]]:
    entries: list[Entry] = []
    for step in advance.steps:
        entry = chained(live.envelope.chain, _entry(live, step, fresh))
        entries.append(entry)
        live = _after_step(with_misses(live, step, now), step, bytes.fromhex(entry.chain))
    return _with_answers(live, advance, now, fresh), entries


def _entry(live: Live, step: Resolved[Any], fresh: Fresh) -> StepTaken:
    """Open the moves of a step. A move that a standing order made is recorded like any other."""
    moves: dict[Seat, MoveTaken] = {}
    for seat, move in step.moves.items():
        stored = codec.encode_move(move)
        if seat in step.defaulted:
            moves[seat] = MoveTaken(msgspec.Raw(stored), default=True)
            continue
        kept = live.envelope.sealed.get(seat) if step.step == live.envelope.step else None
        nonce = kept.nonce if kept else fresh.nonce()
        moves[seat] = MoveTaken(
            msgspec.Raw(stored),
            commitment(stored, nonce),
            nonce.hex(),
            late=bool(kept and kept.late),
            stand_in=bool(kept and kept.stand_in),
        )
    return StepTaken(step.step, step.phase, moves, step.draws)


def _after_step(live: Live, step: Resolved[Any], chain: bytes) -> Live:
    """Return the match one step on: moves spent, news added."""
    envelope = live.envelope
    changes: dict[Seat, dict[str, Any]] = {name: {"asked": False} for name in envelope.names}
    envelope = msgspec.structs.replace(
        with_seats(envelope, changes),
        step=step.step + 1,
        sealed={},
        chain=chain,
        news=envelope.news + step.events,
        standing=_still_standing(live, step.after),
        offers=_still_open(live, step.after),
    )
    after = live.with_state(envelope, step.after)
    if telling.part_of(live) != telling.part_of(after):
        after = after.changed(part_step=after.envelope.step)
    return after


def _with_answers(live: Live, advance: Advance[Any], now: float, fresh: Fresh) -> Live:
    """Seal what standing orders have answered while other seats are awaited."""
    sealed = live.envelope.sealed if not advance.steps else {}
    answered = {
        seat: SealedMove(codec.encode_move(move), fresh.nonce(), now)
        for seat, move in advance.play.sealed.items()
        if seat not in sealed
    }
    return live.changed(sealed=sealed | answered) if answered else live


def _still_standing(live: Live, after: Any) -> dict[Seat, dict[str, StandingMove]]:
    if is_over(after):
        return {}
    kept = {
        seat: {
            phase: order
            for phase, order in orders.items()
            if live.game.phase(phase).standing(after, seat)
        }
        for seat, orders in live.envelope.standing.items()
    }
    return {seat: orders for seat, orders in kept.items() if orders}


def _still_open(live: Live, after: Any) -> tuple[OpenOffer, ...]:
    deals = live.game.deals
    if deals is None or is_over(after):
        return ()
    return tuple(
        offer for offer in live.envelope.offers if deals.lasts(live.state, after, live.offer(offer))
    )


def _closing(live: Live) -> Closing:
    ranking = live.game.ranking(live.state)
    return Closing(
        secret=live.envelope.secret.hex(),
        words={seat.name: seat.words for seat in live.envelope.seats if seat.words},
        ranking=tuple((rank.seat, rank.place, rank.score) for rank in ranking),
    )
