"""The time policy of a match, and when a deadline falls: zone arithmetic without a clock."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from stagepost_contracts.errors import Problem
from stagepost_contracts.texts import say

HOURS_MOST = 24 * 60
REMINDERS_MOST = 5
EXTENSIONS_MOST = 20
QUORUM_MOST = 8
OFF_DAYS_MOST = 5
AWAY_DAYS_MOST = 365
MISSES_MOST = 50
ABANDONED_DAYS_MOST = 365
HOLIDAYS_MOST = 400
FREE_DAYS_MOST = 800  # in a row that a deadline is moved over


class Absence(msgspec.Struct, frozen=True):
    """The dates of an absence, both included, in the zone of the match."""

    first: date
    last: date

    @property
    def days(self) -> tuple[date, ...]:
        """Every date of it."""
        count = (self.last - self.first).days + 1
        return tuple(self.first + timedelta(days=number) for number in range(count))


class Policy(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How long a seat has.

    A phase's deadline is `hours` after it opens, never less than `least_hours`, moved on to
    `at_hour` (0 to 23, in `zone`) and to one of `weekdays` (0 is Monday) where those are set.
    A move within `grace_hours` after it still counts, recorded as late; the default is played
    at the end of the grace. `reminders` are hours before the deadline.
    `delay_minutes` is the time to change one's mind after the last move of a phase of several.

    No deadline falls on one of `holidays`, nor on those of `country` (ISO 3166, `PL`), which are
    made into dates when the match is. A deadline is moved behind the absences of those it waits
    for, of `away_days` for each player, and by their extensions, `extensions` for each; all of
    this and outages move the deadline of one step by `most_extension_hours` together at the most.
    An extension counts once `extend_quorum` seats ask for it. An absence moves a deadline that has
    begun only with `away_moves_running`. A deadline is moved out of the first `off_days` days of
    the week on which a player never plays, too, and out of a player's quiet hours.
    After `at_risk_after` misses in a row a seat is at risk, after `vacant_after` it is vacant and
    a stand-in plays for it; 0 is never. A match that every player has left stands still, and is
    closed after `abandoned_after_days` of that.

    An observer and the host, who plays by no token of a seat, see the game as it stood
    `spoiler_hours` ago; once the match is over, as it is.
    """

    hours: float = 48.0
    least_hours: float = 12.0
    grace_hours: float = 0.0
    delay_minutes: float = 0.0
    at_hour: int | None = None
    weekdays: tuple[int, ...] = ()
    zone: str = "UTC"
    reminders: tuple[float, ...] = ()
    holidays: tuple[date, ...] = ()
    country: str = ""
    most_extension_hours: float = 168.0
    extensions: int = 2
    away_days: int = 21
    at_risk_after: int = 2
    vacant_after: int = 0
    extend_quorum: int = 1
    away_moves_running: bool = False
    off_days: int = 2
    abandoned_after_days: float = 14.0
    spoiler_hours: float = 0.0


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
    _bound("holidays", len(policy.holidays), 0, HOLIDAYS_MOST)
    _bound("most_extension_hours", policy.most_extension_hours, 0.0, HOURS_MOST)
    _bound("extensions", policy.extensions, 0, EXTENSIONS_MOST)
    _bound("extend_quorum", policy.extend_quorum, 1, QUORUM_MOST)
    _bound("off_days", policy.off_days, 0, OFF_DAYS_MOST)
    _bound("away_days", policy.away_days, 0, AWAY_DAYS_MOST)
    _bound("at_risk_after", policy.at_risk_after, 0, MISSES_MOST)
    _bound("vacant_after", policy.vacant_after, 0, MISSES_MOST)
    _bound("abandoned_after_days", policy.abandoned_after_days, 0, ABANDONED_DAYS_MOST)
    _bound("spoiler_hours", policy.spoiler_hours, 0.0, HOURS_MOST)
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


def deadline_after(policy: Policy, now: float, away: Collection[date] = ()) -> float:
    """Return the deadline of a phase that opens at `now`, both in seconds since 1970 UTC.

    Hours are elapsed hours, also across a change of the clocks; the hour of day is the wall
    clock's. A time that the clocks skip is moved on by the length of the gap (as RFC 5545 reads
    it); of one that comes twice, the later is taken. `away` are dates to be moved over as well.
    """
    due = now + 3600 * max(policy.hours, policy.least_hours if policy.at_hour is not None else 0)
    free = {*policy.holidays, *away}
    if policy.at_hour is None and not policy.weekdays and not free:
        return due
    if policy.at_hour is None:
        return working_moment(policy, due, away)
    local = datetime.fromtimestamp(due, ZoneInfo(policy.zone))
    day = local.replace(hour=policy.at_hour, minute=0, second=0, microsecond=0)
    if _moment(day) < due:
        day += timedelta(days=1)
    return _moment(_working(day, policy, free))


def working_moment(policy: Policy, at: float, away: Collection[date] = ()) -> float:
    """Return the first moment from `at` on, by whole days, on which a deadline may fall."""
    local = datetime.fromtimestamp(at, ZoneInfo(policy.zone))
    day = _working(local, policy, {*policy.holidays, *away})
    return at if day is local else _moment(day)


def next_day(at: float, zone: str) -> float:
    """Return the same time of day a day later, by the wall clock of the zone."""
    return _moment(datetime.fromtimestamp(at, ZoneInfo(zone)) + timedelta(days=1))


def clock_moment(day: date, hour: int, zone: str) -> float:
    """Return the instant of an hour of a date by the wall clock of the zone."""
    return _moment(datetime(day.year, day.month, day.day, hour, tzinfo=ZoneInfo(zone)))


def _working(local: datetime, policy: Policy, free: set[date]) -> datetime:
    """Return the first time of day from `local` on, whose date is none that is moved over.

    A date that never was, when a zone went over the date line, falls on the one after it.
    """
    for _ in range(FREE_DAYS_MOST):
        real = datetime.fromtimestamp(_moment(local), local.tzinfo)
        if real.date() not in free and (not policy.weekdays or real.weekday() in policy.weekdays):
            break
        local += timedelta(days=1)
    return local


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
