"""The time policy of a match, and when a deadline falls: zone arithmetic without a clock."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from stagepost_contracts.errors import Problem
from stagepost_contracts.texts import say

HOURS_MOST = 24 * 60
REMINDERS_MOST = 5


class Policy(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How long a seat has.

    A phase's deadline is `hours` after it opens, never less than `least_hours`, moved on to
    `at_hour` (0 to 23, in `zone`) and to one of `weekdays` (0 is Monday) where those are set.
    A move within `grace_hours` after it still counts, recorded as late; the default is played
    at the end of the grace. `reminders` are hours before the deadline.
    `delay_minutes` is the time to change one's mind after the last move of a phase of several.
    """

    hours: float = 48.0
    least_hours: float = 12.0
    grace_hours: float = 0.0
    delay_minutes: float = 0.0
    at_hour: int | None = None
    weekdays: tuple[int, ...] = ()
    zone: str = "UTC"
    reminders: tuple[float, ...] = ()


def checked_policy(policy: Policy) -> Policy:
    """Return `policy`. Raises Problem `bad-policy` naming the value that cannot be."""
    _bound("hours", policy.hours, 0.0, HOURS_MOST, open_below=True)
    _bound("least_hours", policy.least_hours, 0.0, HOURS_MOST)
    _bound("grace_hours", policy.grace_hours, 0.0, 24 * 7)
    _bound("delay_minutes", policy.delay_minutes, 0.0, 24 * 60)
    if policy.at_hour is not None:
        _bound("at_hour", policy.at_hour, 0, 23)
    for day in policy.weekdays:
        _bound("weekdays", day, 0, 6)
    if len(policy.reminders) > REMINDERS_MOST:
        raise Problem(
            "bad-policy", say("At most {most} reminders.", most=REMINDERS_MOST), field="reminders"
        )
    for hours in policy.reminders:
        _bound("reminders", hours, 0.0, HOURS_MOST, open_below=True)
    checked_zone(policy.zone)
    return policy


def checked_zone(zone: str) -> str:
    """Return `zone` if it is a name of the IANA time zone database. Raises Problem."""
    try:
        ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise Problem(
            "bad-policy",
            say("“{zone}” is not a time zone; write a name such as Europe/Warsaw.", zone=zone),
            field="zone",
        ) from error
    return zone


def deadline_after(policy: Policy, now: float) -> float:
    """Return the deadline of a phase that opens at `now`, both in seconds since 1970 UTC.

    Hours are elapsed hours, also across a change of the clocks; the hour of day is the wall
    clock's. A time that the clocks skip is moved on by the length of the gap (as RFC 5545 reads
    it); of one that comes twice, the later is taken.
    """
    due = now + 3600 * max(policy.hours, policy.least_hours if policy.at_hour is not None else 0)
    if policy.at_hour is None and not policy.weekdays:
        return due
    zone = ZoneInfo(policy.zone)
    local = datetime.fromtimestamp(due, zone)
    if policy.at_hour is None:
        while policy.weekdays and local.weekday() not in policy.weekdays:
            local += timedelta(days=1)
        return _moment(local)
    return _moment_at_hour(local, policy, due)


def _moment_at_hour(local: datetime, policy: Policy, earliest: float) -> float:
    at_hour = policy.at_hour or 0
    day = local.replace(hour=at_hour, minute=0, second=0, microsecond=0)
    while _moment(day) < earliest or (policy.weekdays and day.weekday() not in policy.weekdays):
        day += timedelta(days=1)
    return _moment(day)


def _moment(local: datetime) -> float:
    """Return the instant of a wall-clock time, the later one where it comes twice."""
    later = local.replace(fold=1)
    back = datetime.fromtimestamp(later.timestamp(), local.tzinfo)
    in_gap = back.replace(tzinfo=None) != local.replace(tzinfo=None)
    return (local.replace(fold=0) if in_gap else later).timestamp()


def _bound(name: str, value: float, least: float, most: float, *, open_below: bool = False) -> None:
    if not (least < value if open_below else least <= value) or not value <= most:
        raise Problem(
            "bad-policy",
            say(
                "{name} is {value}; it runs from {least} to {most}.",
                name=name,
                value=f"{value:g}",
                least=f"{least:g}",
                most=f"{most:g}",
            ),
            field=name,
        )
