"""The book of mails: when each was tried, taken, refused or came back, for the ledger of misses."""

from __future__ import annotations

from collections.abc import Mapping

from redis.asyncio import Redis

from stagepost_contracts.ids import MatchId
from stagepost_contracts.keys import mails
from stagepost_contracts.mails import MAILS_SECONDS, MailNote

Notes = Mapping[MailNote, float]


class MailBook:
    """What stands in it first stays: a repeat after a crash changes no moment."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def enter(self, match: MatchId, notes: Notes) -> None:
        async with self._redis.pipeline(transaction=True) as pipeline:
            for note, at in notes.items():
                pipeline.hsetnx(mails(match), note.field, f"{at:.3f}")
            pipeline.expire(mails(match), MAILS_SECONDS)
            await pipeline.execute()
