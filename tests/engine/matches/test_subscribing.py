"""UNSUBSCRIBE: no mail of the house's own accord, answers all the same, and a way back."""

import pytest
from tables import laid, played_out, said

from stagepost_contracts.notices import Ending, Prompt, Reminder, Report
from stagepost_contracts.policy import Policy
from stagepost_engine.matches.access import OBSERVER, Reader
from stagepost_engine.matches.command import SeatPlayer
from stagepost_engine.matches.seen import seen

SEATS = ("Anna", "Piotr", "Marcin", "Krzysiek")


def told(answer) -> str:
    return " ".join(said(text) for text in answer.told)


def bodies(table, seat: str) -> list:
    return [notice.body for notice in table.notices if notice.seat == seat]


def unsubscribed(table, reader: Reader) -> list[str]:
    return [seat.name for seat in seen(table.live, reader).seats if seat.unsubscribed]


def deadlines_pass(table, count: int) -> None:
    for _ in range(count):
        table.falls("deadline")


@pytest.mark.parametrize("line", ["UNSUBSCRIBE", "unsubscribe.", "WYPISZ", "메일중단"])
def test_no_prompt_report_or_reminder_comes_any_more(line):
    """In any language; the others are told as ever, and its silence is played by default."""
    table = laid()
    answer = table.says("Anna", line)
    table.notices.clear()
    deadlines_pass(table, 12)

    assert answer.fault is None
    assert "No more mail of this match comes to you" in told(answer)
    assert bodies(table, "Anna") == []
    assert all(bodies(table, seat) for seat in SEATS[1:])
    assert table.live.envelope.seat("Anna").misses > 0


def test_no_reminder_comes_any_more():
    """The reminder of a step that had asked before is not mailed either."""
    table = laid(policy=Policy(reminders=(12.0,)))
    table.says("Anna", "UNSUBSCRIBE")
    table.notices.clear()
    table.falls("reminder")

    assert {n.seat for n in table.notices if isinstance(n.body, Reminder)} == set(SEATS[1:])


def test_answers_come_and_moves_count():
    """What the player writes is answered and counts."""
    table = laid()
    table.says("Anna", "UNSUBSCRIBE")
    answer = table.says("Anna", "BID 300")

    assert answer.fault is None
    assert answer.sealed == ("BID 300",)


def test_the_way_back_shows_the_position_and_what_is_asked():
    """SUBSCRIBE answers with what was missed; the next mails come again."""
    table = laid()
    table.says("Anna", "UNSUBSCRIBE")
    deadlines_pass(table, 2)
    answer = table.says("Anna", "SUBSCRIBE")
    table.notices.clear()
    deadlines_pass(table, 12)

    assert answer.sheet is not None
    assert "again" in told(answer)
    assert any(isinstance(body, Prompt | Report) for body in bodies(table, "Anna"))


def test_how_the_match_ended_is_mailed_once():
    """The one mail that still comes."""
    table = laid()
    table.says("Anna", "UNSUBSCRIBE")
    table.notices.clear()
    played_out(table)

    assert [type(body) for body in bodies(table, "Anna")] == [Ending]


def test_the_seat_and_the_host_see_it_and_nobody_else():
    """That a player wants no mail is for these two."""
    table = laid()
    before = [seen(table.live, reader) for reader in (OBSERVER, Reader("Piotr"))]
    table.says("Anna", "UNSUBSCRIBE")

    assert unsubscribed(table, Reader(host=True)) == ["Anna"]
    assert unsubscribed(table, Reader("Anna")) == ["Anna"]
    assert [seen(table.live, reader) for reader in (OBSERVER, Reader("Piotr"))] == before


def test_a_new_player_is_mailed():
    """It ends with the tenure."""
    table = laid()
    table.says("Anna", "UNSUBSCRIBE")
    table.notices.clear()
    table.does(SeatPlayer("Anna", b"new token hashed"))
    deadlines_pass(table, 12)

    assert unsubscribed(table, Reader(host=True)) == []
    assert any(isinstance(body, Prompt | Report) for body in bodies(table, "Anna"))
