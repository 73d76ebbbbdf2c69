"""One commit: all of it or nothing, fenced by the revision and by the server's clock."""

import msgspec
import pytest
from redis.asyncio import Redis

from stagepost_contracts.dues import Due
from stagepost_contracts.ids import MatchId
from stagepost_contracts.keys import dues, outbox, partition_of
from stagepost_engine.store.commit import Commit
from stagepost_engine.store.redis_store import RedisStore

pytestmark = pytest.mark.anyio
MATCH = MatchId("abc")


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture
async def client(redis_url):
    client = Redis.from_url(redis_url)
    yield client
    await client.aclose()


async def test_everything_is_written(client):
    store, due = RedisStore(client), Due(MATCH, "deadline", 1, 1234.567)
    done = await store.commit(
        Commit(
            match=MATCH,
            expected=0,
            envelope=b"\x00e",
            journal=(b"j",),
            record=(b"r1", b"r2"),
            outbox=(b"n",),
            dues_new=(due,),
            people=(("Anna:1", b"p"),),
            key="k",
            answer=b"a",
        )
    )
    loaded = await store.load(MATCH, "k")

    assert done == "done"
    assert (loaded.revision, loaded.envelope, loaded.answer) == (1, b"\x00e", b"a")
    assert await store.record(MATCH) == [b"r1", b"r2"]
    assert await store.journal(MATCH) == [b"j"]
    [(_, entry)] = await client.xrange(outbox(partition_of(MATCH)))
    assert entry == {b"n": b"n"}
    assert await client.zrange(dues(partition_of(MATCH)), 0, -1, withscores=True) == [
        (msgspec.json.encode(due), 1234.567)
    ]


async def test_another_revision_writes_nothing(client):
    store = RedisStore(client)
    await store.commit(Commit(match=MATCH, expected=0, envelope=b"one"))
    stale = await store.commit(Commit(match=MATCH, expected=7, envelope=b"two", record=(b"r",)))
    again = await store.commit(Commit(match=MATCH, expected=0, envelope=b"three"))

    assert (stale, again) == ("stale", "stale")
    assert (await store.load(MATCH)).envelope == b"one"
    assert await store.record(MATCH) == []


async def test_not_before_its_time_by_the_servers_clock(client):
    store = RedisStore(client)
    await store.commit(Commit(match=MATCH, expected=0, envelope=b"one"))
    now = (await store.load(MATCH)).now
    early = await store.commit(
        Commit(match=MATCH, expected=1, envelope=b"two", not_before=now + 60)
    )

    assert early == "early"
    assert (await store.load(MATCH)).revision == 1


async def test_a_key_is_answered_once(client):
    store = RedisStore(client)
    await store.commit(Commit(match=MATCH, expected=0, envelope=b"1", key="k", answer=b"first"))
    again = await store.commit(
        Commit(match=MATCH, expected=1, envelope=b"2", key="k", answer=b"second")
    )

    assert again == "answered"
    assert (await store.load(MATCH, "k")).answer == b"first"


async def test_every_key_is_in_one_partition(client):
    """The same commit runs on a cluster: its keys share one hash tag."""
    from stagepost_engine.store.commit import keys_of

    tags = {key.split("{")[1].split("}")[0] for key in keys_of(Commit(match=MATCH, expected=0))}

    assert len(tags) == 1
