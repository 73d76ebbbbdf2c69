"""Bad input: one kind answer that names the value and the remedy, and nothing is changed."""

import pytest
from tables import fault_of, laid

from stagepost_contracts.policy import Policy

LOBBY = [
    ("BID 0", "illegal", "amount 0 is out of bounds: it runs from 100 to 3000."),
    ("BID 150", "illegal", "amount 150 is not in steps of 100: 100 or 200 would do."),
    ("BID 3100", "illegal", "amount 3100 is out of bounds: it runs from 100 to 3000."),
    ("BID -300", "unreadable", "“-300” is not a whole number; write it as: BID <amount>"),
    ("BID 1.5", "unreadable", "“1.5” is not a whole number; write it as: BID <amount>"),
    ("BID 1e3", "unreadable", "“1e3” is not a whole number; write it as: BID <amount>"),
    ("BID lots", "unreadable", "“lots” is not a whole number; write it as: BID <amount>"),
    ("BID", "unreadable", "Something is missing; write it as: BID <amount>"),
    ("BIDD 300", "unreadable", "“BIDD 300” is not an order for now. Did you mean: BID <amount>"),
    ("BID 300 now", "unreadable", "“now” is too much; write it as: BID <amount>"),
    ("I am thinking about it", "unreadable", "No line of your reply could be read as an order."),
]


@pytest.mark.parametrize(("line", "code", "sentence"), LOBBY)
def test_a_wrong_line_gets_one_kind_answer_and_changes_nothing(line, code, sentence):
    table = laid()
    before = table.live.envelope
    answer = table.says("Anna", line)

    assert (answer.fault.code, fault_of(answer)) == (code, sentence)
    assert table.live.envelope == before
    assert answer.ask is not None


def test_two_bids_are_one_too_many():
    answer = laid().says("Anna", "BID 100", "BID 200")

    assert answer.fault.line == "BID 200"
    assert answer.fault.code == "illegal"


def test_one_wrong_line_spoils_the_whole_reply():
    """All orders of a move count, or none."""
    table = laid()
    answer = table.says("Anna", "BID 300", "BID 310")

    assert answer.fault is not None
    assert answer.sealed == ()


def test_prose_is_ignored_but_listed():
    answer = laid().says("Anna", "Hello everybody, what a lovely day it is today", "BID 300")

    assert [reading.kind for reading in answer.readings] == ["prose", "order"]
    assert answer.sealed == ("BID 300",)


def test_orders_for_an_old_step_are_refused_with_what_is_asked_now():
    table = laid()
    for seat in ("Anna", "Piotr", "Marcin", "Krzysiek"):
        table.says(seat, "BID 100")
    seat = table.awaited[0]
    answer = table.says(seat, "BID 300", step=1)

    assert answer.fault.code in ("stale-step", "unreadable")
    assert answer.ask is not None


def test_a_seat_that_is_not_asked_is_told_whom_the_match_waits_for():
    table = laid()
    for seat in ("Anna", "Piotr", "Marcin", "Krzysiek"):
        table.says(seat, "BID 100" if seat != "Anna" else "BID 200")
    idle = next(name for name in table.live.envelope.names if name not in table.awaited)
    answer = table.says(idle, "EXEMPT nobody")

    assert answer.fault.code == "not-awaited"
    assert table.awaited[0] in fault_of(answer)


def test_an_empty_reply():
    answer = laid().says("Anna")

    assert fault_of(answer) == "Your reply has no words of its own."


def test_typed_orders_of_no_known_type():
    table = laid()
    answer = table.submits("Anna", {"kind": "fly", "amount": 3})

    assert answer.fault.code == "unreadable"
    assert "Order 1" in fault_of(answer)


def test_typed_orders_with_an_unknown_field():
    answer = laid().submits("Anna", {"kind": "bid", "amount": 300, "colour": "red"})

    assert answer.fault.code == "unreadable"
    assert "colour" in fault_of(answer)


def test_no_orders_at_all():
    assert laid().submits("Anna").fault is not None


def test_words_for_the_seed_before_the_start_only():
    table = laid(policy=Policy())
    answer = table.says("Anna", "SEED my lucky words")

    assert answer.fault is not None


@pytest.mark.parametrize("line", ["BIB 300", "bit 300", "BDI 300"])
def test_a_slip_of_one_letter_is_told_what_it_may_have_meant(line):
    answer = laid().says("Anna", line)

    assert fault_of(answer).endswith("Did you mean: BID <amount>")


def test_a_slip_beside_an_order_is_prose():
    """A near word may be a slip only where the reply says nothing else."""
    answer = laid().says("Anna", "But well", "BID 300")

    assert answer.sealed == ("BID 300",)


def test_lines_behind_one_that_cannot_be_are_read_and_the_first_is_refused():
    """The forms of what would follow are not there, for nothing can."""
    squares = ("1-1", "1-3", "1-5", "3-1", "3-3", "3-5")
    table = laid(3, game="crude", seed=2)
    before = table.live.envelope
    lines = [f"BUILD REFINERY {square}" for square in squares]
    answer = table.says(table.awaited[0], *lines, "BUILD RIG 5-5", "SHOW", "Good luck!")

    assert (answer.fault.code, answer.fault.line) == ("illegal", "BUILD REFINERY 3-5")
    assert fault_of(answer) == "1 refinery costs 50 M$, and 0 M$ are left to you."
    assert table.live.envelope == before
