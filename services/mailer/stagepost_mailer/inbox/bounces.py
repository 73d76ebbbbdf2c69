"""The mark on a seat whose address returns our mail."""

from __future__ import annotations

import msgspec
from redis.asyncio import Redis

from stagepost_contracts.ids import MatchId, Seat
from stagepost_mailer.inbox import keys

BOUNCED_SECONDS = 365 * 24 * 3600


class Bounced(msgspec.Struct, frozen=True):
    """Why and when the last mail to a seat came back."""

    reason: str
    at: float


class Bounces:
    """Marks by seat and tenure."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def mark(self, match: MatchId, seat: Seat, tenure: int, bounced: Bounced) -> None:
        key = keys.bounced(match)
        async with self._redis.pipeline(transaction=True) as pipeline:
            pipeline.hset(key, f"{seat}:{tenure}", msgspec.json.encode(bounced))
            pipeline.expire(key, BOUNCED_SECONDS)
            await pipeline.execute()

    async def of(self, match: MatchId, seat: Seat, tenure: int) -> Bounced | None:
        found = await self._redis.hget(keys.bounced(match), f"{seat}:{tenure}")
        return None if found is None else msgspec.json.decode(found, type=Bounced)
