"""A seat's move and standing orders are sealed, and play runs on if it was the last."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from stagepost_contracts.errors import Problem
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import say
from stagepost_engine.matches.answering import answer
from stagepost_engine.matches.asking import lines_of, sealed_lines, standing_forms
from stagepost_engine.matches.checking import check_move, hold_to_deadline
from stagepost_engine.matches.decision import Decision, Moment
from stagepost_engine.matches.envelope import SealedMove, StandingMove
from stagepost_engine.matches.fresh import commitment
from stagepost_engine.matches.grammar.withdrawing import MOVE
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.presence import hold_to_player
from stagepost_engine.matches.reading import Said
from stagepost_engine.matches.settling import settle
from stagepost_engine.rules import codec
from stagepost_engine.rules.forms import hold_to_one
from stagepost_engine.rules.game import Move


def moved(
    decision: Decision, seat: Seat, found: Said, moment: Moment, *, dated: float | None
) -> Decision:
    """Seal what was found, after the commands of the same reply.

    Raises IllegalMove, or Problem `stale-step`, `set-aside` and `older-mail`.
    """
    live = decision.live
    hold_to_player(live, seat)
    if found.orders or live.state.phase in found.standing:
        hold_to_deadline(live, moment.received)
    before = live.envelope.sealed.get(seat)
    replaced = sealed_lines(live, seat)
    live = _standing_sealed(live, seat, found, moment)
    if found.orders:
        live = _move_sealed(live, seat, found.orders, moment, dated=dated)
    kept = live.envelope.sealed.get(seat)
    unchanged = kept is not None and kept == before and not found.standing
    lines = lines_of(live, seat, found.orders) if found.orders else replaced
    settled = settle(live, now=moment.now, fresh=moment.fresh)
    fields: dict[str, Any] = {
        "readings": found.readings,
        "unchanged": unchanged,
        "replaced": () if unchanged or not found.orders else replaced,
        "resolved": settled.resolved,
        "told": decision.answer.told if decision.answer else (),
    }
    if kept is not None:
        promise = commitment(kept.move, kept.nonce)
        fields |= {"sealed": lines, "commitment": promise, "late": kept.late}
    if settled.resolved:
        fields |= {"step": decision.live.envelope.step, "ask": None}
    return replace(
        decision,
        live=settled.live,
        changed=decision.changed or not unchanged,
        entries=decision.entries + settled.entries,
        notices=decision.notices + settled.notices,
        answer=answer(settled.live, seat, **fields),
    )


def hold_to_newer(live: Live, seat: Seat, found: Said, dated: float | None) -> None:
    """Raise Problem `older-mail` for a WITHDRAW written before the mail whose move is sealed."""
    before = live.envelope.sealed.get(seat)
    if not any((one["kind"], one.get("what")) == ("withdraw", MOVE) for one in found.commands):
        return
    if before is None or dated is None or before.dated is None or dated >= before.dated:
        return
    raise Problem(
        "older-mail",
        say(
            "This mail is older than the one whose move is sealed, and withdraws nothing. Sealed "
            "stays: {sealed}. Write WITHDRAW again if you want it taken back.",
            sealed="; ".join(sealed_lines(live, seat)),
        ),
    )


def _move_sealed(
    live: Live, seat: Seat, move: Move, moment: Moment, *, dated: float | None
) -> Live:
    check_move(live, seat, move)
    stored = codec.encode_move(move)
    before = live.envelope.sealed.get(seat)
    if before is not None and before.move == stored:
        return live
    if before is not None and dated is not None and before.dated is not None:
        _check_order(live, seat, before, move, dated)
    deadline = live.envelope.deadline
    late = deadline is not None and moment.received > deadline
    kept = SealedMove(stored, moment.fresh.nonce(), moment.received, dated, late)
    return live.changed(sealed={**live.envelope.sealed, seat: kept})


def _check_order(live: Live, seat: Seat, before: SealedMove, move: Move, dated: float) -> None:
    """A mail that was written before the one whose move is sealed comes too late to replace it."""
    assert before.dated is not None
    if dated >= before.dated:
        return
    raise Problem(
        "older-mail",
        say(
            "This mail is older than the one whose move is sealed. Sealed stays: {sealed}. "
            "Not applied: {late}. Write again if you want it changed.",
            sealed="; ".join(sealed_lines(live, seat)),
            late="; ".join(lines_of(live, seat, move)),
        ),
    )


def _standing_sealed(live: Live, seat: Seat, found: Said, moment: Moment) -> Live:
    if not found.standing:
        return live
    offered = standing_forms(live, seat)
    kept = dict(live.envelope.standing.get(seat, {}))
    for phase, orders in found.standing.items():
        for order in orders:
            hold_to_one(offered.get(phase, ()), order)
        kept[phase] = StandingMove(codec.encode_move(orders), moment.fresh.nonce())
    return live.changed(standing={**live.envelope.standing, seat: kept})
