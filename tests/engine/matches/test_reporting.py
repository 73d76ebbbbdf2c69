"""What the mailer reports: each look of the operator is news, and mail that comes back marks."""

from tables import laid, played_out, said

from stagepost_contracts.notices import Prompt, Report
from stagepost_engine.matches.access import OBSERVER, Reader
from stagepost_engine.matches.command import ComeBack, Look
from stagepost_engine.matches.seen import seen

LOOKED = "The operator looked at a mail of Anna that had been put aside."


def news_of(notice) -> list[str]:
    return [said(text) for text in notice.body.news]


def told_since(table, count: int) -> dict[str, list[str]]:
    told: dict[str, list[str]] = {}
    for notice in table.notices[count:]:
        if isinstance(notice.body, Prompt | Report):
            told.setdefault(notice.seat, []).extend(news_of(notice))
    return told


def undeliverable(table, reader: Reader) -> list[str]:
    return [seat.name for seat in seen(table.live, reader).seats if seat.undeliverable]


def test_a_look_is_told_to_every_seat_with_its_next_mail():
    table = laid()
    count = len(table.notices)
    table.does(Look("Anna", "a1"))

    assert table.notices[count:] == []

    for _ in range(40):
        table.falls("deadline")
        if len(told_since(table, count)) == 4:
            break
    told = told_since(table, count)

    assert {seat: news.count(LOOKED) for seat, news in told.items()} == dict.fromkeys(told, 1)
    assert len(told) == 4


def test_who_vouches_for_a_mail_is_told_to_every_seat():
    """The operator's word that a stranger's mail is the player's is the table's to read."""
    table = laid()
    table.does(Look("Anna", "a1", vouched=True))
    count = len(table.notices)
    for _ in range(12):
        table.falls("deadline")
    told = told_since(table, count)

    assert all(any("vouched for a mail" in line for line in news) for news in told.values())
    assert set(told) == {"Anna", "Piotr", "Marcin", "Krzysiek"}


def test_a_look_is_in_the_journal_and_changes_nothing_else():
    table = laid()
    before = table.live.envelope
    table.does(Look("Anna", "a1"))
    after = table.live.envelope

    assert table.journal[-1].command == Look("Anna", "a1")
    assert (after.state, after.step, after.dues) == (before.state, before.step, before.dues)
    assert table.entries[1:] == []


def test_a_look_before_the_start_is_told_after_it():
    table = laid(starts_in_hours=5.0)
    table.does(Look("Anna", "a1"))
    count = len(table.notices)
    table.falls("start")

    assert all(news[0] == LOOKED for news in told_since(table, count).values())
    assert len(told_since(table, count)) == 4


def test_a_look_after_the_end_is_told_at_once():
    table = played_out(laid(3, seed=3))
    count = len(table.notices)
    table.does(Look("Anna", "a1"))

    assert [notice.seat for notice in table.notices[count:]] == ["Anna", "Piotr", "Marcin"]
    assert [news_of(notice) for notice in table.notices[count:]] == [[LOOKED]] * 3


def test_the_answer_to_a_look_holds_nothing_of_the_seats_own():
    table = laid()
    table.says("Anna", "BID 300")
    answer = table.does(Look("Anna", "a1")).answer

    assert answer.sealed == ()
    assert answer.commitment == ""
    assert answer.ask is None


def test_mail_that_comes_back_is_shown_to_the_host_and_to_the_seat_alone():
    table = laid()
    table.does(ComeBack("Anna", 1))

    assert undeliverable(table, Reader(host=True)) == ["Anna"]
    assert undeliverable(table, Reader("Anna")) == ["Anna"]
    assert undeliverable(table, Reader("Piotr")) == []
    assert undeliverable(table, OBSERVER) == []


def test_a_later_answer_by_mail_takes_the_mark_away():
    table = laid()
    table.does(ComeBack("Anna", 1))
    table.says("Anna", "BID 300")

    assert undeliverable(table, Reader(host=True)) == ["Anna"]

    table.says("Anna", "BID 400", by_mail=True)

    assert undeliverable(table, Reader(host=True)) == []


def test_an_answer_to_an_earlier_mail_leaves_the_mark():
    table = laid()
    table.does(ComeBack("Anna", 2))
    table.says("Anna", "BID 300", by_mail=True)

    assert undeliverable(table, Reader(host=True)) == ["Anna"]
