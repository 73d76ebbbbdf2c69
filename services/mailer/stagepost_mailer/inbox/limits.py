"""How much mail one address may send us, and how many receipts it may get."""

from __future__ import annotations

import hashlib

from redis.asyncio import Redis

from stagepost_mailer.inbox import keys

MAILS_AN_HOUR_MOST = 20
MAILS_A_PHASE_MOST = 60
RECEIPTS_AN_HOUR_MOST = 10
HOUR_SECONDS = 3600
COUNT_SECONDS = 2 * HOUR_SECONDS


class Limits:
    """Counts by the hour; a count that is lost lets mail through, never the other way."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def may_write(self, token_hash: str, now: float) -> bool:
        """Whether the token may take another mail; asking is not counted."""
        this_hour, all_phase = await self._redis.mget(
            keys.token_hour(token_hash, hour_of(now)), keys.token_phase(token_hash)
        )
        return int(this_hour or 0) < MAILS_AN_HOUR_MOST and int(all_phase or 0) < MAILS_A_PHASE_MOST

    async def wrote(self, token_hash: str, now: float, seconds: int) -> None:
        """Counts one mail that was taken."""
        hour = keys.token_hour(token_hash, hour_of(now))
        async with self._redis.pipeline(transaction=False) as pipeline:
            pipeline.incr(hour)
            pipeline.expire(hour, COUNT_SECONDS)
            pipeline.incr(keys.token_phase(token_hash))
            pipeline.expire(keys.token_phase(token_hash), seconds)
            await pipeline.execute()

    async def may_get_receipt(self, address: str, now: float) -> bool:
        """Counts one receipt to the address, and says whether it is still within the hour's."""
        address_hash = hashlib.sha256(address.strip().lower().encode()).hexdigest()
        key = keys.receipts(address_hash, hour_of(now))
        async with self._redis.pipeline(transaction=False) as pipeline:
            pipeline.incr(key)
            pipeline.expire(key, COUNT_SECONDS)
            [count, _] = await pipeline.execute()
        return int(count) <= RECEIPTS_AN_HOUR_MOST


def hour_of(now: float) -> int:
    return int(now // HOUR_SECONDS)
