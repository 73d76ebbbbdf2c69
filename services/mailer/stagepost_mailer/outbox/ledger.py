"""Which mails the host has taken, and which it never will: by the stable key of each."""

from __future__ import annotations

import hashlib

import msgspec
from redis.asyncio import Redis
from redis.asyncio.client import Pipeline

from stagepost_contracts.ids import MatchId
from stagepost_contracts.keys import mails, partition_of
from stagepost_contracts.mails import MAILS_SECONDS
from stagepost_mailer.outbox.book import Notes

DELIVERED_SECONDS = 120 * 24 * 3600

# One step and one command: it is written for every mail that goes out.
DELIVER = """
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
redis.call('HDEL', KEYS[2], ARGV[3])
redis.call('ZREM', KEYS[3], ARGV[3])
for at = 5, #ARGV, 2 do redis.call('HSETNX', KEYS[4], ARGV[at], ARGV[at + 1]) end
if #ARGV > 4 then redis.call('EXPIRE', KEYS[4], ARGV[4]) end
"""


class Undelivered(msgspec.Struct, frozen=True):
    """A mail that did not go out: what it was, why, and whether another try will come."""

    mail_key: str
    reason: str
    final: bool
    at: float
    payload: str


class Ledger:
    """A mail that is in it as delivered is never sent again."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._deliver = redis.register_script(DELIVER)

    async def is_delivered(self, match: MatchId, mail_key: str) -> bool:
        return bool(await self._redis.exists(delivered_key(match, mail_key)))

    async def deliver(
        self, match: MatchId, mail_key: str, message_id: str, notes: Notes | None = None
    ) -> None:
        """Written right after the host's 250, with its notes for the book of mails."""
        pairs = [part for note, at in (notes or {}).items() for part in (note.field, f"{at:.3f}")]
        await self._deliver(
            keys=[
                delivered_key(match, mail_key),
                failures_key(match),
                failures_index(partition_of(match)),
                mails(match),
            ],
            args=[message_id, DELIVERED_SECONDS, mail_key, MAILS_SECONDS, *pairs],
        )

    async def forget(self, match: MatchId, mail_key: str) -> None:
        """The mail is no longer wanted: nobody has to look after it."""
        async with self._redis.pipeline(transaction=True) as pipeline:
            _unfailed(pipeline, match, mail_key)
            await pipeline.execute()

    async def fail(self, match: MatchId, undelivered: Undelivered) -> None:
        """Kept for the operator until the mail is delivered after all or they let it go."""
        encoded = msgspec.json.encode(undelivered)
        index = failures_index(partition_of(match))
        async with self._redis.pipeline(transaction=True) as pipeline:
            pipeline.hset(failures_key(match), undelivered.mail_key, encoded)
            pipeline.zadd(index, {undelivered.mail_key: undelivered.at})
            await pipeline.execute()

    async def failures(self, match: MatchId) -> dict[str, Undelivered]:
        kept = await self._redis.hgetall(failures_key(match))
        found = [msgspec.json.decode(entry, type=Undelivered) for entry in kept.values()]
        return {undelivered.mail_key: undelivered for undelivered in found}


def _unfailed(pipeline: Pipeline, match: MatchId, mail_key: str) -> None:
    pipeline.hdel(failures_key(match), mail_key)
    pipeline.zrem(failures_index(partition_of(match)), mail_key)


def delivered_key(match: MatchId, mail_key: str) -> str:
    mail_hash = hashlib.sha256(mail_key.encode()).hexdigest()[:32]
    return f"stagepost:{partition_of(match)}:mail:delivered:{mail_hash}"


def failures_key(match: MatchId) -> str:
    """A hash of JSON Undelivered by the stable keys of the mails."""
    return f"stagepost:{partition_of(match)}:mail:failed:{match}"


def failures_index(partition: str) -> str:
    """The stable keys of all mails of a partition that did not go out, by the moment of it."""
    return f"stagepost:{partition}:mail:failed"
