"""Tokens that wait to be mailed: each in a key of its own, and for a while only."""

from __future__ import annotations

from typing import cast

from redis.asyncio import Redis

from stagepost_contracts import keys
from stagepost_contracts.ids import MatchId


class Slots:
    """Read while the mail is tried, emptied once it is sent."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def read(self, match: MatchId, slot: str) -> str | None:
        """None where the token was mailed, or has waited too long."""
        found = cast("bytes | None", await self._redis.get(keys.token_slot(match, slot)))
        return None if found is None else found.decode()

    async def empty(self, match: MatchId, slot: str) -> None:
        await self._redis.delete(keys.token_slot(match, slot))
