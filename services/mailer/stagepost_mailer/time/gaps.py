"""Outages: when nobody watched for a while, the engine is told, and no due comes before that."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast

from redis import Redis
from redis.asyncio import Redis as AsyncRedis

ALIVE_KEY: Final = "stagepost:alive:watcher"
GAP_KEY: Final = "stagepost:alive:gap"
GAP_SECONDS_LEAST: Final = 15 * 60
# An engine that is away as well is waited for no longer: dues stand by then without this.
GAP_HELD_SECONDS: Final = 600

PutOutage = Callable[[int, int], bool]


def note(redis: Redis, put_outage: PutOutage) -> None:
    """Write down that somebody watches; before that, report a time in which nobody did.

    Two watchers may report the same gap: the engine counts each moment of it once.
    """
    [now, _] = redis.time()
    before = cast("bytes | None", redis.get(ALIVE_KEY))
    if before is not None and now - int(before) >= GAP_SECONDS_LEAST:
        redis.set(GAP_KEY, now, ex=GAP_HELD_SECONDS)
        put_outage(int(before), now)
    redis.set(ALIVE_KEY, now)


class Gaps:
    """Whether an outage is still to be made good."""

    def __init__(self, redis: AsyncRedis) -> None:
        self._redis = redis

    async def open(self) -> bool:
        return bool(await self._redis.exists(GAP_KEY))

    async def close(self) -> None:
        await self._redis.delete(GAP_KEY)
