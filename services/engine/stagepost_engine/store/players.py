"""The tokens of persons, as bytes by their ids; they belong to no match."""

from __future__ import annotations

from typing import Any

from redis.asyncio import Redis

from stagepost_engine.store import keys
from stagepost_engine.store.persons import PersonId


class PlayerTokens:
    """Each person's tokens are one hash."""

    def __init__(self, client: Redis) -> None:
        self._client = client

    async def all(self, person: PersonId) -> tuple[float, dict[str, bytes]]:
        """Return the server's time and the person's tokens by their ids."""
        async with self._client.pipeline(transaction=False) as look:
            look.time()
            look.hgetall(keys.player(person))
            [[seconds, micros], found] = await look.execute()
        return int(seconds) + int(micros) / 1e6, {
            name.decode(): kept for name, kept in found.items()
        }

    async def put(self, person: PersonId, token: str, kept: bytes, gone: tuple[str, ...]) -> None:
        """Keep a token, and no longer those that are `gone`."""
        key = keys.player(person)
        async with self._client.pipeline(transaction=True) as write:
            if gone:
                write.hdel(key, *gone)
            write.hset(key, token, kept)
            await write.execute()

    async def drop(self, person: PersonId, gone: tuple[str, ...]) -> None:
        """Keep some tokens no longer."""
        drop: Any = self._client.hdel(keys.player(person), *gone) if gone else None
        if drop is not None:
            await drop
