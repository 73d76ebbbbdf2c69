"""The word that a partition has changed, heard from Redis by every engine."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

from redis.asyncio import Redis

from stagepost_contracts.keys import WAKE_CHANNEL

LISTEN_SECONDS: Final = 5.0


async def wakes(client: Redis) -> AsyncIterator[str | None]:
    """Yield each partition that changed; None now and then, for a word can be lost.

    Raises what the client raises when the connection breaks.
    """
    async with client.pubsub(ignore_subscribe_messages=True) as channel:
        await channel.subscribe(WAKE_CHANNEL)
        yield None
        while True:
            message = await channel.get_message(timeout=LISTEN_SECONDS)
            yield message["data"].decode() if message else None
