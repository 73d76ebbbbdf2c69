"""A match notes that a backup of it was taken, and goes on from one as if its clock had stood."""

from tables import START, laid, played_out, said

from stagepost_contracts.policy import Policy
from stagepost_engine.matches.command import BackUp, Restore, SetClock

HOUR = 3600.0
SINCE = START + 10 * HOUR


def back(table, *, hours: float = 5, **more):
    """The match is here again, so many hours after the backup."""
    table.now = SINCE + hours * HOUR
    dues = table.live.envelope.dues
    table.notices.clear()
    table.does(Restore(SINCE, b"digest", dues, **more))
    return table


def news(table) -> list[str]:
    return [said(event.text) for event in table.live.envelope.news]


def left(table) -> float:
    return (table.live.envelope.deadline - table.now) / HOUR


def test_a_backup_is_news_for_the_whole_table_with_its_next_mail():
    table = laid()
    table.notices.clear()
    table.does(BackUp())

    assert table.live.envelope.news[-1].to is None
    assert "The operator made a backup of the match" in news(table)[-1]
    assert table.notices == []


def test_a_backup_of_a_match_that_is_over_mails_nobody_and_leaves_no_pile():
    """A nightly round takes one of each match, for years."""
    table = played_out(laid(3))
    table.notices.clear()
    for _ in range(50):
        table.does(BackUp())

    assert table.notices == []
    assert len(table.live.envelope.news) < 5


def test_what_was_left_of_the_step_at_the_backup_is_left_at_the_return():
    table = back(laid(), hours=500)

    assert left(table) == 38
    assert [due.at for due in table.live.envelope.dues] == [table.live.envelope.deadline]


def test_the_return_moves_a_deadline_beyond_the_cap_of_the_policy():
    """The cap bounds what players do, and nobody did this."""
    assert left(back(laid(policy=Policy(most_extension_hours=2)), hours=500)) == 38


def test_a_match_that_was_paused_is_paused_when_it_returns():
    table = laid()
    table.now = START + HOUR
    table.does(SetClock(paused=True))
    back(table, hours=500)

    assert table.live.envelope.paused == START + HOUR
    assert table.live.envelope.dues == ()


def test_without_a_wish_nobody_is_mailed():
    table = back(laid())

    assert table.notices == []
    assert "goes on from a backup that was made at 2027-01-15 18:00 (UTC)" in news(table)[-1]


def test_with_the_wish_each_seat_is_mailed_once():
    table = laid()
    table.says("Anna", "BID 300")
    back(table, remind=True)
    kinds = {notice.seat: notice.kind for notice in table.notices}

    assert len(table.notices) == 4
    assert kinds == {"Anna": "report", "Piotr": "prompt", "Marcin": "prompt", "Krzysiek": "prompt"}
    assert table.live.envelope.sealed.keys() == {"Anna"}


def test_of_a_match_that_is_over_only_the_events_tell():
    table = back(played_out(laid(3)), remind=True)

    assert table.notices == []
    assert table.live.envelope.over


def test_a_backup_from_a_clock_ahead_of_ours_moves_nothing():
    table = laid()
    before = table.live.envelope.deadline

    assert back(table, hours=-1).live.envelope.deadline == before
