"""Deadlines: silence plays the default, never early, and is recorded as a miss."""

import pytest
from tables import START, fault_of, laid

from stagepost_contracts.dues import Due
from stagepost_contracts.policy import Policy
from stagepost_engine.matches.command import Fall
from stagepost_engine.matches.record import StepTaken


def test_at_the_deadline_silent_seats_play_their_default():
    table = laid()
    table.says("Anna", "BID 300")
    table.falls("deadline")
    lobby = next(entry for entry in table.entries if isinstance(entry, StepTaken))

    assert lobby.moves["Piotr"].default
    assert bytes(lobby.moves["Piotr"].orders) == b'[{"amount":100,"kind":"bid"}]'
    assert not lobby.moves["Anna"].default


def test_a_miss_is_counted_until_the_seat_moves():
    table = laid()
    table.says("Anna", "BID 300")
    table.falls("deadline")
    misses = {seat.name: seat.misses for seat in table.live.envelope.seats}

    assert misses == {"Anna": 0, "Piotr": 1, "Marcin": 1, "Krzysiek": 1}


def test_a_due_never_comes_early():
    table = laid()
    due = table.live.envelope.dues[0]
    table.now = due.at - 0.001

    assert not table.does(Fall(due)).changed


def test_a_stale_due_does_nothing():
    table = laid()
    due = table.live.envelope.dues[0]
    for seat in ("Anna", "Piotr", "Marcin", "Krzysiek"):
        table.says(seat, "BID 100")
    before = table.live.envelope
    table.now = due.at + 1

    assert not table.does(Fall(due)).changed
    assert table.live.envelope == before


def test_twice_is_once():
    table = laid()
    table.falls("deadline")
    step, due = table.live.envelope.step, table.journal[-1].command.due
    table.does(Fall(due))

    assert table.live.envelope.step == step


def test_a_move_in_the_grace_counts_and_is_recorded_as_late():
    table = laid(policy=Policy(hours=48, grace_hours=6))
    assert [due.kind for due in table.live.envelope.dues] == ["grace"]

    table.now = START + 49 * 3600
    answer = table.says("Anna", "BID 300")

    assert answer.late
    table.falls("grace")
    lobby = next(entry for entry in table.entries if isinstance(entry, StepTaken))

    assert lobby.moves["Anna"].late
    assert lobby.moves["Piotr"].default


def test_a_reply_received_in_time_counts_though_it_is_read_later():
    table = laid()
    received = table.live.envelope.deadline - 1
    table.now = received + 300
    answer = table.says("Anna", "BID 300", received=received)

    assert not answer.late
    assert answer.sealed == ("BID 300",)


@pytest.mark.parametrize(("grace", "hours"), [(0, 48), (6, 54)])
def test_a_move_after_the_end_does_not_count_though_the_due_has_not_fallen_yet(grace, hours):
    table = laid(policy=Policy(hours=48, grace_hours=grace))
    before = table.live.envelope
    table.now = START + hours * 3600 + 1
    answer = table.says("Anna", "BID 300")

    assert answer.fault.code == "stale-step"
    assert "after the deadline and does not count" in fault_of(answer)
    assert table.live.envelope == before
    table.falls()
    lobby = next(entry for entry in table.entries if isinstance(entry, StepTaken))

    assert lobby.moves["Anna"].default


def test_reminders_go_to_awaited_seats_only():
    table = laid(policy=Policy(hours=48, reminders=(12.0,)))
    table.says("Anna", "BID 300")
    table.notices.clear()
    table.falls("reminder")

    assert {notice.seat for notice in table.notices} == {"Piotr", "Marcin", "Krzysiek"}
    assert {notice.kind for notice in table.notices} == {"reminder"}


def test_an_unknown_due_is_harmless():
    table = laid()
    due = Due(table.live.envelope.match, "deadline", 77, START)

    assert not table.does(Fall(due)).changed
