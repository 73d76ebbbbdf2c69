"""Misses in a row: a seat is at risk, then vacant, and a stand-in plays for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from stagepost_contracts.errors import IllegalMove, Problem
from stagepost_contracts.events import Event
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import say_many
from stagepost_engine.matches.asking import lines_of
from stagepost_engine.matches.checking import check_move
from stagepost_engine.matches.envelope import Missed, SealedMove, with_seats
from stagepost_engine.matches.fresh import Fresh
from stagepost_engine.matches.hands import handed_over
from stagepost_engine.matches.live import Live
from stagepost_engine.rules import codec
from stagepost_engine.rules.dice import Dice, Draw
from stagepost_engine.rules.game import Move
from stagepost_engine.rules.play import Resolved, awaited, is_over

MISSED_KEPT_MOST: Final = 400
PURPOSE: Final = "stand-in"


@dataclass(frozen=True, slots=True)
class StandInDice:
    """The dice of a step under a purpose of their own, so that no roll of the game meets them."""

    dice: Dice
    seat: Seat

    @property
    def drawn(self) -> tuple[Draw, ...]:
        return self.dice.drawn

    def below(self, limit: int, purpose: str) -> int:
        return self.dice.below(limit, f"{PURPOSE}:{self.seat}:{purpose}")


def with_misses(live: Live, step: Resolved[Any], now: float) -> Live:
    """Count the misses of a step that closed, before its moves are spent.

    A move of a seat's own ends the count; what a stand-in played does not.
    """
    envelope = live.envelope
    changes: dict[Seat, dict[str, Any]] = {}
    missed = list(envelope.missed)
    for seat, move in step.moves.items():
        kept = envelope.seat(seat)
        if seat in step.missed:
            changes[seat] = {"misses": kept.misses + 1}
            played = lines_of(live, seat, move)
            own, unreached = seat not in step.defaulted, kept.returned is not None
            missed.append(
                Missed(seat, kept.tenure, step.step, step.phase, now, played, own, unreached)
            )
        elif not kept.vacant:
            changes[seat] = {"misses": 0}
    live = live.with_envelope(with_seats(envelope, changes))
    live = live.changed(missed=tuple(missed[-MISSED_KEPT_MOST:]))
    for seat in step.missed:
        live = _warned(live, seat)
    return live


def with_stand_ins(live: Live, fresh: Fresh) -> Live:
    """Let the game's own player move for vacant seats, each by that seat's view alone.

    Where no player is left at all the match waits for its deadlines instead.
    """
    if not live.started or is_over(live.state):
        return live
    vacant = {kept.name for kept in live.envelope.seats if kept.vacant}
    if len(vacant) == len(live.envelope.seats):
        return live
    for seat in awaited(live.game, live.play):
        if seat not in vacant:
            continue
        stored = codec.encode_move(_stand_in_move(live, seat))
        sealed = SealedMove(stored, fresh.nonce(), at=0.0, stand_in=True)
        live = live.changed(sealed={**live.envelope.sealed, seat: sealed})
    return live


def vacated(live: Live, seat: Seat) -> Live:
    """Return the match with the seat vacant; its player keeps it, and may come back to it.

    It keeps no step open any more.
    """
    waits = tuple(name for name in live.envelope.waits if name != seat)
    changes = {seat: {"vacant": True, "deputy": None}}
    return live.with_envelope(with_seats(live.envelope, changes)).changed(waits=waits)


def kicked(live: Live, seat: Seat) -> Live:
    """Return the match with the seat vacant and out of its player's hands."""
    return live.with_envelope(handed_over(live.envelope, seat, vacant=True, kicked=True))


def returned(live: Live, seat: Seat) -> Live:
    """Return the match with the seat's player in it again."""
    changes = {"vacant": False, "misses": 0}
    return live.with_envelope(with_seats(live.envelope, {seat: changes}))


def _stand_in_move(live: Live, seat: Seat) -> Move:
    """Return what the game's player does; the default where its rules know better."""
    phase = live.game.phase(live.state.phase)
    forms = phase.forms(live.free_state(seat), seat, ())
    dice = StandInDice(live.dice(live.envelope.step), seat)
    move = live.game.player(live.game.view(live.state, seat), forms, dice)
    try:
        check_move(live, seat, move)
    except (IllegalMove, Problem):
        return phase.default(live.state, seat)
    return move


def _warned(live: Live, seat: Seat) -> Live:
    """Tell the table that the seat is at risk, or vacant now."""
    policy, kept = live.envelope.policy, live.envelope.seat(seat)
    if policy.vacant_after and kept.misses >= policy.vacant_after and not kept.vacant:
        text = say_many(
            "{seat} has missed {count} deadline: the seat is vacant, and a stand-in plays for it "
            "until its player writes RETURN or the host finds a new one.",
            "{seat} has missed {count} deadlines in a row: the seat is vacant, and a stand-in plays "
            "for it until its player writes RETURN or the host finds a new one.",
            count=kept.misses,
            seat=seat,
        )
        live = vacated(live, seat)
    elif policy.at_risk_after and kept.misses == policy.at_risk_after:
        text = say_many(
            "{seat} has missed {count} deadline: the seat is at risk.",
            "{seat} has missed {count} deadlines in a row: the seat is at risk.",
            count=kept.misses,
            seat=seat,
        )
    else:
        return live
    return live.changed(news=(*live.envelope.news, Event(text)))
