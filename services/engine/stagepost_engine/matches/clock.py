"""The clock of a step: its deadline and what moves it, and when it must be looked at again."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from stagepost_contracts.dues import Due
from stagepost_contracts.ids import Seat
from stagepost_contracts.policy import deadline_after
from stagepost_engine.matches.envelope import Envelope
from stagepost_engine.matches.freeing import before_quiet, freed
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.sharing import share_dues
from stagepost_engine.rules.play import is_over

REMIND_LEAST_SECONDS = 60.0
DAY_SECONDS = 24 * 3600


def opened(live: Live, now: float) -> Live:
    """Return the match with the clock of a step that opens now.

    The deadline is moved out of the absences, days off and quiet hours of the seats it waits for,
    within the cap. In a paused match it stands from the beginning.
    """
    envelope = live.envelope
    clock: dict[str, Any] = {"opened_at": now, "extended": (), "waits": (), "wishes": {}}
    if envelope.over:
        over: dict[str, Any] = {"deadline": None, "deadline_first": None, "paused": None}
        return live.changed(votes={}, **over, **clock)
    waiting = () if is_over(live.state) else live.awaited
    away = {day for seat in waiting for gone in envelope.seat(seat).away for day in gone.days}
    first = round(deadline_after(envelope.policy, now), 3)
    moved = round(deadline_after(envelope.policy, now, away), 3)
    paused = None if envelope.paused is None else now
    live = live.changed(deadline_first=first, paused=paused, **clock)
    latest_yet = _latest(live.envelope)
    return live.changed(
        deadline=round(freed(envelope, waiting, min(moved, latest_yet), latest_yet), 3)
    )


def moved_to(live: Live, deadline: float) -> Live:
    """Return the match with another deadline, the latest that may be if that is too late."""
    return live.changed(deadline=round(min(deadline, _latest(live.envelope)), 3))


def extensible_seconds(live: Live) -> float:
    """Return by how much the deadline of the step may still be moved."""
    envelope = live.envelope
    return 0.0 if envelope.deadline is None else max(0.0, _latest(envelope) - envelope.deadline)


def latest(live: Live) -> float:
    """Return the latest that the deadline of the step may come to be."""
    return _latest(live.envelope)


def resumed(live: Live, now: float) -> Live:
    """Return the match with its clock going again: what was left of the step is left now."""
    envelope = live.envelope
    assert envelope.paused is not None
    stood = now - envelope.paused
    return live.changed(
        paused=None,
        opened_at=envelope.opened_at + stood,
        deadline=_later(envelope.deadline, stood),
        deadline_first=_later(envelope.deadline_first, stood),
    )


def abandoned_until(live: Live) -> float:
    """Return when a match that nobody is left in is closed."""
    envelope = live.envelope
    assert envelope.abandoned is not None
    return round(envelope.abandoned + DAY_SECONDS * envelope.policy.abandoned_after_days, 3)


def deadline_shown(envelope: Envelope) -> float | None:
    """Return the deadline as readers see it: a clock that stands has none."""
    stands = envelope.paused is not None or envelope.abandoned is not None
    return None if stands else envelope.deadline


def date_at(envelope: Envelope, at: float) -> date:
    """Return the date of a moment in the zone of the match."""
    return datetime.fromtimestamp(at, ZoneInfo(envelope.policy.zone)).date()


def moment_words(envelope: Envelope, at: float) -> str:
    """Return a moment in figures, in the zone of the match: it reads alike in every language."""
    zone = envelope.policy.zone
    return f"{datetime.fromtimestamp(at, ZoneInfo(zone)):%Y-%m-%d %H:%M} ({zone})"


def with_dues(live: Live, now: float) -> Live:
    """Return the match with every moment at which its present step must be looked at."""
    return live.changed(dues=(*_dues(live, now), *share_dues(live.envelope)))


def must_wait(live: Live, now: float) -> bool:
    """Whether all moves are in, but may still be changed: by a delay, or because a seat asked."""
    return _is_held(live, now) or _is_delayed(live, now)


def _is_held(live: Live, now: float) -> bool:
    envelope = live.envelope
    if not envelope.waits or live.awaited:
        return False
    if not set(envelope.waits) & set(live.actors):
        return False
    return envelope.paused is not None or (
        envelope.deadline is not None and now < envelope.deadline
    )


def _is_delayed(live: Live, now: float) -> bool:
    acting = live.actors
    delay = 60 * live.envelope.policy.delay_minutes
    if not delay or len(acting) < 2 or live.awaited:
        return False
    return now < _last_move(live.envelope) + delay


def _dues(live: Live, now: float) -> list[Due]:
    envelope = live.envelope
    deadline, step = deadline_shown(envelope), envelope.step
    if envelope.abandoned is not None and not envelope.over:
        return [_due(envelope, "abandon", abandoned_until(live))]
    if deadline is None or envelope.over:
        return []
    policy = envelope.policy
    found = [_due(envelope, "deadline", deadline)]
    if policy.grace_hours and not _is_held(live, now):
        found = [_due(envelope, "grace", deadline + 3600 * policy.grace_hours)]
    if _is_delayed(live, now) and not _is_held(live, now):
        found.append(_due(envelope, "delay", _last_move(envelope) + 60 * policy.delay_minutes))
    ends = {seat.deputy.ends for seat in envelope.seats if seat.deputy and not seat.deputy.told}
    found += [_due(envelope, "deputy", at) for at in sorted(ends)]
    moments = {at for seat in _reminded(live) for _, at in reminders(envelope, seat, deadline)}
    for at in sorted(moments):
        due = Due(envelope.match, "reminder", step, at)
        if due.at > now + REMIND_LEAST_SECONDS or due in envelope.dues:
            found.append(due)
    return found


def reminders(envelope: Envelope, seat: Seat, deadline: float) -> tuple[tuple[float, float], ...]:
    """Return the hours and the moment of each reminder of a seat: none is in its quiet hours."""
    policy, kept = envelope.policy, envelope.seat(seat)
    return tuple(
        (hours, before_quiet(policy, kept, round(deadline - 3600 * hours, 3)))
        for hours in policy.reminders
    )


def _reminded(live: Live) -> tuple[Seat, ...]:
    return () if is_over(live.state) else live.awaited


def _latest(envelope: Envelope) -> float:
    first = envelope.deadline if envelope.deadline_first is None else envelope.deadline_first
    assert first is not None
    return first + 3600 * envelope.policy.most_extension_hours


def _later(at: float | None, seconds: float) -> float | None:
    return None if at is None else round(at + seconds, 3)


def _last_move(envelope: Envelope) -> float:
    return max(kept.at for kept in envelope.sealed.values())


def _due(envelope: Envelope, kind: Any, at: float) -> Due:
    return Due(envelope.match, kind, envelope.step, round(at, 3))
