"""The mails of one match as they are kept, to be taken to another house and put there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import msgspec
from redis.asyncio import Redis

from stagepost_contracts.ids import MatchId
from stagepost_contracts.keys import held_clocks, partition_of
from stagepost_mailer.inbox import keys
from stagepost_mailer.inbox.store import RUNNING_SECONDS


class KeptMail(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One mail with what became of it.

    `left` are the seconds for which it is kept, None for no end; `aside` is since when it waits
    for the operator.
    """

    intake: str
    fields: dict[str, bytes]
    left: int | None = None
    aside: float | None = None


class Bundle(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """All mails of a match; `bounced` are seats whose mail comes back, `clock` what they hold."""

    mails: tuple[KeptMail, ...] = ()
    bounced: dict[str, bytes] = {}
    clock: dict[str, bytes] = {}
    ended: bool = False


class Bundles:
    """Takes and puts the mails of a match."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def take(self, match: MatchId) -> Bundle:
        """Everything that the inbox has of the match."""
        intakes = cast("set[bytes]", await self._redis.smembers(keys.mails(match)))
        mails = [await self._mail(match, intake) for intake in sorted(map(bytes.decode, intakes))]
        return Bundle(
            mails=tuple(mail for mail in mails if mail is not None),
            bounced=await self._hash(keys.bounced(match)),
            clock=await self._hash(held_clocks(match)),
            ended=bool(await self._redis.exists(keys.ended(match))),
        )

    async def put(self, match: MatchId, bundle: Bundle) -> None:
        """Puts them where they are not; one that waits to be read or answered waits here too."""
        if bundle.ended:
            await self._redis.set(keys.ended(match), 1, ex=RUNNING_SECONDS)
        for key, fields in (
            (keys.bounced(match), bundle.bounced),
            (held_clocks(match), bundle.clock),
        ):
            if fields:
                await self._redis.hset(key, mapping=cast("Mapping[Any, Any]", fields))
                await self._redis.expire(key, RUNNING_SECONDS)
        for mail in bundle.mails:
            if not await self._redis.exists(keys.mail(match, mail.intake)):
                await self._put(match, mail)

    async def _put(self, match: MatchId, mail: KeptMail) -> None:
        partition, member = partition_of(match), f"{match}/{mail.intake}"
        received, state = float(mail.fields["received"]), mail.fields["state"]
        async with self._redis.pipeline(transaction=True) as write:
            key = keys.mail(match, mail.intake)
            write.hset(key, mapping=cast("Mapping[Any, Any]", mail.fields))
            if mail.left is not None:
                write.expire(key, mail.left)
            write.sadd(keys.mails(match), mail.intake)
            write.expire(keys.mails(match), RUNNING_SECONDS)
            if state == b"pending":
                write.zadd(keys.pending(partition), {member: received})
                write.zadd(keys.pending_of(match), {mail.intake: received})
            if state == b"owed":
                write.zadd(keys.owed(partition), {member: received})
            if mail.aside is not None:
                write.zadd(keys.shunt(partition), {member: mail.aside})
            await write.execute()

    async def _mail(self, match: MatchId, intake: str) -> KeptMail | None:
        """None for one that was forgotten meanwhile."""
        key = keys.mail(match, intake)
        fields = await self._hash(key)
        if "raw" not in fields:
            return None
        left = await self._redis.ttl(key)
        aside = await self._redis.zscore(keys.shunt(partition_of(match)), f"{match}/{intake}")
        return KeptMail(intake, fields, left if left > 0 else None, aside)

    async def _hash(self, key: str) -> dict[str, bytes]:
        found = cast("dict[bytes, bytes]", await self._redis.hgetall(key))
        return {name.decode(): value for name, value in found.items()}
