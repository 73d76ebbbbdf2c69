"""Deadlines hold in every zone: clocks that jump, leap days, dates that never were."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from stagepost_contracts.policy import (
    Policy,
    clock_moment,
    deadline_after,
    next_day,
    working_moment,
)
from stagepost_texts.moments import hours_left, moment

HOUR, DAY = 3600, 86400
WEEK = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
ZONES = (
    "UTC",
    "Europe/Warsaw",
    "America/New_York",
    "America/Sao_Paulo",  # no summer time since 2019, before that at midnight
    "Asia/Seoul",  # summer time in 1987 and 1988 only
    "Pacific/Apia",  # 30 December 2011 never was
    "Africa/Casablanca",  # the other way round in Ramadan
    "Australia/Lord_Howe",  # half an hour
    "Asia/Kathmandu",
)
JUMPS = tuple(
    datetime.fromisoformat(day).replace(tzinfo=ZoneInfo(zone)).timestamp()
    for zone, day in (
        ("Europe/Warsaw", "2026-03-29T02:00"),
        ("Europe/Warsaw", "2026-10-25T02:00"),
        ("America/Sao_Paulo", "2018-11-04T00:00"),
        ("America/Sao_Paulo", "2019-02-17T00:00"),
        ("Asia/Seoul", "1988-05-08T02:00"),
        ("Asia/Seoul", "1988-10-09T02:00"),
        ("Pacific/Apia", "2011-12-29T23:00"),
        ("Africa/Casablanca", "2026-02-15T03:00"),
        ("Australia/Lord_Howe", "2026-04-05T02:00"),
        ("UTC", "2028-02-28T12:00"),
        ("UTC", "2100-02-28T12:00"),
    )
)
NEAR_JUMPS = st.builds(
    lambda jump, hours: float(jump + hours * HOUR),
    st.sampled_from(JUMPS),
    st.integers(min_value=-100, max_value=30),
)
ANY_DAY = st.integers(min_value=315_532_800, max_value=4_102_444_800).map(float)
NOWS = NEAR_JUMPS | ANY_DAY
HOURS = st.sampled_from([0.5, 6.0, 24.0, 36.0, 48.0, 72.0])
DAYS = st.sets(st.integers(0, 6), max_size=6).map(lambda days: tuple(sorted(days)))


def local(at: float, zone: str) -> datetime:
    return datetime.fromtimestamp(at, ZoneInfo(zone))


def exists(wall: datetime, zone: str) -> bool:
    """Whether a wall-clock time ever comes in the zone."""
    at = wall.replace(tzinfo=ZoneInfo(zone)).timestamp()
    return local(at, zone).replace(tzinfo=None) == wall


@given(now=NOWS, hours=HOURS, zone=st.sampled_from(ZONES), hour=st.integers(0, 23))
def test_a_fixed_hour_is_the_wall_clocks_unless_it_never_comes_that_day(now, hours, zone, hour):
    policy = Policy(hours=hours, least_hours=0, at_hour=hour, zone=zone)
    due = deadline_after(policy, now)
    shown = local(due, zone)
    wall = datetime(shown.year, shown.month, shown.day, hour)  # noqa: DTZ001

    assert due >= now + hours * HOUR
    assert due - now <= hours * HOUR + 2 * DAY + 2 * HOUR
    assert (shown.hour, shown.minute) == (hour, 0) or not exists(wall, zone)


@given(now=NOWS, hours=HOURS, zone=st.sampled_from(ZONES), days=DAYS, hour=st.none() | st.just(20))
@example(now=JUMPS[6], hours=6.0, zone="Pacific/Apia", days=(4,), hour=20)
@example(now=JUMPS[6] - 40 * HOUR, hours=24.0, zone="Pacific/Apia", days=(4,), hour=None)
def test_a_weekday_is_that_of_the_date_on_which_it_really_falls(now, hours, zone, days, hour):
    policy = Policy(hours=hours, least_hours=0, weekdays=days, zone=zone, at_hour=hour)
    due = deadline_after(policy, now)

    assert not days or local(due, zone).weekday() in days
    assert due >= now + hours * HOUR


@given(now=NOWS, zone=st.sampled_from(ZONES), off=st.sets(st.integers(0, 8), max_size=6))
@example(now=JUMPS[6], zone="Pacific/Apia", off={1, 2})
def test_no_deadline_falls_on_a_holiday_or_an_absence(now, zone, off):
    start = local(now, zone).date()
    holidays = tuple(start + timedelta(days=number) for number in sorted(off) if number % 2)
    away = {start + timedelta(days=number) for number in off if not number % 2}
    policy = Policy(hours=24, holidays=holidays, zone=zone)
    due = deadline_after(policy, now, away)

    assert local(due, zone).date() not in {*holidays, *away}
    assert due == working_moment(policy, due, away)
    assert due - now <= (24 + 26 * (len(off) + 2)) * HOUR


@given(at=NOWS, zone=st.sampled_from(ZONES))
def test_the_next_day_is_a_later_date_by_the_same_clock(at, zone):
    later = next_day(at, zone)
    before, after = local(at, zone), local(later, zone)
    wall = before.replace(tzinfo=None) + timedelta(days=1)

    assert after.date() > before.date()
    assert after.replace(tzinfo=None) == wall or not exists(wall, zone)


@pytest.mark.parametrize(
    ("day", "hour", "zone", "told"),
    [
        (date(2026, 3, 29), 7, "Europe/Warsaw", "Sun 29 Mar 2026, 07:00 (Europe/Warsaw)"),
        (date(2026, 3, 29), 2, "Europe/Warsaw", "Sun 29 Mar 2026, 03:00 (Europe/Warsaw)"),
        (date(2018, 11, 4), 0, "America/Sao_Paulo", "Sun 4 Nov 2018, 01:00 (America/Sao_Paulo)"),
        (date(2026, 11, 1), 0, "America/Sao_Paulo", "Sun 1 Nov 2026, 00:00 (America/Sao_Paulo)"),
        (date(1988, 5, 8), 2, "Asia/Seoul", "Sun 8 May 1988, 03:00 (Asia/Seoul)"),
        (date(2026, 5, 8), 2, "Asia/Seoul", "Fri 8 May 2026, 02:00 (Asia/Seoul)"),
        (date(2011, 12, 30), 9, "Pacific/Apia", "Sat 31 Dec 2011, 09:00 (Pacific/Apia)"),
        (date(2028, 2, 29), 20, "Europe/Warsaw", "Tue 29 Feb 2028, 20:00 (Europe/Warsaw)"),
    ],
)
def test_an_hour_of_a_date_in_zones_that_changed_their_rules(day, hour, zone, told):
    assert moment(clock_moment(day, hour, zone), zone, "en") == told


@given(at=NOWS, zone=st.sampled_from(ZONES))
def test_a_reader_is_told_the_weekday_and_the_wall_clock_of_their_own_zone(at, zone):
    day = local(at, zone)
    week, number, month, year, clock, name = moment(at, zone, "en").replace(",", "").split()

    assert (week, int(number), int(year)) == (WEEK[day.weekday()], day.day, day.year)
    assert month[:3] == MONTHS[day.month - 1]
    assert (clock, name) == (f"{day:%H:%M}", f"({zone})")


@given(now=NOWS, zone=st.sampled_from(ZONES), hours=st.integers(2, 72))
def test_the_hours_left_are_elapsed_hours_also_over_a_jump(now, zone, hours):
    policy = Policy(hours=hours, zone=zone)

    assert hours_left(deadline_after(policy, now), now, "en") == f"{hours} hours"
