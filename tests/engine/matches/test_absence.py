"""AWAY: deadlines to come are moved behind the dates; those that run stay."""

from datetime import date

import pytest
from tables import START, fault_of, laid, said

from stagepost_contracts.policy import Absence, Policy
from stagepost_engine.matches.access import OBSERVER
from stagepost_engine.matches.seen import seen

DAY = 86400
LOBBY = {"Anna": "BID 500", "Piotr": "BID 100", "Marcin": "BID 200", "Krzysiek": "BID 300"}


def told(answer) -> list[str]:
    return [said(text) for text in answer.told]


def infrastructure(table):
    """Play on to the first seat that builds: Anna, or the seat to her left."""
    for seat, line in LOBBY.items():
        table.says(seat, line)
    while table.phase != "infrastructure":
        table.says(table.awaited[0], "EXEMPT nobody")
    return table.awaited[0]


def test_a_deadline_that_is_still_to_come_is_moved_behind_the_dates():
    """Friday 15 January 2027, 08:00: 48 hours fall on the 17th, the first free day is the 21st."""
    plain, away = laid(), laid()
    first = infrastructure(plain)
    away.says(first, "AWAY 16 Jan TO 20 Jan")
    infrastructure(away)

    assert plain.live.envelope.deadline == START + 2 * DAY
    assert away.live.envelope.deadline == START + 6 * DAY


def test_a_deadline_that_runs_stays():
    table = laid()
    table.says("Anna", "AWAY 16 Jan TO 20 Jan")

    assert table.live.envelope.deadline == START + 2 * DAY


def test_a_deadline_that_does_not_wait_for_the_seat_stays():
    plain = laid()
    first = infrastructure(plain)
    other = next(seat for seat in LOBBY if seat != first)
    table = laid()
    table.says(other, "AWAY 16 Jan TO 20 Jan")
    infrastructure(table)

    assert table.live.envelope.deadline == START + 2 * DAY


def test_no_absence_moves_a_deadline_beyond_the_cap():
    table = laid(policy=Policy(most_extension_hours=24))
    first = infrastructure(laid())
    table.says(first, "AWAY 16 Jan TO 30 Jan")
    infrastructure(table)

    assert table.live.envelope.deadline == START + 3 * DAY


def test_the_receipt_names_the_dates_and_the_days_left():
    answer = laid().says("Anna", "away 20 jan to 22 jan")

    assert told(answer)[0].startswith("You are away from 2027-01-20 to 2027-01-22:")
    assert told(answer)[1] == "You have 18 days away left in this match."


def test_the_budget_of_days_is_the_seats_own_for_the_whole_match():
    table = laid(policy=Policy(away_days=5))
    table.says("Anna", "AWAY 20 Jan TO 22 Jan")
    answer = table.says("Anna", "AWAY 1 Feb TO 3 Feb")

    assert fault_of(answer) == (
        "That is 3 days away; of the 5 that this match gives you, 2 are left. Fewer days would "
        "do, or ask your host."
    )
    assert table.says("Piotr", "AWAY 1 Feb TO 3 Feb").fault is None


def test_the_same_days_twice_are_used_once():
    table = laid(policy=Policy(away_days=5))
    table.says("Anna", "AWAY 20 Jan TO 22 Jan")
    table.says("Anna", "AWAY 21 Jan TO 24 Jan")

    assert table.live.envelope.seat("Anna").away == (Absence(date(2027, 1, 20), date(2027, 1, 24)),)


def test_back_gives_up_the_days_to_come():
    table = laid()
    table.says("Anna", "AWAY 15 Jan TO 22 Jan")
    table.now += DAY
    answer = table.says("Anna", "BACK")

    assert told(answer)[:2] == ["Welcome back.", "You have 20 days away left in this match."]
    assert table.live.envelope.seat("Anna").away == (Absence(date(2027, 1, 15), date(2027, 1, 15)),)


def test_everybody_sees_who_is_away_and_is_told():
    table = laid()
    table.says("Anna", "AWAY 20 Jan TO 22 Jan")
    seats = {seat.name: seat.away for seat in seen(table.live, OBSERVER).seats}

    assert seats["Anna"] == (Absence(date(2027, 1, 20), date(2027, 1, 22)),)
    assert seats["Piotr"] == ()
    assert said(table.live.envelope.news[-1].text) == "Anna is away from 2027-01-20 to 2027-01-22."


def test_away_before_the_start():
    table = laid(starts_in_hours=24.0)
    table.says("Anna", "AWAY 16 Jan TO 20 Jan", step=0)
    table.falls("start")

    assert table.live.envelope.deadline == START + 6 * DAY


@pytest.mark.parametrize("line", ["AWAY soon", "AWAY 31 Feb", "AWAY"])
def test_what_is_no_date_is_refused_with_what_would_do(line):
    answer = laid().says("Anna", line)

    assert answer.fault.code == "unreadable"
    assert "AWAY" in fault_of(answer)


def test_dates_that_are_past_are_refused_with_today():
    answer = laid().says("Anna", "AWAY 2027-01-02 TO 2027-01-05")

    assert "today is 2027-01-15" in fault_of(answer)


@pytest.mark.parametrize(
    "prose", ["Back from the sea, what a week!", "Wait, I am not sure yet", "Always fun", "Play on"]
)
def test_prose_that_begins_like_a_command_is_prose(prose):
    table = laid()
    table.says("Anna", "AWAY 20 Jan")
    answer = table.says("Anna", prose, "BID 300")

    assert answer.fault is None
    assert answer.readings[0].kind == "prose"
    assert answer.sealed == ("BID 300",)
