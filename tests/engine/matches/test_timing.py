"""EXTEND, WAIT, READY, PAUSE and RESUME: what players do to the clock."""

from tables import START, fault_of, laid, said

from stagepost_contracts.notices import Report
from stagepost_contracts.policy import Policy
from stagepost_engine.matches.access import OBSERVER
from stagepost_engine.matches.record import StepTaken
from stagepost_engine.matches.seen import seen

HOUR = 3600
OTHERS = ("Piotr", "Marcin", "Krzysiek")


def told(answer) -> list[str]:
    return [said(text) for text in answer.told]


def deadline(table) -> float:
    return table.live.envelope.deadline


def reports(table) -> dict[str, list[str]]:
    return {
        notice.seat: [said(text) for text in notice.body.news]
        for notice in table.notices
        if isinstance(notice.body, Report)
    }


def test_extend_moves_the_deadline_its_dues_and_the_reminders():
    table = laid(policy=Policy(reminders=(12.0,)))
    answer = table.says("Anna", "EXTEND 24")

    assert deadline(table) == START + 72 * HOUR
    assert answer.ask.deadline == START + 72 * HOUR
    assert {(due.kind, due.at) for due in table.live.envelope.dues} == {
        ("deadline", START + 72 * HOUR),
        ("reminder", START + 60 * HOUR),
    }
    assert told(answer) == [
        "The deadline is now 2027-01-18 08:00 (UTC). You can do that 1 more time in this match."
    ]


def test_the_table_is_told_of_an_extension_at_once():
    table = laid()
    table.notices.clear()
    table.says("Anna", "EXTEND 24")

    assert set(reports(table)) == set(OTHERS)
    assert reports(table)["Piotr"][-1] == (
        "Anna moves the deadline by 24 hours: it is now 2027-01-18 08:00 (UTC)."
    )


def test_an_extension_counts_once_in_a_step():
    table = laid()
    table.says("Anna", "EXTEND 24")
    answer = table.says("Anna", "EXTEND 24")

    assert deadline(table) == START + 72 * HOUR
    assert told(answer) == ["You have moved this deadline already; it is 2027-01-18 08:00 (UTC)."]


def test_the_quota_is_the_seats_own():
    table = laid(policy=Policy(extensions=1))
    table.says("Anna", "EXTEND 24")
    table.falls("deadline")
    while "Anna" not in table.awaited:
        table.falls("deadline")
    answer = table.says("Anna", "EXTEND 24")

    assert fault_of(answer) == "You have used your 1 extension; your host can still help."


def test_all_extensions_together_stay_within_the_cap():
    table = laid(policy=Policy(most_extension_hours=30))
    table.says("Anna", "EXTEND 24")
    answer = table.says("Piotr", "EXTEND 24")

    assert fault_of(answer) == (
        "24 hours cannot be: this deadline may move by 6 hours at the most."
    )
    assert table.says("Piotr", "EXTEND 6").fault is None
    assert deadline(table) == START + 78 * HOUR


def test_a_deadline_that_is_past_is_not_moved():
    table = laid(policy=Policy(grace_hours=6))
    table.now = deadline(table) + 1
    answer = table.says("Anna", "EXTEND 24")

    assert fault_of(answer) == "The deadline is past; it cannot be moved any more."


def test_wait_keeps_the_step_open_until_the_deadline():
    table = laid()
    table.says("Anna", "BID 300", "WAIT")
    for seat in OTHERS:
        answer = table.says(seat, "BID 100")

    assert not answer.resolved
    assert table.phase == "lobby"

    table.says("Anna", "BID 700")
    table.falls("deadline")
    lobby = next(entry for entry in table.entries if isinstance(entry, StepTaken))

    assert b"700" in bytes(lobby.moves["Anna"].orders)
    assert {seat.misses for seat in table.live.envelope.seats} == {0}


def test_a_step_that_only_waits_closes_at_the_deadline_and_not_after_the_grace():
    table = laid(policy=Policy(grace_hours=6))
    table.says("Anna", "WAIT", "BID 300")
    for seat in OTHERS:
        table.says(seat, "BID 100")

    assert [due.kind for due in table.live.envelope.dues] == ["deadline"]


def test_who_withdraws_a_move_that_waited_has_the_grace_again():
    table = laid(policy=Policy(grace_hours=6))
    table.says("Anna", "WAIT", "BID 300")
    for seat in OTHERS:
        table.says(seat, "BID 100")
    table.says("Anna", "WITHDRAW")

    assert [due.kind for due in table.live.envelope.dues] == ["grace"]


def test_ready_lets_the_step_close():
    table = laid()
    table.says("Anna", "BID 300", "WAIT")
    for seat in OTHERS:
        table.says(seat, "BID 100")
    answer = table.says("Anna", "READY")

    assert answer.resolved
    assert table.phase != "lobby"


def test_a_wait_ends_with_its_step():
    table = laid()
    table.says("Anna", "WAIT")
    table.falls("deadline")

    assert table.live.envelope.waits == ()


def test_more_than_half_of_the_votes_pause_the_match():
    table = laid()
    first = table.says("Anna", "PAUSE")

    assert told(first) == ["Anna votes for a pause, by PAUSE: 1 of the 3 votes that it takes."]

    table.says("Anna", "PAUSE")
    table.says("Piotr", "PAUSE")

    assert table.live.envelope.paused is None

    table.notices.clear()
    table.says("Marcin", "PAUSE")

    assert table.live.envelope.dues == ()
    assert seen(table.live, OBSERVER).paused
    assert seen(table.live, OBSERVER).deadline is None
    assert set(reports(table)) == {"Anna", "Piotr", "Krzysiek"}


def test_to_go_on_gives_the_hours_back_that_were_left():
    table = laid()
    table.now += 8 * HOUR
    for seat in ("Anna", "Piotr", "Marcin"):
        table.says(seat, "PAUSE")
    table.now += 1000 * HOUR
    for seat in ("Anna", "Piotr", "Krzysiek"):
        answer = table.says(seat, "RESUME")

    assert deadline(table) == table.now + 40 * HOUR
    assert [due.at for due in table.live.envelope.dues] == [deadline(table)]
    assert told(answer)[0].startswith("The match goes on: the deadline is now 2027-")


def test_moves_are_taken_in_a_pause_and_the_next_step_stands_as_well():
    table = laid()
    for seat in ("Anna", "Piotr", "Marcin"):
        table.says(seat, "PAUSE")
    table.now += 100 * HOUR
    for seat in ("Anna", *OTHERS):
        table.says(seat, "BID 300" if seat == "Anna" else "BID 100")

    assert table.phase != "lobby"
    assert table.live.envelope.dues == ()

    table.now += 100 * HOUR
    for seat in ("Anna", "Piotr", "Marcin"):
        table.says(seat, "RESUME")

    assert deadline(table) == table.now + 48 * HOUR


def test_no_clock_is_moved_while_it_stands():
    table = laid()
    for seat in ("Anna", "Piotr", "Marcin"):
        table.says(seat, "PAUSE")

    assert fault_of(table.says("Anna", "EXTEND 5")).startswith("The match is paused")


def test_with_a_quorum_several_seats_move_the_deadline_by_the_fewest_hours():
    table = laid(policy=Policy(extend_quorum=2))
    table.notices.clear()
    first = table.says("Anna", "EXTEND 24")
    before = deadline(table)
    again = table.says("Anna", "EXTEND 24")
    asked = reports(table)["Marcin"][-1]
    second = table.says("Piotr", "EXTEND 12")

    assert before == START + 48 * HOUR
    assert told(first) == told(again)
    assert asked == (
        "Anna asks to move the deadline by 24 hours, by EXTEND 24: 1 of the 2 seats that it takes."
    )
    assert deadline(table) == START + 60 * HOUR
    assert told(second)[0].startswith("The deadline is now 2027-01-17 20:00 (UTC).")
    assert [table.live.envelope.seat(seat).extensions for seat in ("Anna", "Piotr")] == [1, 1]


def test_a_wish_to_extend_ends_with_its_step():
    table = laid(policy=Policy(extend_quorum=2))
    table.says("Anna", "EXTEND 24")
    table.falls("deadline")

    assert table.live.envelope.wishes == {}


def test_wait_and_ready_may_be_said_again():
    table = laid()
    twice = [table.says("Anna", "WAIT") for _ in range(2)]
    ready = [table.says("Anna", "READY") for _ in range(2)]

    assert told(twice[0]) == told(twice[1])
    assert table.live.envelope.waits == ()
    assert told(ready[0]) == told(ready[1])
