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

    async def may_get_receipt(self, address: str, mail_key: str, now: float) -> bool:
        """Whether this receipt is within the hour's; the same receipt again is counted once."""
        address_hash = hashlib.sha256(address.strip().lower().encode()).hexdigest()
        key = keys.receipts(address_hash, hour_of(now))
        async with self._redis.pipeline(transaction=True) as pipeline:
            pipeline.zadd(key, {mail_key: now}, nx=True)
            pipeline.expire(key, COUNT_SECONDS)
            pipeline.zrank(key, mail_key)
            [_, _, place] = await pipeline.execute()
        return int(place) < RECEIPTS_AN_HOUR_MOST


def hour_of(now: float) -> int:
    return int(now // HOUR_SECONDS)
