"""Who sits in a seat: read from the correspondence that the engine keeps."""

from __future__ import annotations

import msgspec
from redis.asyncio import Redis

from stagepost_contracts import keys
from stagepost_contracts.ids import MatchId, Seat
from stagepost_contracts.people import Person


class People:
    """Persons by seat and tenure."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def find(self, match: MatchId, seat: Seat, tenure: int) -> Person | None:
        """None where the tenure has ended and the person is forgotten."""
        found = await self._redis.hget(keys.people(match), f"{seat}:{tenure}")
        return None if found is None else msgspec.json.decode(found, type=Person)
