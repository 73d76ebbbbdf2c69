"""A deadline and reminders kept out of the free time of those that they are for."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from stagepost_contracts.ids import Seat
from stagepost_contracts.policy import Policy, clock_moment, next_day, working_moment
from stagepost_engine.matches.envelope import Envelope, KeptSeat

TRIES_MOST: Final = 2000  # more moves than lie in the longest extension
BEFORE_QUIET_SECONDS: Final = 300.0


def freed(envelope: Envelope, seats: Sequence[Seat], start: float, latest: float) -> float:
    """Return the first moment from `start` on that is free of nobody's absence or habit.

    It is `latest` where there is none up to then; quiet hours that leave no moment are not kept.
    """
    kept = tuple(envelope.seat(seat) for seat in seats)
    for hours_kept in (True, False):
        moment = _freed(envelope.policy, kept, start, latest, quiet=hours_kept)
        if moment is not None:
            return moment
    return latest


def zone_of(policy: Policy, kept: KeptSeat) -> str:
    """Return the zone in which the seat's player lives."""
    return kept.time.zone or policy.zone


def is_quiet(policy: Policy, kept: KeptSeat, at: float) -> bool:
    """Whether a moment lies in the seat's quiet hours."""
    return kept.time.quiet is not None and _quiet_end(policy, kept, at) > at


def before_quiet(policy: Policy, kept: KeptSeat, at: float) -> float:
    """Return the moment, or one shortly before the quiet hours that it lies in."""
    if not is_quiet(policy, kept, at):
        return at
    assert kept.time.quiet is not None
    since, _ = kept.time.quiet
    zone = zone_of(policy, kept)
    local = datetime.fromtimestamp(at, ZoneInfo(zone))
    day = local.date() if local.hour >= since else local.date() - timedelta(days=1)
    return round(clock_moment(day, since, zone) - BEFORE_QUIET_SECONDS, 3)


def _freed(
    policy: Policy, seats: Sequence[KeptSeat], start: float, latest: float, *, quiet: bool
) -> float | None:
    away = {day for kept in seats for gone in kept.away for day in gone.days}
    moment = start
    for _ in range(TRIES_MOST):
        if moment > latest:
            return None
        later = working_moment(policy, moment, away)
        for kept in seats:
            later = _not_off(policy, kept, later)
            later = _quiet_end(policy, kept, later) if quiet else later
        if later == moment:
            return moment
        moment = later
    return None


def _not_off(policy: Policy, kept: KeptSeat, at: float) -> float:
    """Return the first moment from `at` on, by whole days, that is on none of the days off."""
    zone = ZoneInfo(zone_of(policy, kept))
    off = kept.time.off_days[: policy.off_days]
    for _ in range(len(off)):
        if datetime.fromtimestamp(at, zone).weekday() not in off:
            break
        at = next_day(at, policy.zone)
    return at


def _quiet_end(policy: Policy, kept: KeptSeat, at: float) -> float:
    """Return the end of the quiet hours that the moment lies in; else the moment."""
    if kept.time.quiet is None:
        return at
    since, until = kept.time.quiet
    zone = zone_of(policy, kept)
    local = datetime.fromtimestamp(at, ZoneInfo(zone))
    day = local.date()
    if since < until and since <= local.hour < until:
        return max(at, clock_moment(day, until, zone))
    if since > until and local.hour >= since:
        return max(at, clock_moment(day + timedelta(days=1), until, zone))
    if since > until and local.hour < until:
        return max(at, clock_moment(day, until, zone))
    return at
