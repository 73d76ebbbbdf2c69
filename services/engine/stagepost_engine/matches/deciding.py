"""Every command to a match is decided here: purely, all of it or nothing."""

from __future__ import annotations

from dataclasses import replace

from stagepost_contracts.errors import IllegalMove, Problem
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import say
from stagepost_engine.matches.answering import refused
from stagepost_engine.matches.balloting import balloted
from stagepost_engine.matches.command import (
    BackUp,
    ChangeToken,
    ComeBack,
    Command,
    Deputize,
    EndHook,
    Fall,
    Look,
    MakeToken,
    Outage,
    Restore,
    Say,
    SeatPlayer,
    SetClock,
    SetHook,
    ShareHabit,
    StopHook,
    Submit,
    Trade,
    Vote,
    Withdraw,
)
from stagepost_engine.matches.copying import copied
from stagepost_engine.matches.decision import Decision, Moment
from stagepost_engine.matches.deputies_told import with_farewells
from stagepost_engine.matches.deputizing import (
    beside_deputy,
    by_deputy,
    introduced,
    not_introduced,
    own_end,
)
from stagepost_engine.matches.doing import commanded
from stagepost_engine.matches.elsewhere import heard
from stagepost_engine.matches.envelope import KeptDeputy
from stagepost_engine.matches.falling import fallen
from stagepost_engine.matches.hands import to_somebody
from stagepost_engine.matches.hooks import hook_ended, hook_set, hook_stopped, with_hooks
from stagepost_engine.matches.hosting import clock_set, seated
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.moving import hold_to_newer, moved
from stagepost_engine.matches.outages import made_good
from stagepost_engine.matches.reading import Said, said
from stagepost_engine.matches.reporting import came_back, looked, reached
from stagepost_engine.matches.submitting import submitted
from stagepost_engine.matches.telling import forgetting
from stagepost_engine.matches.tokens import token_changed, token_made, with_tokens_at
from stagepost_engine.matches.trading import traded
from stagepost_engine.rules.play import actors, awaited, is_over


def decide(live: Live, command: Command, moment: Moment) -> Decision:
    """Return what the command comes to. A refusal is a decision too: it changes nothing."""
    live = live.with_envelope(with_tokens_at(live.envelope, moment.now))
    return with_hooks(live, _decided(live, command, moment), moment)


def _decided(live: Live, command: Command, moment: Moment) -> Decision:
    live = forgetting(live)
    match command:
        case Say() | Submit() | Withdraw() | Trade() | Deputize():
            decision = _spoken(live, command, moment)
        case Vote(seat=seat):
            found = balloted(live, command)
            if found.fault is not None:
                return refused(live, seat, found.fault.code, found.fault.text)
            return _done(live, seat, live.envelope.step, found, moment, dated=None)
        case Fall(due=due):
            decision = fallen(live, due, moment)
        case Look():
            decision = looked(live, command)
        case ComeBack():
            decision = came_back(live, command, moment)
        case SetClock():
            decision = clock_set(live, command, moment)
        case SeatPlayer():
            decision = seated(live, command, moment)
        case ShareHabit():
            decision = heard(live, command, moment)
        case ChangeToken():
            decision = token_changed(live, command, moment)
        case MakeToken():
            decision = token_made(live, command, moment)
        case SetHook():
            decision = hook_set(live, command)
        case EndHook():
            decision = hook_ended(live, command)
        case StopHook():
            decision = hook_stopped(live, command)
        case Outage():
            decision = made_good(live, command, moment)
        case BackUp() | Restore():
            decision = copied(live, command, moment)
    decision = with_farewells(live, decision, moment)
    return replace(decision, notices=to_somebody(decision.live.envelope, decision.notices))


def _spoken(
    live: Live, command: Say | Submit | Withdraw | Trade | Deputize, moment: Moment
) -> Decision:
    """Return what a seat's words or typed orders come to."""
    seat = command.seat
    match command:
        case Say(deputy=0):
            known = introduced(reached(live, command), command)
            return beside_deputy(live, _said(known, command, moment), seat, moment)
        case Say():
            return by_deputy(
                live, command, moment, lambda deputy: _said(live, command, moment, deputy)
            )
        case Submit():
            found = submitted(live, command)
            if found.fault is None and not (found.orders or found.standing):
                return refused(live, seat, "illegal", say("A move needs at least one order."))
            step = command.step
        case Withdraw(step=step):
            found = Said(commands=({"kind": "withdraw", "what": "move"},))
            if step != live.envelope.step:
                return _stale(live, seat, found)
        case Trade():
            found, step = traded(live, command), live.envelope.step
        case Deputize():
            live = introduced(live, command)
            if refusal := not_introduced(live, command):
                return refusal
            found, step = Said(commands=(command.spoken,)), live.envelope.step
    if found.fault is not None:
        return refused(live, seat, found.fault.code, found.fault.text)
    decision = _done(live, seat, step, found, moment, dated=None)
    return beside_deputy(live, decision, seat, moment)


def _said(live: Live, command: Say, moment: Moment, deputy: KeptDeputy | None = None) -> Decision:
    found = said(live, command.seat, command.lines, deputy)
    if deputy is not None:
        found = own_end(found)
    if found.commands and (refusal := not_introduced(live, command)):
        return refusal
    if found.fault is not None:
        fault = found.fault
        return refused(
            live, command.seat, fault.code, fault.text, line=fault.line, readings=found.readings
        )
    if not (found.commands or found.orders or found.standing):
        return _nothing_said(live, command, found)
    return _done(live, command.seat, command.step, found, moment, dated=command.dated)


def _done(
    live: Live, seat: Seat, step: int, found: Said, moment: Moment, *, dated: float | None
) -> Decision:
    if (found.orders and step != live.envelope.step) or (
        found.standing and step < live.envelope.part_step
    ):
        return _stale(live, seat, found)
    try:
        hold_to_newer(live, seat, found, dated)
        decision = commanded(live, seat, found, moment)
        if found.orders or found.standing:
            decision = moved(decision, seat, found, moment, dated=dated)
    except IllegalMove as error:
        line = _line_at(found, error.index)
        return refused(live, seat, "illegal", error.text, line=line, readings=found.readings)
    except Problem as problem:
        return refused(live, seat, problem.code, problem.text, readings=found.readings)
    else:
        return decision


def _line_at(found: Said, index: int) -> str:
    orders = [reading.line for reading in found.readings if reading.kind == "order"]
    return orders[index] if index < len(orders) else ""


def _stale(live: Live, seat: Seat, found: Said) -> Decision:
    text = say("You answered an earlier question; play has moved on since. Nothing was changed.")
    return refused(live, seat, "stale-step", text, readings=found.readings)


def _nothing_said(live: Live, command: Say, found: Said) -> Decision:
    seat = command.seat
    if is_over(live.state) if live.started else False:
        return refused(live, seat, "match-over", say("The match is over."), readings=found.readings)
    if command.step != live.envelope.step:
        return _stale(live, seat, found)
    if not live.started or seat not in actors(live.game, live.play):
        names = ", ".join(awaited(live.game, live.play)) if live.started else ""
        text = say("You have nothing to decide now; the match waits for: {seats}.", seats=names)
        if not names:
            text = say("The match has not started; you have nothing to decide yet.")
        return refused(live, seat, "not-awaited", text, readings=found.readings)
    if found.readings:
        text = say("No line of your reply could be read as an order.")
    else:
        text = say("Your reply has no words of its own.")
    return refused(live, seat, "unreadable", text, readings=found.readings)
