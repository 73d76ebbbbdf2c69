"""What only a match's host does: set its clock, and give a seat to a new player."""

from __future__ import annotations

from typing import Any

from stagepost_contracts.errors import Problem
from stagepost_contracts.events import Event
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import Text, say
from stagepost_engine.matches import clock
from stagepost_engine.matches.ahead import shown
from stagepost_engine.matches.answering import noted
from stagepost_engine.matches.asking import sealed_lines
from stagepost_engine.matches.command import SeatPlayer, SetClock
from stagepost_engine.matches.decision import Decision, Moment
from stagepost_engine.matches.envelope import with_seats
from stagepost_engine.matches.habits import OwnTime
from stagepost_engine.matches.hands import handed_over
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.pauses import going, going_words, pause_words, paused
from stagepost_engine.matches.settling import settle
from stagepost_engine.matches.telling import announced, reported


def clock_set(live: Live, command: SetClock, moment: Moment) -> Decision:
    """Pause, go on, or move the deadline, and tell the whole table. Raises Problem."""
    _hold_to_running(live)
    before, news = live, []
    if command.paused is False and live.envelope.paused is not None:
        live = going(live, moment.now)
        news.append(going_words(live))
    if command.deadline is not None:
        live, text = _deadline_set(live, command.deadline, moment)
        news.append(text)
    if command.paused and live.envelope.paused is None:
        live = paused(live, moment.now)
        news.append(pause_words())
    if live.envelope == before.envelope:
        return Decision(live, changed=False, answer=noted(live))
    host = say("Your host has changed the clock.")
    live = live.changed(news=(*live.envelope.news, Event(host), *map(Event, news[:-1])))
    cause = f"host{round(moment.now * 1000)}"
    live, notices = announced(live, news[-1], by=None, cause=cause)
    settled = settle(live, now=moment.now, fresh=moment.fresh)
    told = noted(settled.live, told=tuple(news))
    return Decision(settled.live, True, settled.entries, notices + settled.notices, told)


def seated(live: Live, command: SeatPlayer, moment: Moment) -> Decision:
    """Give the seat to a new player: a new tenure, with nothing that the old one wrote ahead.

    A sealed move stays, and the newcomer sees it. Raises Problem.
    """
    if live.envelope.over:
        raise Problem("match-over", say("The match is over; its seats stay as they are."))
    seat = command.seat
    time = OwnTime(zone=command.zone)
    envelope = handed_over(live.envelope, seat, command.token, position=command.position, time=time)
    ended: dict[Seat, dict[str, Any]] = {other: {"deputy": None} for other in command.without}
    live = live.with_envelope(with_seats(envelope, ended))
    news = (
        Event(say("{seat} has a new player from now on.", seat=seat)),
        Event(say("You play {seat} from now on.", seat=seat), (seat,)),
        *_sealed_news(live, seat),
    )
    live = live.changed(news=live.envelope.news + news)
    if not live.started:
        return Decision(live, changed=True, answer=noted(live))
    settled = settle(live, now=moment.now, fresh=moment.fresh)
    notices = settled.notices
    if seat not in {notice.seat for notice in notices}:
        tenure = live.envelope.seat(seat).tenure
        texts = tuple(event.text for event in news)
        notices += (reported(settled.live, seat, texts, f"tenure{tenure}"),)
    return Decision(settled.live, True, settled.entries, notices, noted(settled.live))


def _sealed_news(live: Live, seat: Seat) -> tuple[Event, ...]:
    """Tell a newcomer the move that the one before has left in the step."""
    if not live.started or not (lines := sealed_lines(live, seat)):
        return ()
    text = say(
        "A move is sealed for {seat} already: {lines}. Until the step closes you can change it.",
        seat=seat,
        lines=shown(lines),
    )
    return (Event(text, (seat,)),)


def _hold_to_running(live: Live) -> None:
    if live.envelope.over:
        raise Problem("match-over", say("The match is over; it has no clock any more."))
    if not live.started:
        raise Problem("not-yet", say("The match has not started; its clock runs from then on."))


def _deadline_set(live: Live, deadline: float, moment: Moment) -> tuple[Live, Text]:
    """Move the deadline; an earlier one must leave the least hours of the policy."""
    envelope = live.envelope
    if envelope.paused is not None:
        raise Problem(
            "not-yet",
            say("The match is paused: its clock stands. Let it go on first."),
            field="deadline",
        )
    if envelope.abandoned is not None:
        raise Problem(
            "not-yet",
            say("Nobody is left in the match: it stands still. Find a new player first."),
            field="deadline",
        )
    assert envelope.deadline is not None
    least = min(envelope.deadline, moment.now + 3600 * envelope.policy.least_hours)
    if not max(least, moment.now) <= deadline <= clock.latest(live):
        raise Problem(
            "illegal",
            say(
                "The deadline of this step can lie between {least} and {most}.",
                least=clock.moment_words(envelope, max(least, moment.now)),
                most=clock.moment_words(envelope, clock.latest(live)),
            ),
            field="deadline",
        )
    live = clock.moved_to(live, deadline)
    when = clock.moment_words(envelope, deadline)
    return live, say("The deadline is now {when}.", when=when)
