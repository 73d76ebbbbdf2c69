"""Matches in Redis or Valkey; every write is one script, atomic and fenced by the revision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any

import msgspec
from redis import ConnectionError as RedisConnectionError
from redis import TimeoutError as RedisTimeoutError
from redis.asyncio import Redis

from stagepost_contracts import keys as shared_keys
from stagepost_contracts.dues import Due
from stagepost_contracts.held import held_seats
from stagepost_contracts.ids import MatchId, Seat
from stagepost_contracts.mails import MailNote, noted
from stagepost_contracts.watching import MatchState
from stagepost_engine.store import keys
from stagepost_engine.store.commit import Commit, Outcome, arguments_of, keys_of
from stagepost_engine.store.hooks import Hooks
from stagepost_engine.store.own_time import OwnTimes
from stagepost_engine.store.persons import Persons
from stagepost_engine.store.players import PlayerTokens
from stagepost_engine.store.wire import Wire

_SCRIPTS = resources.files(__package__)
COMMIT = _SCRIPTS.joinpath("commit.lua").read_text()
LOAD = _SCRIPTS.joinpath("load.lua").read_text()

STORE_AWAY = (RedisConnectionError, RedisTimeoutError)
"""Raised by everything here while the server cannot be reached, or still loads what it kept."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A match as it is stored, the server's time, and the answer under the key asked for."""

    revision: int
    envelope: bytes | None
    now: float
    answer: bytes | None


@dataclass(frozen=True, slots=True)
class Place:
    """Where to read on in the list of matches: a partition, a state, and the match before it."""

    partition: str
    state: MatchState
    after: str = ""


class RedisStore:
    """The store of matches. `client` decodes nothing: values are bytes."""

    def __init__(self, client: Redis) -> None:
        self._client = client
        self.persons = Persons(client)
        self.own_times = OwnTimes(client)
        self.players = PlayerTokens(client)
        self.hooks = Hooks(client)
        self._wire = Wire(client)

    async def load(self, match: MatchId, key: str = "") -> Loaded:
        """Return the match and, in the same round trip, the time and a kept answer."""
        names = [keys.envelope(match), keys.answer(match, key)]
        found: list[Any] = await self._wire.run(LOAD, names, ())
        revision, envelope, seconds, micros, answer = found
        now = int(seconds) + int(micros) / 1e6
        return Loaded(int(revision or 0), envelope, now, answer)

    async def commit(self, commit: Commit) -> Outcome:
        """Write all of the commit, or nothing and say why."""
        done: bytes = await self._wire.run(COMMIT, keys_of(commit), arguments_of(commit))
        outcome: Outcome = done.decode()  # type: ignore[assignment]  # the script's own words
        return outcome

    async def forget(self, due: Due) -> None:
        """Take a due that no match waits for out of the index."""
        index = shared_keys.dues(shared_keys.partition_of(due.match))
        await self._client.zrem(index, msgspec.json.encode(due))

    async def record(self, match: MatchId) -> list[bytes]:
        """Return the entries of the match's record, oldest first."""
        return await self._entries(keys.record(match))

    async def journal(self, match: MatchId) -> list[bytes]:
        """Return the entries of the match's journal, oldest first."""
        return await self._entries(keys.journal(match))

    async def events(self, match: MatchId, first: int = 0) -> list[bytes]:
        """Return what happened in the match, from the entry at `first` on."""
        return await self._entries(keys.events(match), first)

    async def mails(self, match: MatchId) -> dict[MailNote, float]:
        """Return what the mailer wrote down of the match's mails."""
        found: dict[Any, Any] = await self._client.hgetall(shared_keys.mails(match))
        return dict(noted(found))

    async def held_clocks(self, match: MatchId, step: int, now: float) -> dict[Seat, float]:
        """Return when the mail came that holds a seat's clock now, by seat."""
        found: dict[Any, Any] = await self._client.hgetall(shared_keys.held_clocks(match))
        return held_seats(found, step, now)

    async def matches(self, partition: str) -> list[str]:
        """Return the ids of the partition's matches, in their own order."""
        found: set[Any] = await self._client.smembers(keys.matches(partition))
        return sorted(name.decode() for name in found)

    async def people(self, match: MatchId) -> dict[str, bytes]:
        """Return the JSON people of the match, by their fields."""
        found: dict[Any, Any] = await self._client.hgetall(shared_keys.people(match))
        return {field.decode(): person for field, person in found.items()}

    async def listed(self, places: Sequence[Place], limit: int) -> list[list[str]]:
        """Return, for each place, the first ids that stand behind it, in their own order."""
        async with self._client.pipeline(transaction=False) as look:
            for place in places:
                first = f"({place.after}" if place.after else "-"
                index = keys.listed(place.partition, place.state)
                look.zrange(index, first, "+", bylex=True, offset=0, num=limit)
            found: list[list[bytes]] = await look.execute()
        return [[name.decode() for name in names] for names in found]

    async def _entries(self, key: str, first: int = 0) -> list[bytes]:
        found: list[Any] = await self._client.lrange(key, first, -1)
        return found
