"""OFF DAYS and QUIET: no deadline that is still to be set falls on those days, in those hours."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from stagepost_contracts.errors import Problem, UnreadableLine
from stagepost_contracts.ids import Seat
from stagepost_contracts.policy import OFF_DAYS_MOST
from stagepost_contracts.reading import Spoken
from stagepost_contracts.texts import Text, say, say_many
from stagepost_engine.matches.decision import Moment
from stagepost_engine.matches.doing.done import Doer, Done
from stagepost_engine.matches.envelope import with_seats
from stagepost_engine.matches.freeing import zone_of
from stagepost_engine.matches.habits import Habit
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.sharing import to_share
from stagepost_engine.matches.weekdays import (
    QUIET_HOURS_MOST,
    days_written,
    hours_between,
    read_days,
    read_hours,
)

EVERYWHERE: Final = say("That holds in all your matches here.")


def off_days(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Keep the days on which the player never plays, in place of earlier ones. Raises Problem."""
    try:
        days = read_days(str(command["days"]))
    except UnreadableLine as error:
        raise Problem("unreadable", error.text) from error
    if len(days) > OFF_DAYS_MOST:
        raise Problem(
            "illegal",
            say(
                "{count} days off leave too few to play on; name {most} at the most.",
                count=len(days),
                most=OFF_DAYS_MOST,
            ),
        )
    habit = Habit("off_days", moment.now, days=days)
    live = to_share(with_habit(live, seat, habit), seat, habit)
    return Done(live, (*_days_words(days, live.envelope.policy.off_days), EVERYWHERE), settles=True)


def quiet(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Keep the player's quiet hours, in place of earlier ones. Raises Problem."""
    try:
        hours = read_hours(str(command["hours"]))
    except UnreadableLine as error:
        raise Problem("unreadable", error.text) from error
    if hours is not None and hours_between(hours) > QUIET_HOURS_MOST:
        raise Problem(
            "illegal",
            say(
                "From {since} to {until} it is {count} hours; quiet hours are {most} at the most.",
                since=hours[0],
                until=hours[1],
                count=hours_between(hours),
                most=QUIET_HOURS_MOST,
            ),
        )
    habit = Habit("quiet", moment.now, hours=hours)
    live = to_share(with_habit(live, seat, habit), seat, habit)
    return Done(live, (_quiet_words(live, seat), EVERYWHERE), settles=True)


DOERS: Final[dict[str, Doer]] = {"off_days": off_days, "quiet": quiet}


def with_habit(live: Live, seat: Seat, habit: Habit) -> Live:
    """Return the match with days off or quiet hours as the seat's own."""
    fields: dict[str, Any] = {"off_days": habit.days, "off_days_at": habit.at}
    if habit.kind == "quiet":
        fields = {"quiet": habit.hours, "quiet_at": habit.at}
    time = msgspec.structs.replace(live.envelope.seat(seat).time, **fields)
    return live.with_envelope(with_seats(live.envelope, {seat: {"time": time}}))


def _days_words(days: tuple[int, ...], counted: int) -> tuple[Text, ...]:
    if not days:
        return (say("You have no days off now."),)
    told = say(
        "Your days off are {days}: a deadline that is still to be set and waits for you falls on "
        "none of them, as far as the match allows. One that runs already stays.",
        days=days_written(days),
    )
    if len(days) <= counted:
        return (told,)
    fewer = say_many(
        "This match counts {count} day off only: the first that you name.",
        "This match counts {count} days off only: the first that you name.",
        count=counted,
    )
    return (told, fewer)


def _quiet_words(live: Live, seat: Seat) -> Text:
    kept = live.envelope.seat(seat)
    if kept.time.quiet is None:
        return say("You have no quiet hours now.")
    return say(
        "Your quiet hours are {since}:00 to {until}:00 ({zone}): no deadline that is still to be "
        "set and waits for you falls in them, as far as the match allows, and no reminder comes "
        "then. Other mails come when there is news.",
        since=f"{kept.time.quiet[0]:02}",
        until=f"{kept.time.quiet[1]:02}",
        zone=zone_of(live.envelope.policy, kept),
    )
