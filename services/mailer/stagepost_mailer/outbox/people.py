"""Who plays a seat: read from the correspondence that the engine keeps."""

from __future__ import annotations

import msgspec
from redis.asyncio import Redis

from stagepost_contracts import keys
from stagepost_contracts.ids import MatchId, Seat
from stagepost_contracts.people import Person, person_field


class People:
    """Persons by seat and tenure, and deputies of theirs by number."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def find(self, match: MatchId, seat: Seat, tenure: int, deputy: int = 0) -> Person | None:
        """None where the tenure has ended and the person is forgotten."""
        field = person_field(seat, tenure, deputy)
        found = await self._redis.hget(keys.people(match), field)
        return None if found is None else msgspec.json.decode(found, type=Person)
