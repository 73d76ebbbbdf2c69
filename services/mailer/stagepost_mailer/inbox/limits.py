"""How much mail one address may send us, and how many receipts it may get."""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import dataclass

from redis.asyncio import Redis

from stagepost_mailer.inbox import keys

HOUR_SECONDS = 3600
COUNT_SECONDS = 2 * HOUR_SECONDS
# Held mails of one step that the player is asked about; the others are the operator's.
HELD_MOST = 3
HELD_SECONDS = 120 * 24 * HOUR_SECONDS

RANKED = """
redis.call('ZADD', KEYS[1], 'NX', ARGV[2], ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[3])
return redis.call('ZRANK', KEYS[1], ARGV[1])
"""
COUNTED = """
redis.call('INCR', KEYS[1])
redis.call('EXPIRE', KEYS[1], ARGV[1])
"""


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
        self._ranked = redis.register_script(RANKED)
        self._counted = redis.register_script(COUNTED)

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
        await asyncio.gather(
            self._counted(keys=[hour], args=[COUNT_SECONDS]),
            self._counted(keys=[keys.token_phase(token_hash)], args=[seconds]),
        )

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
        return int(await self._ranked(keys=[key], args=[member, now, seconds]))


def hour_of(now: float) -> int:
    return int(now // HOUR_SECONDS)
