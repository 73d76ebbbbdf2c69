"""What a person said of the own time, for matches that are still to be made; by the opaque id."""

from __future__ import annotations

from typing import Any

from redis.asyncio import Redis

from stagepost_engine.store import keys
from stagepost_engine.store.persons import PersonId

OWN_TIME_SECONDS = 2 * 365 * 24 * 3600


class OwnTimes:
    """Encoded habits by person, each under a name that a later word of the same replaces."""

    def __init__(self, client: Redis) -> None:
        self._client = client

    async def keep(self, person: PersonId, name: str, habit: bytes) -> None:
        """Keep a habit under its name."""
        async with self._client.pipeline(transaction=True) as pipeline:
            pipeline.hset(keys.own_time(person), name, habit)
            pipeline.expire(keys.own_time(person), OWN_TIME_SECONDS)
            await pipeline.execute()

    async def drop(self, person: PersonId, names: tuple[str, ...]) -> None:
        """Drop habits that no longer hold."""
        if names:
            await self._client.hdel(keys.own_time(person), *names)

    async def of(self, person: PersonId) -> dict[str, bytes]:
        """Return the person's habits by name."""
        found: dict[Any, Any] = await self._client.hgetall(keys.own_time(person))
        return {name.decode(): habit for name, habit in found.items()}
