"""Before the start: the seed's hash is told, seats add words, and the dice come of both."""

from tables import fault_of, laid, played_out, said

from stagepost_contracts.dues import Due
from stagepost_engine.matches.command import Fall
from stagepost_engine.matches.fresh import hashed, seed_of
from stagepost_engine.matches.record import Closing, Opening
from stagepost_engine.matches.verify import verified


def waiting():
    """A match that starts in a day."""
    return laid(3, starts_in_hours=24.0)


def test_everybody_is_told_the_hash_before_a_die_is_rolled():
    table = waiting()

    assert [notice.kind for notice in table.notices] == ["welcome"] * 3
    assert {notice.body.seed_hash for notice in table.notices} == {
        hashed(table.live.envelope.secret)
    }
    assert not table.live.started
    assert table.entries == []


def test_it_starts_at_its_time_and_not_before():
    table = waiting()
    [due] = table.live.envelope.dues
    table.now = due.at - 1

    assert not table.does(Fall(due)).changed
    table.falls("start")

    assert table.live.started
    assert [notice.kind for notice in table.notices[3:]] == ["prompt"] * 3


def test_the_seed_comes_of_the_secret_and_the_words_in_seat_order():
    table = waiting()
    table.says("Piotr", "SEED rain in May")
    table.says("Anna", "SEED three brown dogs")
    answer = table.says("Piotr", "SEED rain in June")

    assert [said(text) for text in answer.told] == ["Your words are part of the seed of the dice."]
    table.falls("start")

    words = ("three brown dogs", "rain in June", "")
    assert table.live.seed == seed_of(table.live.envelope.secret, words)


def test_words_change_the_dice_and_the_record_proves_it():
    plain, wordy = waiting(), waiting()
    wordy.says("Anna", "SEED three brown dogs")
    for table in (plain, wordy):
        table.falls("start")
        played_out(table)

    assert isinstance(wordy.entries[0], Opening)
    assert isinstance(wordy.entries[-1], Closing)
    assert wordy.entries[-1].words == {"Anna": "three brown dogs"}
    assert verified(tuple(wordy.entries)).draws > 0
    assert wordy.entries[0].draws != plain.entries[0].draws


def test_nobody_sees_anothers_words_before_the_end():
    table = waiting()
    table.notices.clear()
    table.says("Anna", "SEED three brown dogs")
    table.falls("start")

    assert "brown" not in str(table.notices)
    assert "brown" not in str(table.entries)


def test_there_is_nothing_to_move_before_the_start():
    answer = waiting().says("Anna", "BID 300")

    assert fault_of(answer) == "The match has not started; you have nothing to decide yet."


def test_a_start_that_came_twice_is_one_start():
    table = waiting()
    table.falls("start")
    step, match = table.live.envelope.step, table.live.envelope.match
    table.does(Fall(Due(match, "start", 0, table.now)))

    assert table.live.envelope.step == step
