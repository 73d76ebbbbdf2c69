"""What a person has said of the own time, told in all matches and kept for those to come."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import date
from typing import TypeAlias

import msgspec

from stagepost_contracts.dues import Due
from stagepost_contracts.ids import MatchId
from stagepost_contracts.policy import Absence, Policy
from stagepost_engine.matches.command import ShareHabit
from stagepost_engine.matches.envelope import Envelope, KeptSeat
from stagepost_engine.matches.habits import Habit
from stagepost_engine.matches.sharing import shares_at
from stagepost_engine.store.persons import PersonId
from stagepost_engine.store.redis_store import RedisStore

Tell: TypeAlias = Callable[[MatchId, ShareHabit], Awaitable[None]]
"""Tells one match of a habit. Raises Problem where there is no such match any more."""


async def told_everywhere(store: RedisStore, envelope: Envelope, due: Due, tell: Tell) -> None:
    """Tell the person's other matches what a due of this one wants told.

    The same word again changes nothing, so that the due may come as often as it takes.
    """
    for share in shares_at(envelope, due):
        person = await store.persons.in_seat(due.match, share.seat, share.tenure)
        if person is None:
            continue
        await kept(store, person, share.habit)
        for had in await store.persons.seats(person):
            if (had.match, had.seat) != (due.match, share.seat):
                await tell(had.match, ShareHabit(had.seat, had.tenure, share.habit))


async def habits_of(store: RedisStore, address: str) -> tuple[Habit, ...]:
    """Return what the person of a mail address has said of the own time, the oldest first."""
    found = await store.own_times.of(await store.persons.of(address))
    habits = [msgspec.json.decode(habit, type=Habit) for habit in found.values()]
    return tuple(sorted(habits, key=lambda habit: habit.at))


async def kept(store: RedisStore, person: PersonId, habit: Habit) -> None:
    """Keep the habit of a person, unless a later word of the same kind is known."""
    known = {
        name: msgspec.json.decode(found, type=Habit)
        for name, found in (await store.own_times.of(person)).items()
    }
    if habit.kind == "back":
        gone = [name for name, one in known.items() if one.kind == "away" and one.at < habit.at]
        await store.own_times.drop(person, tuple(gone))
        return
    name = f"{habit.kind}:{habit.first}:{habit.last}" if habit.kind == "away" else habit.kind
    if name not in known or known[name].at < habit.at:
        await store.own_times.keep(person, name, msgspec.json.encode(habit))


def knowing(seat: KeptSeat, habits: tuple[Habit, ...], policy: Policy, today: date) -> KeptSeat:
    """Return a new seat with what its player has said elsewhere, absences within the budget."""
    time, away = seat.time, []
    left = policy.away_days
    for habit in habits:
        match habit.kind:
            case "away" if habit.first is not None and habit.last is not None:
                absence = Absence(max(habit.first, today), habit.last)
                days = absence.days[:left] if absence.first <= absence.last else ()
                if days:
                    away.append(Absence(days[0], days[-1]))
                    left -= len(days)
            case "off_days":
                time = msgspec.structs.replace(time, off_days=habit.days, off_days_at=habit.at)
            case "quiet":
                time = msgspec.structs.replace(time, quiet=habit.hours, quiet_at=habit.at)
    return msgspec.structs.replace(seat, time=time, away=tuple(away))
