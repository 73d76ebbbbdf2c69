"""Outages: a deadline that ran in one moves by its length, once, within the cap."""

from tables import START, laid, said

from stagepost_contracts.policy import Policy
from stagepost_engine.matches.command import Outage

HOUR = 3600
SINCE, UNTIL = START + 10 * HOUR, START + 13 * HOUR


def after(table, since=SINCE, until=UNTIL):
    table.now = max(table.now, until)
    table.does(Outage(since, until))
    return table


def hours(table) -> float:
    return (table.live.envelope.deadline - START) / HOUR


def test_a_deadline_that_ran_in_the_gap_moves_by_its_length():
    table = after(laid())

    assert hours(table) == 51
    assert table.live.envelope.dues[0].at == table.live.envelope.deadline


def test_a_gap_of_less_than_fifteen_minutes_moves_nothing():
    assert hours(after(laid(), SINCE, SINCE + 899)) == 48
    assert hours(after(laid(), SINCE, SINCE + 900)) == 48.25


def test_twice_is_once():
    assert hours(after(after(laid()))) == 51


def test_of_two_reports_that_overlap_each_moment_counts_once():
    assert hours(after(after(laid()), SINCE + HOUR, UNTIL + 2 * HOUR)) == 53


def test_only_what_the_step_was_open_for_counts():
    assert hours(after(laid(), START - 5 * HOUR, START + 2 * HOUR)) == 50


def test_a_deadline_that_was_past_stays():
    table = laid()

    assert hours(after(table, START + 49 * HOUR, START + 60 * HOUR)) == 48


def test_a_grace_that_ran_in_the_gap_moves_as_well():
    table = laid(policy=Policy(grace_hours=6))

    assert hours(after(table, START + 49 * HOUR, START + 52 * HOUR)) == 51


def test_no_outage_moves_a_deadline_beyond_the_cap():
    table = laid(policy=Policy(most_extension_hours=2))

    assert hours(after(table)) == 50


def test_a_clock_that_stands_is_not_moved():
    table = laid()
    for seat in ("Anna", "Piotr", "Marcin"):
        table.says(seat, "PAUSE")

    assert hours(after(table)) == 48


def test_the_whole_table_is_told():
    table = laid()
    table.notices.clear()
    after(table)
    told = {notice.seat: said(notice.body.news[-1]) for notice in table.notices}

    assert set(told) == {"Anna", "Piotr", "Marcin", "Krzysiek"}
    assert set(told.values()) == {
        "The house was out of order for 180 minutes; the deadline is now 2027-01-17 11:00 (UTC)."
    }
