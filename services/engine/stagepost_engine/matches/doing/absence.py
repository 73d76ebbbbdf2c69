"""AWAY: deadlines that are still to come are moved behind the dates; BACK gives them up."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Final

from msgspec.structs import replace

from stagepost_contracts.errors import Problem, UnreadableLine
from stagepost_contracts.events import Event
from stagepost_contracts.ids import Seat
from stagepost_contracts.notices import Notice
from stagepost_contracts.policy import Absence, working_moment
from stagepost_contracts.reading import Spoken
from stagepost_contracts.texts import Text, say, say_many
from stagepost_engine.matches import clock
from stagepost_engine.matches.clock import date_at
from stagepost_engine.matches.dates import read_dates
from stagepost_engine.matches.decision import Moment
from stagepost_engine.matches.doing.done import Doer, Done
from stagepost_engine.matches.doing.habits import EVERYWHERE
from stagepost_engine.matches.envelope import with_seats
from stagepost_engine.matches.habits import Habit
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.sharing import to_share
from stagepost_engine.matches.telling import announced
from stagepost_engine.rules.play import is_over


def away(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Add dates to the seat's own, within its budget. Raises Problem."""
    first, last = _dates(live, command, moment)
    budget = live.envelope.policy.away_days
    _hold_to_budget(away_days(live, seat), first, last, budget)
    days, before = set(Absence(first, last).days), live.envelope.deadline
    if days <= away_days(live, seat):
        known = say(
            "You are away from {first} to {last} already.", first=f"{first}", last=f"{last}"
        )
        return Done(live, (known, _left(budget - len(away_days(live, seat)))), changed=False)
    live, notices = gone(live, seat, days, moment.now, moment)
    live = to_share(live, seat, Habit("away", moment.now, first, last))
    told = _away_words(first, last, moved=live.envelope.deadline != before)
    left = _left(budget - len(away_days(live, seat)))
    return Done(live, (told, left, EVERYWHERE), notices=notices, settles=True)


def back(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Give up the dates from today on; those days are not used up."""
    today = date_at(live.envelope, moment.received)
    if all(day < today for day in away_days(live, seat)):
        return Done(live, (say("You are not away, and have no dates to come."),), changed=False)
    live = came_back(live, seat, today, moment.now)
    live = to_share(live, seat, Habit("back", moment.now))
    left = _left(live.envelope.policy.away_days - len(away_days(live, seat)))
    return Done(live, (say("Welcome back."), left, EVERYWHERE), settles=True)


DOERS: Final[dict[str, Doer]] = {"away": away, "back": back}


def away_days(live: Live, seat: Seat) -> set[date]:
    """Return every date that the seat's player was or will be away in this match."""
    return {day for gone in live.envelope.seat(seat).away for day in gone.days}


def gone(
    live: Live, seat: Seat, days: set[date], at: float, moment: Moment
) -> tuple[Live, tuple[Notice, ...]]:
    """Return the match with more days away, and what the table is mailed of it at once.

    The deadline that runs is moved only where the policy of the match says so.
    """
    time = replace(live.envelope.seat(seat).time, away_at=at)
    live = live.with_envelope(with_seats(live.envelope, {seat: {"time": time}}))
    if not days:
        return live, ()
    live = _with_days(live, seat, away_days(live, seat) | days)
    news = say(
        "{seat} is away from {first} to {last}.",
        seat=seat,
        first=f"{min(days)}",
        last=f"{max(days)}",
    )
    return _running_moved(_with_news(live, news), seat, moment)


def came_back(live: Live, seat: Seat, today: date, at: float) -> Live:
    """Return the match without the seat's days away from today on."""
    time = replace(live.envelope.seat(seat).time, back_at=at)
    live = live.with_envelope(with_seats(live.envelope, {seat: {"time": time}}))
    before = away_days(live, seat)
    days = {day for day in before if day < today}
    if days == before:
        return live
    return _with_news(_with_days(live, seat, days), say("{seat} is back.", seat=seat))


def _running_moved(live: Live, seat: Seat, moment: Moment) -> tuple[Live, tuple[Notice, ...]]:
    """Move a deadline that has begun and waits for the seat, where the policy says so."""
    envelope = live.envelope
    if not envelope.policy.away_moves_running or envelope.paused is not None:
        return live, ()
    deadline = envelope.deadline
    if not live.started or is_over(live.state) or deadline is None or moment.now > deadline:
        return live, ()
    if seat not in live.awaited:
        return live, ()
    moved = working_moment(envelope.policy, deadline, away_days(live, seat))
    after = clock.moved_to(live, moved)
    assert after.envelope.deadline is not None
    if after.envelope.deadline <= deadline:
        return live, ()
    when = clock.moment_words(envelope, after.envelope.deadline)
    text = say("The deadline is moved for {seat}: it is now {when}.", seat=seat, when=when)
    return announced(after, text, by=seat, cause=f"away{round(moment.now * 1000)}-{seat}")


def _dates(live: Live, command: Spoken, moment: Moment) -> tuple[date, date]:
    """Return the first and the last date that are meant, from today on. Raises Problem."""
    today = date_at(live.envelope, moment.received)
    try:
        first, last = read_dates(str(command["dates"]), today)
    except UnreadableLine as error:
        raise Problem("unreadable", error.text) from error
    first = max(first, today)
    if last < first:
        raise Problem(
            "illegal",
            say(
                "These dates end on {last}, before they begin or in the past; today is {today}.",
                last=f"{last}",
                today=f"{today}",
            ),
        )
    return first, last


def _away_words(first: date, last: date, *, moved: bool) -> Text:
    if moved:
        return say(
            "You are away from {first} to {last}: no deadline that waits for you falls on these "
            "days, as far as the match allows; the one that runs was moved.",
            first=f"{first}",
            last=f"{last}",
        )
    return say(
        "You are away from {first} to {last}: a deadline that is still to be set and waits for you "
        "falls after that. One that runs already stays.",
        first=f"{first}",
        last=f"{last}",
    )


def _hold_to_budget(before: set[date], first: date, last: date, budget: int) -> None:
    """Raise Problem where the match gives fewer days than the dates would need."""
    # Years of days are not counted one by one.
    wanted = (last - first).days + 1
    used = len(before)
    if wanted <= budget:
        wanted = len(set(Absence(first, last).days) - before)
    if used + wanted > budget:
        raise Problem(
            "illegal",
            say(
                "That is {wanted} days away; of the {budget} that this match gives you, {left} are "
                "left. Fewer days would do, or ask your host.",
                wanted=wanted,
                budget=budget,
                left=budget - used,
            ),
        )


def _left(count: int) -> Text:
    return say_many(
        "You have {count} day away left in this match.",
        "You have {count} days away left in this match.",
        count=count,
    )


def _with_days(live: Live, seat: Seat, days: Iterable[date]) -> Live:
    """Return the match with these dates as the seat's absences, each as long as may be."""
    absences: list[Absence] = []
    for day in sorted(days):
        if absences and day - absences[-1].last == timedelta(days=1):
            absences[-1] = Absence(absences[-1].first, day)
        else:
            absences.append(Absence(day, day))
    return live.with_envelope(with_seats(live.envelope, {seat: {"away": tuple(absences)}}))


def _with_news(live: Live, text: Text) -> Live:
    return live.changed(news=(*live.envelope.news, Event(text)))
