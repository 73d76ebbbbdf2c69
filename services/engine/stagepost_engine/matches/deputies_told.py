"""What the deputy of a seat is mailed: a welcome, what the seat is asked, and a farewell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import msgspec

from stagepost_contracts.ids import Seat
from stagepost_contracts.notices import DeputyEnded, DeputyWelcome, Notice, Prompt, Reminder
from stagepost_contracts.texts import Text, say
from stagepost_engine.matches.decision import Decision, Moment
from stagepost_engine.matches.deputies import (
    deputy_ask,
    deputy_at,
    deputy_forms,
    phase_titles,
)
from stagepost_engine.matches.envelope import Envelope, KeptDeputy
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.telling import notice


def with_deputies(live: Live, notices: tuple[Notice, ...], now: float) -> tuple[Notice, ...]:
    """Return the notices, and of each question or reminder another one to the seat's deputy."""
    return notices + tuple(
        copy
        for told in notices
        if (deputy := deputy_at(live.envelope.seat(told.seat), now)) is not None
        for copy in _copies(live, told, deputy)
    )


def deputy_welcomed(live: Live, seat: Seat, deputy: KeptDeputy, cause: str) -> Notice:
    """Return the first mail to a deputy: what they may do, see, and until when."""
    body = DeputyWelcome(
        until=f"{deputy.until}",
        zone=live.envelope.policy.zone,
        ends=deputy.ends,
        sheet=live.game.sheet(live.game.view(live.state, seat)),
        phases=phase_titles(live, deputy),
        ask=deputy_ask(live, seat, deputy),
        commands=deputy_forms(live, seat, deputy),
    )
    return msgspec.structs.replace(notice(live, seat, body, cause), deputy=deputy.number)


def with_farewells(before: Live, decision: Decision, moment: Moment) -> Decision:
    """Tell each deputy who plays no more after the decision, whatever ended it."""
    if not decision.changed:
        return decision
    told = tuple(_farewells(before, decision.live.envelope, moment))
    return replace(decision, notices=decision.notices + told) if told else decision


def _copies(live: Live, told: Notice, deputy: KeptDeputy) -> Iterator[Notice]:
    found = deputy_ask(live, told.seat, deputy)
    if found is None:
        return
    match told.body:
        case Prompt(news=news):
            body: Prompt | Reminder = msgspec.structs.replace(
                told.body,
                ask=found,
                news=(_intro(told.seat, deputy), *news),
                offers=(),
                commands=deputy_forms(live, told.seat, deputy),
                position=None,
            )
        case Reminder():
            body = Reminder(found)
        case _:
            return
    yield msgspec.structs.replace(told, body=body, deputy=deputy.number)


def _intro(seat: Seat, deputy: KeptDeputy) -> Text:
    return say(
        "You play for {seat} as the deputy until {until}. The player is asked as well: whoever "
        "moves last before the close counts.",
        seat=seat,
        until=f"{deputy.until}",
    )


def _farewells(before: Live, after: Envelope, moment: Moment) -> Iterator[Notice]:
    for kept in before.envelope.seats:
        old, new = kept.deputy, after.seat(kept.name)
        if old is None or old.told:
            continue
        goes_on = new.tenure == kept.tenure and new.deputy is not None and not new.deputy.told
        if goes_on and new.deputy is not None and new.deputy.number == old.number:
            continue
        told = notice(before, kept.name, DeputyEnded(_why(old, after, moment)), "")
        cause = f"ended{round(moment.now * 1000)}"
        yield msgspec.structs.replace(told, deputy=old.number, cause=cause)


def _why(old: KeptDeputy, after: Envelope, moment: Moment) -> Text:
    if after.over:
        return say("The match is over.")
    if old.ends <= moment.now:
        return say(
            "The time that the player gave you, until {until}, is over.", until=f"{old.until}"
        )
    return say("The player or you have ended it, or the player does not hold the seat any more.")
