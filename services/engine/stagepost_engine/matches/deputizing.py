"""A deputy's words in a match: held to what a deputy may do, and told to the seat's player."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import msgspec

from stagepost_contracts.answers import Answer
from stagepost_contracts.errors import ProblemCode
from stagepost_contracts.events import Event
from stagepost_contracts.ids import Seat
from stagepost_contracts.notices import Ending, Notice, Prompt, Report
from stagepost_contracts.reading import Spoken
from stagepost_contracts.texts import Text, say
from stagepost_engine.matches.ahead import shown
from stagepost_engine.matches.answering import noted, refused
from stagepost_engine.matches.command import Deputize, Introduced, Say
from stagepost_engine.matches.decision import Decision, Moment
from stagepost_engine.matches.deputies import (
    deputy_ask,
    deputy_at,
    deputy_forms,
    is_for,
    phase_titles,
)
from stagepost_engine.matches.envelope import KeptDeputy, with_seats
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.reading import Said
from stagepost_engine.matches.telling import reported, untold

DEPUTIES_MOST: Final = 20  # of one tenure
LOOKS: Final = ("SHOW", "HELP", "RULES")


def by_deputy(
    live: Live, command: Say, moment: Moment, said: Callable[[KeptDeputy], Decision]
) -> Decision:
    """Return what a deputy's words come to, which `said` decides; the player is told of it."""
    seat = command.seat
    kept = live.envelope.seat(seat)
    deputy = deputy_at(kept, moment.received)
    if deputy is None or deputy.number != command.deputy or live.envelope.over:
        text = say("You are not the deputy of {seat} any more. Nothing was changed.", seat=seat)
        return _nothing(live, seat, "forbidden", text)
    decision = said(deputy)
    assert decision.answer is not None
    answer = _cut(decision.live, decision.answer, deputy)
    if answer.fault is not None and answer.fault.code in ("not-awaited", "unreadable"):
        answer = _with_reason(live, answer, deputy)
    decision = replace(decision, answer=answer)
    if not decision.changed:
        return decision
    return _told_to_player(decision, deputy, moment)


def own_end(found: Said) -> Said:
    """Return what a deputy says: who wants no mail of the house gives it up."""
    end: Spoken = {"kind": "deputy_end"}
    commands = tuple(
        end if command["kind"] == "unsubscribe" else command for command in found.commands
    )
    return replace(found, commands=commands)


def introduced(live: Live, command: Say | Deputize) -> Live:
    """Return the match in which the deputies of the words are known by name."""
    names = live.envelope.seat(command.seat).deputies
    for found in command.introduced:
        if found.number == len(names) + 1:
            names += (found.name,)
    if names == live.envelope.seat(command.seat).deputies:
        return live
    return live.with_envelope(with_seats(live.envelope, {command.seat: {"deputies": names}}))


def not_introduced(live: Live, command: Say | Deputize) -> Decision | None:
    """Return the refusal of an address that cannot be a deputy's, None where each can."""
    for found in command.introduced:
        if found.trouble:
            code: ProblemCode = "bad-address" if found.trouble == "bad" else "illegal"
            return refused(live, command.seat, code, _trouble(found), line=found.line)
    return None


def beside_deputy(live: Live, decision: Decision, seat: Seat, moment: Moment) -> Decision:
    """Remind the player, who has moved, that the deputy can too."""
    deputy, answer = deputy_at(live.envelope.seat(seat), moment.now), decision.answer
    sealed = decision.live.envelope.sealed.get(seat)
    if deputy is None or sealed is None or sealed == live.envelope.sealed.get(seat):
        return decision
    if answer is None or answer.resolved or not is_for(deputy, live):
        return decision
    text = say(
        "{name} can play for you too, until {until}: whoever moves last before the close counts.",
        name=deputy.name,
        until=f"{deputy.until}",
    )
    told = msgspec.structs.replace(answer, told=(*answer.told, text))
    return replace(decision, answer=told)


def deputies_ended(live: Live, moment: Moment) -> Decision:
    """Tell the players whose deputies have come to the end of their time."""
    decision = Decision(live, changed=True)
    for kept in live.envelope.seats:
        deputy = kept.deputy
        if deputy is None or deputy.told or moment.now < deputy.ends:
            continue
        ended = msgspec.structs.replace(deputy, told=True)
        envelope = with_seats(decision.live.envelope, {kept.name: {"deputy": ended}})
        text = say(
            "{name} is not your deputy any more: the time until {until} is over.",
            name=deputy.name,
            until=f"{deputy.until}",
        )
        decision = replace(decision, live=decision.live.with_envelope(envelope))
        decision = told_alone(decision, kept.name, text, f"ended{round(moment.now * 1000)}")
    return decision


def told_alone(decision: Decision, seat: Seat, text: Text, cause: str) -> Decision:
    """Tell a seat's player one thing more, in the mail that goes there anyway or in one for it."""
    live = decision.live
    live = live.changed(news=(*live.envelope.news, Event(text, (seat,))))
    notices = [_with_news(told, seat, text) for told in decision.notices]
    if tuple(notices) == decision.notices:
        notices.append(reported(live, seat, untold(live, seat), cause))
    total = live.envelope.forgotten + len(live.envelope.news)
    told: dict[Seat, dict[str, Any]] = {seat: {"told": total}}
    live = live.with_envelope(with_seats(live.envelope, told))
    return replace(decision, live=live, notices=tuple(notices))


def _nothing(live: Live, seat: Seat, code: ProblemCode, text: Text) -> Decision:
    """Refuse who may not know any more what the seat knows."""
    from_now = refused(live, seat, code, text).answer
    assert from_now is not None
    return Decision(live, changed=False, answer=noted(live, seat, fault=from_now.fault))


def _cut(live: Live, answer: Answer, deputy: KeptDeputy) -> Answer:
    """Return the answer without what is not for a deputy: offers, and other phases' questions."""
    if answer.fault is None and _is_gone(live, answer.seat, deputy):
        text = say("You are not the deputy of {seat} any more.", seat=answer.seat)
        return noted(live, answer.seat, readings=answer.readings, told=(text,))
    until = say(
        "You play for {seat} as the deputy until {until}. The player can move too: whoever moves "
        "last before the close counts.",
        seat=answer.seat,
        until=f"{deputy.until}",
    )
    fields: dict[str, Any] = {"offers": (), "told": (*answer.told, until)}
    if answer.help:
        fields["help"] = deputy_forms(live, answer.seat, deputy)
    if answer.ask is not None:
        fields["ask"] = deputy_ask(live, answer.seat, deputy)
    if not is_for(deputy, live) and not answer.resolved:
        fields |= {"sealed": (), "replaced": (), "standing": (), "commitment": ""}
    return msgspec.structs.replace(answer, **fields)


def _with_reason(live: Live, answer: Answer, deputy: KeptDeputy) -> Answer:
    """Say that a phase is the player's own, where an order for it was not understood."""
    assert answer.fault is not None
    if is_for(deputy, live) or not live.started:
        return answer
    text = say(
        "You are the deputy of {seat} for {phases} alone; what is asked now is for the player.",
        seat=answer.seat,
        phases=phase_titles(live, deputy),
    )
    fault = msgspec.structs.replace(answer.fault, code="not-awaited", text=text)
    return msgspec.structs.replace(answer, fault=fault)


def _told_to_player(decision: Decision, deputy: KeptDeputy, moment: Moment) -> Decision:
    answer = decision.answer
    assert answer is not None
    lines = tuple(
        reading.as_line
        for reading in answer.readings
        if reading.as_line and not reading.as_line.startswith(LOOKS)
    )
    text = say(
        "Your deputy {name} has written for you: {lines}. Until the step closes you can still "
        "move yourself: whoever moves last counts.",
        name=deputy.name,
        lines=shown(lines),
    )
    if answer.resolved:
        text = say(
            "Your deputy {name} has played for you: {lines}.", name=deputy.name, lines=shown(lines)
        )
    if _is_gone(decision.live, answer.seat, deputy):
        text = say("Your deputy {name} has given it up.", name=deputy.name)
    cause = f"deputy{round(moment.now * 1000)}"
    return told_alone(decision, answer.seat, text, cause)


def _is_gone(live: Live, seat: Seat, deputy: KeptDeputy) -> bool:
    """Whether the deputy has given it up, in a match that goes on."""
    present = live.envelope.seat(seat).deputy
    return not live.envelope.over and (present is None or present.number != deputy.number)


def _with_news(told: Notice, seat: Seat, text: Text) -> Notice:
    if told.seat != seat or told.deputy or not isinstance(told.body, Prompt | Report | Ending):
        return told
    body = msgspec.structs.replace(told.body, news=(*told.body.news, text))
    return msgspec.structs.replace(told, body=body)


def _trouble(found: Introduced) -> Text:
    match found.trouble:
        case "own":
            return say("That is your own address; a deputy is somebody else.")
        case "plays":
            return say(
                "Who has that address plays in this match already; a deputy must be somebody else."
            )
        case "many":
            return say(
                "You have named {most} deputies already; take one of them again by the name alone.",
                most=DEPUTIES_MOST,
            )
        case _:
            return say("“{address}” is not a mail address.", address=found.name)
