"""PLAN and DEFAULT keep orders for a phase, sealed; PLANS lists them, CANCEL takes them back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal

from stagepost_contracts.errors import IllegalMove, Problem, UnreadableLine
from stagepost_contracts.ids import Seat
from stagepost_contracts.reading import Spoken
from stagepost_contracts.texts import say
from stagepost_engine.matches import ahead
from stagepost_engine.matches.asking import ahead_lines
from stagepost_engine.matches.checking import hold_to_deadline
from stagepost_engine.matches.decision import Moment
from stagepost_engine.matches.doing.done import Doer, Done
from stagepost_engine.matches.envelope import KeptLines
from stagepost_engine.matches.live import Live
from stagepost_engine.rules.play import awaited, is_over

Kind = Literal["plans", "defaults"]


def plan(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Add orders to the plan for a phase; for the phase that asks the seat now, it is the move.

    Raises Problem.
    """
    phase, lines = _said(live, command)
    before = live.envelope.plans.get(seat, {}).get(phase)
    lines = (before.lines if before else ()) + lines
    if len(lines) > ahead.LINES_MOST:
        raise Problem(
            "too-large",
            say("A plan has at most {most} orders; CANCEL it first.", most=ahead.LINES_MOST),
        )
    if _asked_now(live, seat, phase):
        hold_to_deadline(live, moment.received)
        # A plan of several lines is whole with the last of them only.
        _tried(lambda: ahead.planned_of(live, seat, lines, whole=False))
    live = _kept(live, "plans", seat, phase, KeptLines(lines, moment.fresh.nonce()))
    told = say(
        "Your plan for {phase}: {lines}. It is used as soon as the phase asks you, if all of it "
        "is legal then; otherwise you are asked.",
        phase=live.game.phase(phase).title,
        lines=ahead.shown(lines),
    )
    return Done(live, (told,), settles=True)


def default(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Keep the seat's own default for a phase, in place of an earlier one. Raises Problem."""
    phase, lines = _said(live, command)
    if _asked_now(live, seat, phase):
        hold_to_deadline(live, moment.received)
        _tried(lambda: ahead.move_of(live, seat, lines))
    live = _kept(live, "defaults", seat, phase, KeptLines(lines, moment.fresh.nonce()))
    told = say(
        "Your own default for {phase}: {lines}. It is played at a deadline that finds no move of "
        "yours; where it is not legal then, the game's default is.",
        phase=live.game.phase(phase).title,
        lines=ahead.shown(lines),
    )
    return Done(live, (told,))


def plans(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """List what the seat wrote ahead."""
    lines = ahead_lines(live, seat)
    none = say("You have no plans and no defaults of your own.")
    told = say("Written ahead: {lines}.", lines=ahead.shown(lines)) if lines else none
    return Done(live, (told,), changed=False)


def cancel(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Take back the plan for a phase."""
    phase = ahead.phase_words(live)[str(command["phase"])]
    kept = ahead.without(live.envelope.plans, seat, phase)
    title = live.game.phase(phase).title
    told = say("Your plan for {phase} is taken back.", phase=title)
    return Done(live.changed(plans=kept), (told,))


def cancel_default(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Take back the seat's own default for a phase: the game's is played again."""
    phase = ahead.phase_words(live)[str(command["phase"])]
    kept = ahead.without(live.envelope.defaults, seat, phase)
    title = live.game.phase(phase).title
    told = say("Your own default for {phase} is taken back; the game's counts again.", phase=title)
    return Done(live.changed(defaults=kept), (told,))


DOERS: Final[dict[str, Doer]] = {
    "plan": plan,
    "default": default,
    "plans": plans,
    "cancel": cancel,
    "cancel_default": cancel_default,
}


def _said(live: Live, command: Spoken) -> tuple[str, tuple[str, ...]]:
    """Return the phase and the orders. Raises Problem for a line that is no order of the game."""
    phase = ahead.phase_words(live)[str(command["phase"])]
    lines = ahead.orders_in(str(command["orders"]))
    if not lines:
        raise Problem("unreadable", say("Write an order behind the phase."))
    for line in lines:
        if not ahead.begins_an_order(live, line):
            raise Problem(
                "unreadable",
                say(
                    "“{line}” is no order of {game}; write one as the prompt of {phase} shows it.",
                    line=line,
                    game=live.game.title,
                    phase=live.game.phase(phase).title,
                ),
            )
    return phase, lines


def _asked_now(live: Live, seat: Seat, phase: str) -> bool:
    if not live.started or is_over(live.state) or live.state.phase != phase:
        return False
    return seat in awaited(live.game, live.play)


def _tried(read: Callable[[], object]) -> None:
    """Hold the lines to the rules of the phase that is open. Raises Problem."""
    try:
        read()
    except UnreadableLine as error:
        raise Problem("unreadable", error.text) from error
    except IllegalMove as error:
        raise Problem("illegal", error.text) from error


def _kept(live: Live, kind: Kind, seat: Seat, phase: str, lines: KeptLines) -> Live:
    """Return the match with the lines kept for the seat and the phase."""
    by_seat: dict[Seat, dict[str, KeptLines]] = getattr(live.envelope, kind)
    changed: dict[str, Any] = {kind: {**by_seat, seat: {**by_seat.get(seat, {}), phase: lines}}}
    return live.changed(**changed)
