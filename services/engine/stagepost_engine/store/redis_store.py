"""Matches in Redis or Valkey; every write is one script, atomic and fenced by the revision."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources
from typing import Any

from redis.asyncio import Redis

from stagepost_contracts.ids import MatchId
from stagepost_engine.store import keys
from stagepost_engine.store.commit import Commit, Outcome, arguments_of, keys_of

SCRIPT = resources.files(__package__).joinpath("commit.lua").read_text()


@dataclass(frozen=True, slots=True)
class Loaded:
    """A match as it is stored, the server's time, and the answer under the key asked for."""

    revision: int
    envelope: bytes | None
    now: float
    answer: bytes | None


class RedisStore:
    """The store of matches. `client` decodes nothing: values are bytes."""

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._commit = client.register_script(SCRIPT)

    async def load(self, match: MatchId, key: str = "") -> Loaded:
        """Return the match and, in the same round trip, the time and a kept answer."""
        pipe = self._client.pipeline(transaction=False)
        pipe.hmget(keys.envelope(match), ["r", "e"])
        pipe.time()
        if key:
            pipe.get(keys.answer(match, key))
        found: list[Any] = await pipe.execute()
        (revision, envelope), (seconds, micros) = found[0], found[1]
        return Loaded(
            int(revision or 0), envelope, seconds + micros / 1e6, found[2] if key else None
        )

    async def commit(self, commit: Commit) -> Outcome:
        """Write all of the commit, or nothing and say why."""
        done: bytes = await self._commit(keys=keys_of(commit), args=arguments_of(commit))
        outcome: Outcome = done.decode()  # type: ignore[assignment]  # the script's own words
        return outcome

    async def record(self, match: MatchId) -> list[bytes]:
        """Return the entries of the match's record, oldest first."""
        return await self._entries(keys.record(match))

    async def journal(self, match: MatchId) -> list[bytes]:
        """Return the entries of the match's journal, oldest first."""
        return await self._entries(keys.journal(match))

    async def answers(self) -> bool:
        """Whether the server answers."""
        return bool(await self._client.ping())

    async def _entries(self, key: str) -> list[bytes]:
        found: list[Any] = await self._client.lrange(key, 0, -1)
        return found
