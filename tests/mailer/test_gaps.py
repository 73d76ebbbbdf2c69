"""Outages: what was away is reported to the engine once, before any deadline of it comes."""

import time

from hypothesis import given
from hypothesis import strategies as st
from mailer.house import House, eventually, prompt
from mailer.test_time import due_in

from stagepost_mailer.time.gaps import GAPS_KEY, PARTS, alive_key, joined

HOUR = 3600
INSTANTS = st.integers(min_value=0, max_value=50)


def ago(seconds: int) -> int:
    return int(time.time()) - seconds


def test_a_time_in_which_nobody_watched_is_told_to_the_engine_before_its_dues(house: House):
    since = ago(HOUR)
    house.store.set(alive_key("watcher"), since)
    house.sets(due_in(-600))
    house.start("watcher", "worker")
    eventually(lambda: house.engine.dues)
    [(begun, ended)] = house.engine.outages
    [(_, came, _), *_] = house.engine.dues

    assert begun == since
    assert HOUR <= ended - begun < HOUR + 60
    assert came >= ended
    assert not house.store.exists(GAPS_KEY)


def test_a_first_start_is_no_outage_and_parts_that_never_were_hold_nothing(house: House):
    house.start("watcher", "worker")
    house.sets(due_in(0))
    eventually(lambda: house.engine.dues)

    assert house.engine.outages == []
    assert house.store.get(alive_key("intake")) is None
    assert house.store.get(alive_key("sending")) is None


def test_a_short_time_is_no_outage(house: House):
    for part in ("watcher", "intake", "engine"):
        house.store.set(alive_key(part), ago(600))
    house.engine.healthy = True
    house.start("watcher", "worker", "receiver")
    house.sets(due_in(0))
    eventually(lambda: house.engine.dues)

    assert house.engine.outages == []


def test_a_receiver_that_was_away_is_an_outage_and_no_deadline_comes_meanwhile(house: House):
    since = ago(HOUR)
    house.store.set(alive_key("intake"), since)
    house.start("watcher", "worker")
    house.sets(due_in(0))
    house.sets(due_in(0, step=4, kind="reminder"))
    eventually(lambda: house.engine.dues)
    before = [due.kind for due, _, _ in house.engine.dues]
    house.start("receiver")
    eventually(lambda: len({due.kind for due, _, _ in house.engine.dues}) == 2)

    assert set(before) == {"reminder"}
    assert [begun for begun, _ in house.engine.outages] == [since]


def test_an_engine_that_was_away_is_an_outage_once_it_answers_a_watcher(house: House):
    since = ago(HOUR)
    house.store.set(alive_key("engine"), since)
    house.sets(due_in(0))
    house.start("watcher", "worker")
    eventually(house.jobs, "the due's job")
    before = list(house.engine.dues)
    house.engine.healthy = True
    eventually(lambda: house.engine.dues)

    assert before == []
    assert [begun for begun, _ in house.engine.outages] == [since]


def test_a_mail_host_that_was_away_is_an_outage_once_it_takes_a_mail(house: House):
    house.far.close()
    house.start("watcher", "worker")
    house.tells(prompt())
    eventually(lambda: house.store.get(alive_key("sending")), "the first failure")
    since = ago(HOUR)
    house.store.set(alive_key("sending"), since)
    house.sets(due_in(0))
    house.far.open()
    eventually(lambda: house.engine.dues)

    assert [begun for begun, _ in house.engine.outages] == [since]
    assert len(house.far.mails) == 1
    assert house.store.get(alive_key("sending")) is None


def test_a_mail_that_its_host_defers_is_no_outage(house: House):
    house.far.statuses = ["451 4.7.1 greylisted"]
    house.start("watcher", "worker")
    house.tells(prompt())
    eventually(lambda: house.far.mails)

    assert house.far.refused == 1
    assert house.store.get(alive_key("sending")) is None


def test_what_was_away_at_the_same_time_is_one_outage(house: House):
    """The whole box was off; its parts come back one after the other."""
    since = ago(HOUR)
    for number, part in enumerate(("watcher", "intake", "engine")):
        house.store.set(alive_key(part), since + number)
    house.engine.healthy = True
    house.start("watcher", "worker")
    time.sleep(1)
    house.start("receiver")
    eventually(lambda: house.engine.outages)
    eventually(lambda: not house.store.exists(GAPS_KEY))

    assert [begun for begun, _ in house.engine.outages] == [since]


def test_a_part_that_is_away_for_more_than_a_day_holds_nothing(house: House):
    """It was taken out of the house: a mailbox instead of a receiver, say."""
    house.store.set(alive_key("intake"), ago(25 * HOUR))
    house.start("watcher", "worker")
    house.sets(due_in(0))

    assert eventually(lambda: house.engine.dues)


def test_an_engine_that_cannot_take_the_report_is_told_later(house: House):
    house.engine.down = 2
    house.store.set(alive_key("watcher"), ago(HOUR))
    house.start("watcher", "worker")
    eventually(lambda: house.engine.outages)

    assert len(house.engine.outages) == 1


@given(st.lists(st.tuples(INSTANTS, INSTANTS).map(sorted).map(tuple), max_size=len(PARTS) * 2))
def test_joined_gaps_cover_the_same_moments_each_once(gaps):
    covered = {moment for since, until in gaps for moment in range(since, until)}
    found = [moment for since, until in joined(gaps) for moment in range(since, until)]

    assert sorted(covered) == found
