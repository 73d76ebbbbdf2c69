"""Every command to a match is decided here: purely, all of it or nothing."""

from __future__ import annotations

from stagepost_contracts.errors import IllegalMove, Problem
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import say
from stagepost_engine.matches.answering import refused
from stagepost_engine.matches.command import (
    ChangeToken,
    ComeBack,
    Command,
    Fall,
    Look,
    MakeToken,
    Outage,
    Say,
    SeatPlayer,
    SetClock,
    Submit,
    Trade,
    Withdraw,
)
from stagepost_engine.matches.decision import Decision, Moment
from stagepost_engine.matches.doing import commanded
from stagepost_engine.matches.falling import fallen
from stagepost_engine.matches.hosting import clock_set, seated
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.moving import moved
from stagepost_engine.matches.outages import made_good
from stagepost_engine.matches.reading import Said, said
from stagepost_engine.matches.reporting import came_back, looked, reached
from stagepost_engine.matches.submitting import submitted
from stagepost_engine.matches.telling import forgetting
from stagepost_engine.matches.tokens import token_changed, token_made
from stagepost_engine.matches.trading import traded
from stagepost_engine.rules.play import actors, awaited, is_over


def decide(live: Live, command: Command, moment: Moment) -> Decision:
    """Return what the command comes to. A refusal is a decision too: it changes nothing."""
    live = forgetting(live)
    match command:
        case Say():
            return _said(reached(live, command), command, moment)
        case Submit(seat=seat):
            found = submitted(live, command)
            if found.fault is not None:
                return refused(live, seat, found.fault.code, found.fault.text)
            if not (found.orders or found.standing):
                return refused(live, seat, "illegal", say("A move needs at least one order."))
            return _done(live, seat, command.step, found, moment, dated=None)
        case Withdraw(seat=seat, step=step):
            found = Said(commands=({"kind": "withdraw", "what": "move"},))
            if step != live.envelope.step:
                return _stale(live, seat, found)
            return _done(live, seat, step, found, moment, dated=None)
        case Trade(seat=seat):
            found = traded(live, command)
            if found.fault is not None:
                return refused(live, seat, found.fault.code, found.fault.text)
            return _done(live, seat, live.envelope.step, found, moment, dated=None)
        case Fall(due=due):
            return fallen(live, due, moment)
        case Look(seat=seat):
            return looked(live, seat)
        case ComeBack(seat=seat, step=step):
            return came_back(live, seat, step)
        case SetClock():
            return clock_set(live, command, moment)
        case SeatPlayer():
            return seated(live, command, moment)
        case ChangeToken():
            return token_changed(live, command, moment)
        case MakeToken():
            return token_made(live, command, moment)
        case Outage():
            return made_good(live, command, moment)


def _said(live: Live, command: Say, moment: Moment) -> Decision:
    found = said(live, command.seat, command.lines)
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
