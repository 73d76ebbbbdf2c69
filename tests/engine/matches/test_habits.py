"""OFF DAYS, QUIET and the player's own zone: what a deadline that is still to come keeps free."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace
from outputs import outputs_for
from tables import START, fault_of, laid, said

from stagepost_contracts.dues import Due
from stagepost_contracts.ids import MatchId
from stagepost_contracts.policy import Policy
from stagepost_contracts.reports import ReminderReady
from stagepost_engine.matches.command import ShareHabit
from stagepost_engine.matches.envelope import with_seats
from stagepost_engine.matches.grammar import command_forms
from stagepost_engine.matches.habits import Habit
from stagepost_engine.matches.reminding import judged

HOUR, DAY = 3600, 86400
LOBBY = {"Anna": "BID 500", "Piotr": "BID 100", "Marcin": "BID 200", "Krzysiek": "BID 300"}


def told(answer) -> list[str]:
    return [said(text) for text in answer.told]


def deadline(table) -> float:
    return table.live.envelope.deadline


def infrastructure(table):
    """Play on to the first seat that builds."""
    for seat, line in LOBBY.items():
        table.says(seat, line)
    while table.phase != "infrastructure":
        table.says(table.awaited[0], "EXEMPT nobody")
    return table.awaited[0]


def living_in(table, seat: str, zone: str):
    time = table.live.envelope.seat(seat).time
    changed = {seat: {"time": replace(time, zone=zone)}}
    table.live = table.live.with_envelope(with_seats(table.live.envelope, changed))


def test_a_deadline_to_come_falls_on_no_day_off_of_those_it_waits_for():
    """48 hours after Friday 15 January 2027, 08:00, is a Sunday."""
    first = infrastructure(laid())
    table = laid()
    table.says(first, "OFF DAYS SAT, SUN")
    infrastructure(table)

    assert deadline(table) == START + 3 * DAY
    assert datetime.fromtimestamp(deadline(table), UTC).weekday() == 0


def test_a_deadline_that_runs_stays_where_it_is():
    table = laid()
    table.says("Anna", "OFF DAYS SUN", "QUIET 6 TO 12")

    assert deadline(table) == START + 2 * DAY


def test_days_off_are_counted_in_the_players_own_zone():
    """Sunday 08:00 UTC is still Saturday in Honolulu."""
    first = infrastructure(laid())
    table = laid()
    living_in(table, first, "Pacific/Honolulu")
    table.says(first, "OFF DAYS SUN")
    infrastructure(table)
    local = datetime.fromtimestamp(deadline(table), ZoneInfo("Pacific/Honolulu"))

    assert deadline(table) == START + 2 * DAY
    assert local.weekday() == 5


def test_a_deadline_to_come_falls_behind_quiet_hours_in_the_players_own_zone():
    """08:00 UTC is 03:00 in New York."""
    first = infrastructure(laid())
    table = laid()
    living_in(table, first, "America/New_York")
    answer = table.says(first, "QUIET 22 TO 7")
    infrastructure(table)

    assert deadline(table) == START + 2 * DAY + 4 * HOUR
    assert "22:00 to 07:00 (America/New_York)" in told(answer)[0]


def test_days_off_and_quiet_hours_stay_within_the_cap():
    first = infrastructure(laid())
    table = laid(policy=Policy(most_extension_hours=10))
    table.says(first, "OFF DAYS SUN", "QUIET 22 TO 7")
    infrastructure(table)

    assert deadline(table) == START + 2 * DAY + 10 * HOUR


def test_quiet_hours_of_all_that_leave_no_moment_move_nothing():
    table = laid()
    table.says("Anna", "QUIET 0 TO 12")
    table.says("Piotr", "QUIET 12 TO 0")
    for seat, line in LOBBY.items():
        table.says(seat, line)
    while len(table.awaited) < 2 and not table.live.envelope.over:
        table.falls("deadline")
    opened = table.live.envelope.opened_at

    assert {"Anna", "Piotr"} <= set(table.awaited)
    assert deadline(table) == pytest.approx(opened + 2 * DAY, abs=0.01)


def test_a_match_counts_as_many_days_off_as_its_policy_says():
    table = laid(policy=Policy(off_days=1))
    answer = table.says("Anna", "OFF DAYS SUN, SAT")

    assert told(answer)[1] == "This match counts 1 day off only: the first that you name."
    assert "off_days" not in {f.kind for f in offered(laid(policy=Policy(off_days=0)))}


def offered(table):
    return command_forms(table.live, "Anna")


def test_none_takes_them_back():
    table = laid()
    table.says("Anna", "OFF DAYS SAT, SUN", "QUIET 22 TO 7")
    answer = table.says("Anna", "OFF DAYS NONE", "QUIET NONE")
    time = table.live.envelope.seat("Anna").time

    assert (time.off_days, time.quiet) == ((), None)
    assert told(answer)[0] == "You have no days off now."
    assert "You have no quiet hours now." in told(answer)


@pytest.mark.parametrize(
    ("line", "days"),
    [
        ("off days sat, sun", (5, 6)),
        ("OFF DAYS Saturday and Sunday", (5, 6)),
        ("OFF DAYS sobota, niedziela", (5, 6)),
        ("OFF DAYS 토요일, 일요일", (5, 6)),
        ("OFF DAYS piątek", (4,)),
        ("OFF DAYS wtorek środa czwartek", (1, 2, 3)),
    ],
)
def test_days_are_read_as_people_write_them(line, days):
    table = laid()
    table.says("Anna", line)

    assert table.live.envelope.seat("Anna").time.off_days == days


@pytest.mark.parametrize(
    "line",
    [
        "QUIET 22 TO 7",
        "quiet 22:00 - 7:00",
        "QUIET from 22 until 7",
        "QUIET 22–7",
        "QUIET od 22 do 7",
        "QUIET 22시부터 7시까지",
    ],
)
def test_hours_are_read_as_people_write_them(line):
    table = laid()
    table.says("Anna", line)

    assert table.live.envelope.seat("Anna").time.quiet == (22, 7)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (
            "OFF DAYS someday",
            "“someday” are no days of the week here; write them as: OFF DAYS SAT, SUN",
        ),
        (
            "OFF DAYS mon tue wed thu fri sat",
            "6 days off leave too few to play on; name 5 at the most.",
        ),
        ("QUIET after 22", "“after 22” are no hours here; write them as: QUIET 22 TO 7"),
        ("QUIET 22 TO 25", "“22 TO 25” are no hours here; write them as: QUIET 22 TO 7"),
        ("QUIET 8 TO 21", "From 8 to 21 it is 13 hours; quiet hours are 12 at the most."),
        ("QUIET 7 TO 7", "From 7 to 7 it is 24 hours; quiet hours are 12 at the most."),
    ],
)
def test_what_cannot_be_is_said_kindly(line, fault):
    assert fault_of(laid().says("Anna", line)) == fault


@pytest.mark.parametrize("prose", ["Quiet week here, sorry!", "Cisza u nas, przepraszam"])
def test_a_sentence_that_begins_with_quiet_is_prose(prose):
    table = laid()
    answer = table.says("Anna", prose, "BID 300")

    assert answer.fault is None
    assert answer.sealed == ("BID 300",)


def test_nobody_else_sees_them():
    table, plain = laid(), laid()
    table.says("Anna", "OFF DAYS SAT, SUN", "QUIET 22 TO 7")

    for reader in ("Piotr", "Marcin", None):
        mine, others = (outputs_for(one, reader)[:-1] for one in (table, plain))
        assert mine == others


def test_a_reminder_is_brought_forward_to_before_quiet_hours():
    """The deadline is Sunday 08:00; six hours before that Anna is asleep."""
    table = laid(policy=Policy(reminders=(6.0,)))
    table.says("Anna", "QUIET 22 TO 7")
    dues = [due for due in table.live.envelope.dues if due.kind == "reminder"]
    table.notices.clear()
    table.falls("reminder")
    early = [notice.seat for notice in table.notices]
    table.falls("reminder")
    late = [notice.seat for notice in table.notices][len(early) :]

    assert [due.at for due in dues] == [
        START + 2 * DAY - 10 * HOUR - 300,
        START + 2 * DAY - 6 * HOUR,
    ]
    assert early == ["Anna"]
    assert set(late) == {"Piotr", "Marcin", "Krzysiek"}


def test_each_reminder_comes_once_for_each_deadline_value():
    table = laid(policy=Policy(reminders=(30.0, 8.0)))
    table.notices.clear()
    table.falls("reminder")
    table.falls("reminder")
    table.says("Anna", "EXTEND 48")
    table.falls("reminder")
    keys = [notice.key for notice in table.told("Anna") if notice.kind == "reminder"]

    assert len(keys) == len(set(keys)) == 3


def test_a_reminder_that_is_late_is_not_sent_after_the_deadline():
    table = laid(policy=Policy(reminders=(6.0,), grace_hours=12))
    table.notices.clear()
    table.now = deadline(table) + 60
    table.falls("reminder")

    assert table.notices == []


def ready(table, **more) -> ReminderReady:
    envelope = table.live.envelope
    fields = {
        "match": envelope.match,
        "seat": "Anna",
        "tenure": 1,
        "step": envelope.step,
        "deadline": envelope.deadline,
    }
    return ReminderReady(**fields | more)


def test_a_reminder_is_true_until_the_move_the_deadline_or_another_deadline():
    table = laid()
    asked = ready(table)

    assert judged(table.live, asked, START) == "now"
    assert judged(table.live, asked, deadline(table)) == "never"
    assert judged(table.live, ready(table, tenure=2), START) == "never"
    table.says("Anna", "BID 300")
    assert judged(table.live, asked, START) == "never"
    table.says("Anna", "WITHDRAW")
    assert judged(table.live, asked, START) == "now"
    table.says("Piotr", "EXTEND 24")
    assert judged(table.live, asked, START) == "never"
    assert judged(table.live, ready(table), START) == "now"
    table.says("Anna", "QUIET 6 TO 12")
    assert judged(table.live, ready(table), START) == "later"


def heard(table, **habit):
    return table.does(ShareHabit("Anna", 1, Habit(**{"at": table.now} | habit)))


def test_what_a_player_says_elsewhere_is_taken_over_once():
    table = laid()
    first = heard(table, kind="off_days", days=(5, 6))
    again = heard(table, kind="off_days", days=(5, 6))
    old = heard(table, kind="off_days", days=(), at=table.now - 60)

    assert (first.changed, again.changed, old.changed) == (True, False, False)
    assert table.live.envelope.seat("Anna").time.off_days == (5, 6)


def test_an_absence_from_elsewhere_is_cut_to_the_budget_of_this_match():
    table = laid(policy=Policy(away_days=3))
    dates = {"first": date(2027, 1, 20), "last": date(2027, 1, 29)}
    first = heard(table, kind="away", **dates)
    again = heard(table, kind="away", **dates)
    news = [said(event.text) for event in table.live.envelope.news]

    assert (first.changed, again.changed) == (True, False)
    assert len(table.live.envelope.seat("Anna").away[0].days) == 3
    assert "Anna is away from 2027-01-20 to 2027-01-22." in news
    assert [line for line in news if line.startswith("You said elsewhere")] == [
        (
            "You said elsewhere that you are away from 2027-01-20 to 2027-01-29. This match "
            "counts 3 of those days: its budget gives no more."
        )
    ]


def test_an_older_absence_does_not_come_back_after_back():
    table = laid()
    dates = {"first": date(2027, 1, 20), "last": date(2027, 1, 22)}
    heard(table, kind="back")
    late = heard(table, kind="away", at=table.now - 5, **dates)

    assert not late.changed
    assert table.live.envelope.seat("Anna").away == ()


def test_word_of_it_waits_in_the_match_until_it_was_told_elsewhere():
    table = laid()
    table.says("Anna", "AWAY 20 Jan TO 22 Jan", "OFF DAYS SUN")
    due = Due(MatchId(table.live.envelope.match), "absence", 0, table.now)
    infrastructure(table)

    assert due in table.live.envelope.dues
    assert [share.habit.kind for share in table.live.envelope.shares] == ["away", "off_days"]
    table.falls("absence")
    assert table.live.envelope.shares == ()
    assert due not in table.live.envelope.dues


def test_an_absence_moves_a_deadline_that_has_begun_where_the_policy_says_so():
    table = laid(policy=Policy(away_moves_running=True))
    table.notices.clear()
    answer = table.says("Anna", "AWAY 16 Jan TO 20 Jan")
    after = deadline(table)
    table.says("Piotr", "BID 100")
    table.says("Piotr", "AWAY 16 Jan TO 25 Jan")

    assert after == START + 6 * DAY
    assert told(answer)[0].endswith("the one that runs was moved.")
    assert {notice.seat for notice in table.notices if notice.kind == "report"} == {
        "Piotr",
        "Marcin",
        "Krzysiek",
    }
    assert deadline(table) == after
