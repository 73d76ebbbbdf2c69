"""After something was accepted: play runs on, and the record, news, offers and dues follow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from stagepost_contracts.dues import Due
from stagepost_contracts.ids import Seat
from stagepost_contracts.notices import Notice
from stagepost_contracts.policy import deadline_after
from stagepost_engine.matches import telling
from stagepost_engine.matches.envelope import (
    Envelope,
    OpenOffer,
    SealedMove,
    StandingMove,
    with_seats,
)
from stagepost_engine.matches.fresh import Fresh, commitment
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.record import Closing, Entry, MoveTaken, StepTaken, chained
from stagepost_engine.rules import codec
from stagepost_engine.rules.play import Advance, Resolved, actors, advanced, awaited, is_over

REMIND_LEAST_SECONDS = 60.0


@dataclass(frozen=True)
class Settled:
    """The match after it ran on, with the entries and notices that this made."""

    live: Live
    entries: tuple[Entry, ...] = ()
    notices: tuple[Notice, ...] = ()
    resolved: bool = False


def settle(live: Live, *, now: float, fresh: Fresh) -> Settled:
    """Run play on as far as it goes without a person, if no seat is awaited and no delay runs."""
    if _must_wait(live, now):
        return Settled(_with_dues(live, now))
    return run_on(live, advanced(live.game, live.play, live.dice), now=now, fresh=fresh)


def run_on(live: Live, advance: Advance[Any], *, now: float, fresh: Fresh) -> Settled:
    """Take over what `advance` came to: its steps, then what waits in the present one."""
    before, entries = live, []
    for step in advance.steps:
        entry = chained(live.envelope.chain, _entry(live, step, fresh))
        entries.append(entry)
        live = _after_step(live, step, bytes.fromhex(entry.chain))
    live = _with_answers(live, advance, now, fresh)
    if is_over(live.state):
        closing = chained(live.envelope.chain, _closing(live))
        entries.append(closing)
        live = live.changed(chain=bytes.fromhex(closing.chain), over=True)
    if advance.steps:
        live = live.changed(deadline=_deadline(live, now))
    live, notices = telling.tell(
        _with_dues(live, now), telling.part_of(before) != telling.part_of(live)
    )
    return Settled(live, tuple(entries), notices, resolved=bool(advance.steps))


def _must_wait(live: Live, now: float) -> bool:
    """Whether all moves of a phase of several are in, but may still be changed."""
    acting = actors(live.game, live.play)
    delay = 60 * live.envelope.policy.delay_minutes
    if not delay or len(acting) < 2 or awaited(live.game, live.play):
        return False
    last = max(kept.at for kept in live.envelope.sealed.values())
    return now < last + delay


def _with_dues(live: Live, now: float) -> Live:
    return live.changed(dues=tuple(_dues(live, now)))


def _dues(live: Live, now: float) -> list[Due]:
    """Return every moment at which the match must be looked at in the present step."""
    envelope = live.envelope
    deadline, step = envelope.deadline, envelope.step
    if deadline is None or envelope.over:
        return []
    policy = envelope.policy
    found = [_due(envelope, "deadline", deadline)]
    if policy.grace_hours:
        found = [_due(envelope, "grace", deadline + 3600 * policy.grace_hours)]
    if _must_wait(live, now):
        last = max(kept.at for kept in envelope.sealed.values())
        found.append(_due(envelope, "delay", last + 60 * policy.delay_minutes))
    for hours in policy.reminders:
        due = Due(envelope.match, "reminder", step, round(deadline - 3600 * hours, 3))
        if due.at > now + REMIND_LEAST_SECONDS or due in envelope.dues:
            found.append(due)
    return found


def _due(envelope: Envelope, kind: Any, at: float) -> Due:
    return Due(envelope.match, kind, envelope.step, round(at, 3))


def _deadline(live: Live, now: float) -> float | None:
    if live.envelope.over:
        return None
    return round(deadline_after(live.envelope.policy, now), 3)


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
        )
    return StepTaken(step.step, step.phase, moves, step.draws)


def _after_step(live: Live, step: Resolved[Any], chain: bytes) -> Live:
    """Return the match one step on: moves spent, misses counted, news added."""
    envelope = live.envelope
    changes: dict[Seat, dict[str, Any]] = {name: {"asked": False} for name in envelope.names}
    for seat in step.moves:
        missed = envelope.seat(seat).misses + 1 if seat in step.defaulted else 0
        changes[seat] |= {"misses": missed}
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
