"""Scripts called at the same time share a round trip, and each caller has its own answer."""

import asyncio

import pytest
from redis import ConnectionError as RedisConnectionError
from redis.asyncio import Redis
from redis.exceptions import ResponseError

from stagepost_engine.store.wire import SCRIPTS_A_TRIP_MOST, TRIPS_MOST, Wire
from stagepost_local import valkey as embedded

pytestmark = pytest.mark.anyio

ECHO = "return ARGV[1]"
COUNT = "return redis.call('INCR', KEYS[1])"
BROKEN = "return redis.call('INCR', KEYS[1], 'too', 'much')"
CALLERS = TRIPS_MOST * SCRIPTS_A_TRIP_MOST + 100


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture
async def client(redis_url):
    client = Redis.from_url(redis_url)
    yield client
    await client.aclose()


async def pipelines(client):
    """How often the server was written to by scripts, as pipelines or alone: reads of its socket."""
    return int((await client.info("stats"))["total_reads_processed"])


async def test_each_caller_has_its_own_answer(client):
    """More callers than all trips hold at once: none is lost, none gets another's answer."""
    wire = Wire(client)
    answers = await asyncio.gather(
        *(wire.run(ECHO, (), [f"caller {number}"]) for number in range(CALLERS))
    )

    assert answers == [f"caller {number}".encode() for number in range(CALLERS)]


async def test_a_script_runs_once_for_each_call(client):
    wire = Wire(client)
    counts = await asyncio.gather(*(wire.run(COUNT, ["{w}count"], ()) for _ in range(CALLERS)))

    assert sorted(counts) == list(range(1, CALLERS + 1))


async def test_calls_of_one_moment_share_round_trips(client):
    wire = Wire(client)
    await wire.run(ECHO, (), ["warm"])
    before = await pipelines(client)
    await asyncio.gather(*(wire.run(ECHO, (), [str(number)]) for number in range(100)))
    after = await pipelines(client)

    assert after - before < 100 / 2


async def test_a_server_that_forgot_its_scripts_is_told_again(client):
    """As after its restart: alone, and among others that it knows."""
    wire = Wire(client)
    await wire.run(ECHO, (), ["known"])
    await client.script_flush()
    alone = await wire.run(ECHO, (), ["again"])
    together = await asyncio.gather(
        *(wire.run(script, ["{w}other"], ["x"]) for script in (ECHO, COUNT, ECHO))
    )

    assert (alone, together) == (b"again", [b"x", 1, b"x"])


async def test_a_script_that_fails_fails_its_caller_alone(client):
    wire = Wire(client)
    found = await asyncio.gather(
        wire.run(ECHO, (), ["before"]),
        wire.run(BROKEN, ["{w}broken"], ()),
        wire.run(ECHO, (), ["after"]),
        return_exceptions=True,
    )

    assert (found[0], found[2]) == (b"before", b"after")
    assert isinstance(found[1], ResponseError)


async def test_a_caller_who_went_away_disturbs_nobody(client):
    """A request that was cut off: its script runs, and the next answer is the next caller's."""
    wire = Wire(client)
    gone = asyncio.create_task(wire.run(COUNT, ["{w}gone"], ()))
    await asyncio.sleep(0)
    gone.cancel()
    answers = await asyncio.gather(*(wire.run(ECHO, (), [str(number)]) for number in range(20)))

    assert answers == [str(number).encode() for number in range(20)]
    assert gone.cancelled()


async def test_without_a_server_every_caller_is_told():
    away = Redis(host="127.0.0.1", port=embedded.free_port())
    wire = Wire(away)
    found = await asyncio.gather(
        *(wire.run(ECHO, (), ["x"]) for _ in range(20)), return_exceptions=True
    )
    await away.aclose()

    assert all(isinstance(error, RedisConnectionError) for error in found)
