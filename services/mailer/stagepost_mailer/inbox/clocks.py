"""Seats whose clock is held, because a reply of theirs came in time and was not applied.

The script that puts a mail aside writes the moment of receipt, the first of the step only.
"""

from __future__ import annotations

from typing import cast

from redis.asyncio import Redis

from stagepost_contracts.held import HELD_SECONDS_MOST, held_field, held_seats
from stagepost_contracts.ids import MatchId, Seat
from stagepost_contracts.keys import held_clocks


class Clocks:
    """By seat and step: once, and for a day at most."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def held(self, match: MatchId, step: int, by: float, now: float) -> tuple[Seat, ...]:
        """The seats whose clock is held now, by a reply that was received by that moment."""
        found = cast("dict[bytes, bytes]", await self._redis.hgetall(held_clocks(match)))
        held = held_seats(found, step, now)
        return tuple(seat for seat, received in held.items() if received <= by)

    async def until(self, match: MatchId, seat: Seat, step: int, received: float) -> float | None:
        """Until when a mail received then holds the clock; None where it was held and let go."""
        found = await self._redis.hget(held_clocks(match), held_field(seat, step))
        if found == b"":
            return None
        return HELD_SECONDS_MOST + (received if found is None else float(found))

    async def let_go(self, match: MatchId, seat: Seat, step: int) -> None:
        """The seat has answered after all; its clock is not held again in that step."""
        if await self._redis.hexists(held_clocks(match), held_field(seat, step)):
            await self._redis.hset(held_clocks(match), held_field(seat, step), b"")
