"""After something was accepted: play runs on, and the record, news, offers and dues follow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from stagepost_contracts.ids import Seat
from stagepost_contracts.notices import Notice
from stagepost_engine.matches import telling
from stagepost_engine.matches.abandoning import still
from stagepost_engine.matches.ahead import with_plans
from stagepost_engine.matches.clock import must_wait, opened, with_dues
from stagepost_engine.matches.closing import Why, agreed, closed, ended_now
from stagepost_engine.matches.deputies import without_deputies
from stagepost_engine.matches.deputies_told import with_deputies
from stagepost_engine.matches.envelope import (
    OpenOffer,
    SealedMove,
    with_seats,
)
from stagepost_engine.matches.fresh import Fresh, commitment
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.record import Entry, MoveTaken, StepTaken, chained
from stagepost_engine.matches.silence import with_misses, with_stand_ins
from stagepost_engine.matches.standing import still_standing
from stagepost_engine.matches.undoing import kept_before
from stagepost_engine.matches.voting import lasting
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
    if live.envelope.over:
        return Settled(live)
    if agreed(live):
        return concluded(live, "agreed", now=now, fresh=fresh)
    if must_wait(live, now):
        live, notices = still(live, now)
        return Settled(with_dues(live, now), (), notices)
    return run_on(live, advanced(live.game, live.play, live.dice), now=now, fresh=fresh)


def concluded(live: Live, why: Why, *, now: float, fresh: Fresh) -> Settled:
    """End the match as it stands."""
    live = ended_now(live, why)
    return run_on(live, Advance(live.play), now=now, fresh=fresh)


def run_on(live: Live, advance: Advance[Any], *, now: float, fresh: Fresh) -> Settled:
    """Take over what `advance` came to: its steps, then what waits in the present one.

    Where a move for the present step was made ahead, play runs on with it.
    """
    before, entries = live, list[Entry]()
    first, steps = live, list[Resolved[Any]]()
    while True:
        first = first if steps else live
        steps += advance.steps
        live, taken = _with_steps(live, advance, now, fresh)
        entries += taken
        live = with_stand_ins(with_plans(live, fresh), fresh)
        if is_over(live.state) or live.awaited or must_wait(live, now):
            break
        advance = advanced(live.game, live.play, live.dice)
    if agreed(live):
        live = ended_now(live, "agreed")
    if is_over(live.state):
        live, closing = closed(live)
        live = live.with_envelope(without_deputies(live.envelope))
        entries.append(closing)
    part_ended = telling.part_of(before) != telling.part_of(live)
    live, gone = still(_moved_on(first, live, steps, now, part_ended=part_ended), now)
    live, notices = telling.tell(with_dues(live, now), part_ended)
    notices = with_deputies(live, gone + notices, now)
    return Settled(live, tuple(entries), notices, bool(steps))


def _moved_on(
    before: Live, live: Live, steps: list[Resolved[Any]], now: float, *, part_ended: bool
) -> Live:
    """Return the match with the clock of a new step, the votes left, and a way back."""
    if live.envelope.over:
        return opened(live, now)
    if not steps:
        return live
    undo = kept_before(before, live, steps)
    return opened(live.changed(votes=lasting(live, part_ended=part_ended), undo=undo), now)


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
        standing=still_standing(live, step.after),
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


def _still_open(live: Live, after: Any) -> tuple[OpenOffer, ...]:
    deals = live.game.deals
    if deals is None or is_over(after):
        return ()
    return tuple(
        offer for offer in live.envelope.offers if deals.lasts(live.state, after, live.offer(offer))
    )
