"""What a player said of the own time in another match, taken over in this one."""

from __future__ import annotations

from stagepost_contracts.events import Event
from stagepost_contracts.ids import Seat
from stagepost_contracts.notices import Notice
from stagepost_contracts.policy import Absence
from stagepost_contracts.texts import say
from stagepost_engine.matches.answering import noted
from stagepost_engine.matches.clock import date_at
from stagepost_engine.matches.command import ShareHabit
from stagepost_engine.matches.decision import Decision, Moment
from stagepost_engine.matches.doing.absence import away_days, came_back, gone
from stagepost_engine.matches.doing.habits import with_habit
from stagepost_engine.matches.habits import Habit
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.settling import settle


def heard(live: Live, command: ShareHabit, moment: Moment) -> Decision:
    """Take over what the seat's player said elsewhere; what is known or outdated changes nothing.

    An absence is cut to what this match still gives.
    """
    envelope, seat, habit = live.envelope, command.seat, command.habit
    tenures = {kept.name: kept.tenure for kept in envelope.seats}
    if envelope.over or tenures.get(seat) != command.tenure or _is_old(live, seat, habit):
        return Decision(live, changed=False, answer=noted(live))
    match habit.kind:
        case "away":
            return _away(live, seat, habit, moment)
        case "back":
            live = came_back(live, seat, date_at(envelope, habit.at), habit.at)
        case "off_days" | "quiet":
            live = with_habit(live, seat, habit)
    return _settled(live, moment)


def _is_old(live: Live, seat: Seat, habit: Habit) -> bool:
    time = live.envelope.seat(seat).time
    match habit.kind:
        case "away":
            return habit.at < time.back_at
        case "back":
            return habit.at < time.away_at or habit.at <= time.back_at
        case "off_days":
            return habit.at <= time.off_days_at
        case "quiet":
            return habit.at <= time.quiet_at


def _away(live: Live, seat: Seat, habit: Habit, moment: Moment) -> Decision:
    assert habit.first is not None
    assert habit.last is not None
    known, budget = away_days(live, seat), live.envelope.policy.away_days
    first = max(habit.first, date_at(live.envelope, moment.now))
    days = sorted(set(Absence(first, habit.last).days) - known) if first <= habit.last else []
    given = days[: max(0, budget - len(known))]
    if not given and (not days or live.envelope.seat(seat).time.away_at == habit.at):
        return Decision(live, changed=False, answer=noted(live))
    live, notices = gone(live, seat, set(given), habit.at, moment)
    if len(given) < len(days):
        text = say(
            "You said elsewhere that you are away from {first} to {last}. This match counts {count} "
            "of those days: its budget gives no more.",
            first=f"{habit.first}",
            last=f"{habit.last}",
            count=len(given),
        )
        live = live.changed(news=(*live.envelope.news, Event(text, (seat,))))
    return _settled(live, moment, notices)


def _settled(live: Live, moment: Moment, notices: tuple[Notice, ...] = ()) -> Decision:
    if not live.started:
        return Decision(live, changed=True, answer=noted(live))
    settled = settle(live, now=moment.now, fresh=moment.fresh)
    notices += settled.notices
    return Decision(settled.live, True, settled.entries, notices, noted(settled.live))
