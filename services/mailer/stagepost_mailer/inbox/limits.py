"""How much mail one address may send us, and how many receipts it may get."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from redis.asyncio import Redis

from stagepost_mailer.inbox import keys

HOUR_SECONDS = 3600
COUNT_SECONDS = 2 * HOUR_SECONDS
# Held mails of one step that the player is asked about; the others are the operator's.
HELD_MOST = 3
HELD_SECONDS = 120 * 24 * HOUR_SECONDS


@dataclass(frozen=True, slots=True)
class Allowance:
    """Mails to a token in an hour and in its phase; receipts to an address, and to a domain."""

    mails_an_hour: int = 20
    mails_a_phase: int = 60
    receipts_an_hour: int = 10
    domain_mails_an_hour: int = 200


class Limits:
    """Counts by the hour; a count that is lost lets mail through, never the other way."""

    def __init__(self, redis: Redis, allowance: Allowance) -> None:
        self._redis = redis
        self._most = allowance

    async def may_write(self, token_hash: str, now: float) -> bool:
        """Whether the token may take another mail; asking is not counted."""
        this_hour, all_phase = await self._redis.mget(
            keys.token_hour(token_hash, hour_of(now)), keys.token_phase(token_hash)
        )
        return (
            int(this_hour or 0) < self._most.mails_an_hour
            and int(all_phase or 0) < self._most.mails_a_phase
        )

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
        folded = address.strip().lower()
        within = await self._place(folded, mail_key, now) < self._most.receipts_an_hour
        if not within:
            return False
        domain = folded.rpartition("@")[2]
        return await self._place(domain, mail_key, now) < self._most.domain_mails_an_hour

    async def may_ask(self, token_hash: str, intake: str, now: float) -> bool:
        """Whether the player is asked about this held mail: strangers can not make us write on."""
        return await self._rank(keys.held(token_hash), intake, now, HELD_SECONDS) < HELD_MOST

    async def _place(self, receiver: str, mail_key: str, now: float) -> int:
        """The receipt's place among those of the hour to the same receiver."""
        receiver_hash = hashlib.sha256(receiver.encode()).hexdigest()
        key = keys.receipts(receiver_hash, hour_of(now))
        return await self._rank(key, mail_key, now, COUNT_SECONDS)

    async def _rank(self, key: str, member: str, now: float, seconds: int) -> int:
        async with self._redis.pipeline(transaction=True) as pipeline:
            pipeline.zadd(key, {member: now}, nx=True)
            pipeline.expire(key, seconds)
            pipeline.zrank(key, member)
            [_, _, place] = await pipeline.execute()
        return int(place)


def hour_of(now: float) -> int:
    return int(now // HOUR_SECONDS)
