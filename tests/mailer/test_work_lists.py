"""The work lists: put twice is once, one of a group at a time, and a lease that ends is found."""

import asyncio
import time
from collections.abc import Callable

import pytest
import redis
from mailer.house import eventually
from redis.asyncio import Redis as AsyncRedis

from stagepost_mailer.time import work
from stagepost_mailer.time.lists import WorkLists
from stagepost_mailer.time.trips import Trips
from stagepost_mailer.time.work import Call, Item

ITEMS = [Item("oil7/a", "one"), Item("oil7/b", "two"), Item("crude/c", "three")]

Run = Callable[[Call], object]


@pytest.fixture
def store(redis_url: str):
    client = redis.Redis.from_url(redis_url)
    yield client
    client.close()


@pytest.fixture
def run(store: redis.Redis) -> Run:
    def run(call: Call) -> object:
        return store.eval(call.script, len(call.keys), *call.keys, *call.args)

    return run


def taken(run: Run, owner: str = "me", count: int = 10) -> list[str]:
    [found] = run(work.taking(owner, {"mail": count}))
    return [item.id for item in work.items_of(found)]


def test_the_same_item_twice_is_once_until_it_is_done(run: Run):
    assert run(work.putting("mail", ITEMS))[0] == 3
    assert run(work.putting("mail", ITEMS))[0] == 0
    assert taken(run) == ["oil7/a", "crude/c"]
    assert run(work.putting("mail", ITEMS))[0] == 0
    run(work.ending("mail", "me", ["oil7/a"]))

    assert run(work.putting("mail", ITEMS))[0] == 1


def test_one_item_of_a_group_is_in_hand_at_a_time_in_turn(run: Run):
    run(work.putting("mail", [Item("m/late", turn=3), Item("m/first", turn=1)]))
    run(work.putting("mail", [Item("m/second", turn=2)]))

    found = []
    while got := taken(run):
        assert taken(run, "somebody else") == []
        found += got
        run(work.ending("mail", "me", got))

    assert found == ["m/first", "m/second", "m/late"]


def test_all_lists_are_taken_from_by_one_call(run: Run):
    run(work.putting("mail", ITEMS))
    run(work.putting("due", [Item("oil7/due", "when")]))
    dues, mails, notices = run(work.taking("me", {"due": 5, "mail": 1, "notice": 5}))

    assert work.items_of(dues) == [Item("oil7/due", "when")]
    assert work.items_of(mails) == [ITEMS[0]]
    assert notices == []


def test_an_item_is_ended_and_kept_by_its_holder_alone(run: Run, store: redis.Redis):
    run(work.putting("mail", ITEMS[:1]))
    taken(run)
    [(_, until)] = store.zrange("stagepost:work:mail:held", 0, -1, withscores=True)
    time.sleep(0.01)
    run(work.keeping("mail", "somebody else", ["oil7/a"]))
    run(work.ending("mail", "somebody else", ["oil7/a"]))

    assert store.zscore("stagepost:work:mail:held", "oil7/a") == until
    run(work.keeping("mail", "me", ["oil7/a"]))
    assert store.zscore("stagepost:work:mail:held", "oil7/a") > until


def test_what_a_killed_worker_held_is_found_by_one_and_seen_to_before_it_leaves(
    run: Run, store: redis.Redis
):
    run(work.putting("mail", ITEMS))
    taken(run, "killed")
    lists = [WorkLists(store, lambda: None) for _ in range(2)]
    assert lists[0].find(lambda *_: None) == 0
    for name in store.zrange("stagepost:work:mail:held", 0, -1):
        store.zadd("stagepost:work:mail:held", {name: 1})

    def killed_too(*_: object) -> None:
        raise ConnectionError

    with pytest.raises(ConnectionError):
        lists[0].find(killed_too)
    assert lists[1].find(lambda *_: None) == 0
    for name in store.zrange("stagepost:work:mail:held", 0, -1):
        store.zadd("stagepost:work:mail:held", {name: 1})
    seen = []
    lists[1].find(lambda kind, item, kills: seen.append((kind, item.id, item.body, kills)))

    assert sorted(seen) == [("mail", "crude/c", "three", 2), ("mail", "oil7/a", "one", 2)]
    assert taken(run) == ["oil7/b"]


def test_a_bell_rings_once_until_a_drain_has_looked(run: Run, store: redis.Redis):
    rung = []
    lists = WorkLists(store, lambda: rung.append(1))
    lists.put("mail", ITEMS[:1])
    lists.put("mail", ITEMS[1:])
    assert len(rung) == 1
    run(work.unlooked())
    lists.ring()
    assert len(rung) == 2
    run(work.unlooked())
    taken(run)
    run(work.ending("mail", "me", ["oil7/a", "crude/c"]))
    taken(run)
    lists.ring()

    assert len(rung) == 2


def test_a_drain_that_never_began_is_rung_for_again(store: redis.Redis):
    rung = []
    lists = WorkLists(store, lambda: rung.append(1))
    lists.put("mail", ITEMS)

    eventually(lambda: lists.ring() or len(rung) == 2, "the second ring", 2 * work.BELL_SECONDS)


def test_commands_of_one_moment_share_a_trip_and_each_gets_its_own_answer(redis_url: str):
    async def asked() -> tuple[list[object], int]:
        client = Trips.from_url(redis_url)
        watching = AsyncRedis.from_url(redis_url)
        await client.set("word", "a")
        before = (await watching.info("stats"))["total_reads_processed"]
        answers = await asyncio.gather(
            *(client.get("word") for _ in range(50)),
            client.incr("word"),
            *(client.get("word") for _ in range(50)),
            return_exceptions=True,
        )
        reads = (await watching.info("stats"))["total_reads_processed"] - before
        await client.aclose()
        await watching.aclose()
        return answers, reads

    answers, reads = asyncio.run(asked())
    wrong = [answer for answer in answers if isinstance(answer, Exception)]

    assert answers.count(b"a") == 100
    assert isinstance(wrong[0], redis.ResponseError)
    assert len(wrong) == 1
    assert reads < 10
