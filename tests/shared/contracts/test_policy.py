"""Deadlines: elapsed hours, wall-clock hours, weekdays, and the two nights when clocks jump."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stagepost_contracts.errors import Problem
from stagepost_contracts.policy import Policy, checked_policy, deadline_after

WARSAW = "Europe/Warsaw"


def at(text: str, zone: str = WARSAW) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


def shown(moment: float, zone: str = WARSAW) -> str:
    return datetime.fromtimestamp(moment, ZoneInfo(zone)).strftime("%a %Y-%m-%d %H:%M %z")


def test_hours_are_elapsed_hours():
    assert deadline_after(Policy(hours=36), 1000.0) == 1000.0 + 36 * 3600


def test_hours_are_elapsed_hours_across_the_change_to_summer_time():
    """The night of 29 March 2026 has 23 hours in Warsaw."""
    due = deadline_after(Policy(hours=24, zone=WARSAW), at("2026-03-28T20:00"))

    assert shown(due) == "Sun 2026-03-29 21:00 +0200"


def test_an_hour_of_day_is_the_wall_clocks_on_both_sides_of_a_change():
    policy = Policy(hours=24, at_hour=20, zone=WARSAW)

    assert shown(deadline_after(policy, at("2026-03-28T19:00"))) == "Sun 2026-03-29 20:00 +0200"
    assert shown(deadline_after(policy, at("2026-10-24T19:00"))) == "Sun 2026-10-25 20:00 +0100"


def test_an_hour_that_the_clocks_skip_is_moved_on_by_the_gap():
    """02:00 to 03:00 does not exist in Warsaw on 29 March 2026."""
    due = deadline_after(Policy(hours=12, at_hour=2, zone=WARSAW), at("2026-03-28T10:00"))

    assert shown(due) == "Sun 2026-03-29 03:00 +0200"


def test_of_an_hour_that_comes_twice_the_later_is_taken():
    """02:00 to 03:00 comes twice in Warsaw on 25 October 2026."""
    due = deadline_after(Policy(hours=12, at_hour=2, zone=WARSAW), at("2026-10-24T10:00"))

    assert shown(due) == "Sun 2026-10-25 02:00 +0100"


def test_a_weekday_is_waited_for():
    policy = Policy(hours=24, at_hour=18, weekdays=(4,), zone=WARSAW)

    assert shown(deadline_after(policy, at("2026-11-28T12:00"))) == "Fri 2026-12-04 18:00 +0100"


def test_least_hours_keep_a_fixed_hour_from_coming_too_soon():
    policy = Policy(hours=1, least_hours=12, at_hour=20, zone=WARSAW)

    assert shown(deadline_after(policy, at("2026-11-28T19:00"))) == "Sun 2026-11-29 20:00 +0100"


def test_the_last_day_of_february_in_a_leap_year():
    policy = Policy(hours=24, at_hour=9, zone="Asia/Seoul")

    assert shown(deadline_after(policy, at("2028-02-28T08:00", "Asia/Seoul")), "Asia/Seoul") == (
        "Tue 2028-02-29 09:00 +0900"
    )


@given(
    now=st.floats(1.6e9, 2.2e9),
    hours=st.floats(0.1, 200),
    at_hour=st.one_of(st.none(), st.integers(0, 23)),
    weekdays=st.sets(st.integers(0, 6), max_size=6).map(lambda days: tuple(sorted(days))),
    zone=st.sampled_from([WARSAW, "UTC", "Asia/Seoul", "America/New_York", "Australia/Lord_Howe"]),
)
def test_a_deadline_is_never_before_its_hours_and_never_more_than_nine_days_after(
    now, hours, at_hour, weekdays, zone
):
    policy = Policy(hours=hours, at_hour=at_hour, weekdays=weekdays, zone=zone)
    due = deadline_after(policy, now)
    local = datetime.fromtimestamp(due, ZoneInfo(zone))

    assert due >= now + hours * 3600 - 1e-3
    assert due <= now + max(hours, 12) * 3600 + 9 * 86400
    assert not weekdays or local.weekday() in weekdays


@pytest.mark.parametrize(
    ("policy", "field"),
    [
        (Policy(hours=0), "hours"),
        (Policy(hours=float("nan")), "hours"),
        (Policy(hours=float("inf")), "hours"),
        (Policy(grace_hours=-1), "grace_hours"),
        (Policy(at_hour=24), "at_hour"),
        (Policy(weekdays=(7,)), "weekdays"),
        (Policy(zone="Warsaw"), "zone"),
        (Policy(zone="../etc/passwd"), "zone"),
        (Policy(reminders=(1.0,) * 6), "reminders"),
    ],
)
def test_a_policy_that_cannot_be_names_its_field(policy, field):
    with pytest.raises(Problem) as caught:
        checked_policy(policy)

    assert (caught.value.code, caught.value.field) == ("bad-policy", field)
