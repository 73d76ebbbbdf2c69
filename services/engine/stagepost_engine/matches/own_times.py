"""What a person has said of the own time, kept for matches that are still to be made."""

from __future__ import annotations

from datetime import date

import msgspec

from stagepost_contracts.policy import Absence, Policy
from stagepost_engine.matches.envelope import KeptSeat
from stagepost_engine.matches.habits import Habit
from stagepost_engine.store.persons import PersonId
from stagepost_engine.store.redis_store import RedisStore


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
