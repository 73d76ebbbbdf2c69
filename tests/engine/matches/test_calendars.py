"""A country's holidays become dates when the match is made; no deadline falls on one."""

from datetime import date

import pytest
from tables import START

from stagepost_contracts.errors import Problem
from stagepost_contracts.policy import Policy, deadline_after
from stagepost_engine.matches.calendars import checked_country, with_calendar


def test_the_holidays_of_a_country_are_dates_of_the_policy():
    policy = with_calendar(Policy(country="PL", holidays=(date(2027, 7, 7),)), START)

    assert {date(2027, 5, 3), date(2027, 11, 11), date(2027, 7, 7)} <= set(policy.holidays)


def test_without_a_country_nothing_changes():
    policy = Policy(hours=5)

    assert with_calendar(policy, START) is policy


def test_an_unknown_country_is_refused():
    with pytest.raises(Problem) as refused:
        checked_country("ATLANTIS")

    assert (refused.value.code, refused.value.field) == ("bad-policy", "policy.country")


def test_a_deadline_is_moved_behind_holidays_at_its_own_hour():
    """START is a Friday in January 2027, 08:00 UTC."""
    free = (date(2027, 1, 16), date(2027, 1, 17))

    assert deadline_after(Policy(hours=24, holidays=free), START) == START + 72 * 3600


def test_a_fixed_hour_on_working_weekdays_only():
    policy = Policy(hours=24, at_hour=20, weekdays=(5, 6), holidays=(date(2027, 1, 16),))

    assert deadline_after(policy, START) == deadline_after(
        Policy(hours=24, at_hour=20, weekdays=(6,)), START
    )
