"""Outages: a time in which nobody watched is reported to the engine, before any due of it comes."""

import time

from mailer.house import House, eventually
from mailer.test_time import due_in

ALIVE = "stagepost:alive:watcher"
GAP = "stagepost:alive:gap"


def test_a_time_in_which_nobody_watched_is_told_to_the_engine_before_its_dues(house: House):
    since = int(time.time()) - 3600
    house.store.set(ALIVE, since)
    house.sets(due_in(-600))
    house.start("watcher", "worker")
    eventually(lambda: house.engine.dues)
    [(begun, ended)] = house.engine.outages
    [(_, came, _), *_] = house.engine.dues

    assert begun == since
    assert 3600 <= ended - begun < 3660
    assert came >= ended
    assert not house.store.exists(GAP)


def test_a_short_time_is_no_outage(house: House):
    house.store.set(ALIVE, int(time.time()) - 600)
    house.start("watcher", "worker")
    house.sets(due_in(0))
    eventually(lambda: house.engine.dues)

    assert house.engine.outages == []


def test_no_deadline_comes_while_the_engine_was_not_told(house: House):
    house.store.set(GAP, 1)
    house.start("watcher", "worker")
    house.sets(due_in(0))
    house.sets(due_in(0, step=4, kind="reminder"))
    eventually(lambda: house.engine.dues)
    house.store.delete(GAP)
    eventually(lambda: len({due.kind for due, _, _ in house.engine.dues}) == 2)

    assert house.engine.dues[0][0].kind == "reminder"


def test_an_engine_that_is_away_is_told_later(house: House):
    house.engine.down = 2
    house.store.set(ALIVE, int(time.time()) - 3600)
    house.start("watcher", "worker")
    eventually(lambda: house.engine.outages)

    assert len(house.engine.outages) == 1
