"""AWAY: deadlines that are still to come are moved behind the dates; BACK gives them up."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Final

from stagepost_contracts.errors import Problem, UnreadableLine
from stagepost_contracts.events import Event
from stagepost_contracts.ids import Seat
from stagepost_contracts.policy import Absence
from stagepost_contracts.reading import Spoken
from stagepost_contracts.texts import Text, say, say_many
from stagepost_engine.matches.clock import date_at
from stagepost_engine.matches.dates import read_dates
from stagepost_engine.matches.decision import Moment
from stagepost_engine.matches.doing.done import Doer, Done
from stagepost_engine.matches.envelope import with_seats
from stagepost_engine.matches.live import Live


def away(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Add dates to the seat's own, within its budget. Raises Problem."""
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
    before = {day for gone in live.envelope.seat(seat).away for day in gone.days}
    budget = live.envelope.policy.away_days
    _hold_to_budget(before, first, last, budget)
    days = before | set(Absence(first, last).days)
    live = _with_days(live, seat, days)
    news = say(
        "{seat} is away from {first} to {last}.", seat=seat, first=f"{first}", last=f"{last}"
    )
    told = say(
        "You are away from {first} to {last}: a deadline that is still to be set and waits for you "
        "falls after that. One that runs already stays.",
        first=f"{first}",
        last=f"{last}",
    )
    return Done(_with_news(live, news), (told, _left(budget - len(days))))


def back(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Give up the dates from today on; those days are not used up."""
    today = date_at(live.envelope, moment.received)
    before = {day for gone in live.envelope.seat(seat).away for day in gone.days}
    days = {day for day in before if day < today}
    if days == before:
        return Done(live, (say("You are not away, and have no dates to come."),), changed=False)
    live = _with_days(live, seat, days)
    news = say("{seat} is back.", seat=seat)
    told = (say("Welcome back."), _left(live.envelope.policy.away_days - len(days)))
    return Done(_with_news(live, news), told)


DOERS: Final[dict[str, Doer]] = {"away": away, "back": back}


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
