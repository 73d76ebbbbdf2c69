"""Persons across matches: an opaque id for an address, and every seat it was given."""

import msgspec
import pytest
from redis.asyncio import Redis

from stagepost_contracts.ids import MatchId
from stagepost_contracts.keys import partition_of, people
from stagepost_contracts.people import Person
from stagepost_engine.store import keys
from stagepost_engine.store.commit import Commit
from stagepost_engine.store.persons import SeatHad
from stagepost_engine.store.redis_store import RedisStore

pytestmark = pytest.mark.anyio
MATCHES = [MatchId(f"m{number}") for number in range(40)]


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture
async def client(redis_url):
    client = Redis.from_url(redis_url)
    yield client
    await client.aclose()


def person(address: str) -> bytes:
    return msgspec.json.encode(Person(address))


async def seat(store: RedisStore, match: MatchId, field: str, address: str) -> str:
    given = ((field, person(address)),)
    persons = await store.persons.indexed(given)
    commit = Commit(match=match, expected=0, envelope=b"e", people=given, persons=persons)
    return await store.commit(commit)


async def test_a_commit_keeps_people_and_their_index_together(client):
    store = RedisStore(client)
    for match in MATCHES:
        assert await seat(store, match, "Anna:1", "anna@example.org") == "done"
    stale = await seat(store, MATCHES[0], "Piotr:1", "anna@example.org")
    anna = await store.persons.of("ANNA@example.org ")
    found = await store.persons.seats(anna)

    assert stale == "stale"
    assert found == tuple(sorted(SeatHad(match, "Anna", 1) for match in MATCHES))
    assert await store.persons.seats_in(MATCHES[3], anna) == (SeatHad(MATCHES[3], "Anna", 1),)


async def test_an_id_is_of_one_address_and_tells_nothing_of_it(client):
    persons = RedisStore(client).persons
    anna = await persons.of("anna@example.org")

    assert anna == await RedisStore(client).persons.of("Anna@Example.org")
    assert anna != await persons.of("anna+games@example.org")
    assert anna.isalnum()
    assert "anna" not in anna


async def test_people_of_before_the_index_are_found(client):
    store, match = RedisStore(client), MATCHES[0]
    await client.sadd(keys.matches(partition_of(match)), match)
    await client.hset(people(match), "Anna:2", person("anna@example.org"))
    anna = await store.persons.of("anna@example.org")

    assert await store.persons.seats(anna) == (SeatHad(match, "Anna", 2),)
    assert await store.persons.in_seat(match, "Anna", 2) == anna
    assert await store.persons.in_seat(match, "Anna", 1) is None


async def test_who_was_a_deputy_was_given_no_seat(client):
    store = RedisStore(client)
    await seat(store, MATCHES[0], "Anna:1:deputy1", "ola@example.org")
    await seat(store, MATCHES[1], "Piotr:2", "ola@example.org")
    ola = await store.persons.of("ola@example.org")

    assert await store.persons.seats(ola) == (SeatHad(MATCHES[1], "Piotr", 2),)
    assert await store.persons.seats_in(MATCHES[0], ola) == ()
