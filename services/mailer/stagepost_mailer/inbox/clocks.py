"""Seats whose clock is held, because a reply of theirs came in time and was not applied.

The script that puts a mail aside writes the moment of receipt, the first of the step only.
"""

from __future__ import annotations

from typing import cast

from redis.asyncio import Redis

from stagepost_contracts.ids import MatchId, Seat
from stagepost_mailer.inbox import keys

HELD_SECONDS_MOST = 24 * 3600


class Clocks:
    """By seat and step: once, and for a day at most."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def held(self, match: MatchId, step: int, by: float, now: float) -> tuple[Seat, ...]:
        """The seats whose clock is held now, by a reply that was received by that moment."""
        found = cast("dict[bytes, bytes]", await self._redis.hgetall(keys.clock(match)))
        kept = {name.decode(): float(received) for name, received in found.items() if received}
        return tuple(
            Seat(name.removesuffix(f":{step}"))
            for name, received in sorted(kept.items())
            if name.endswith(f":{step}") and received <= by and now < received + HELD_SECONDS_MOST
        )

    async def until(self, match: MatchId, seat: Seat, step: int, received: float) -> float | None:
        """Until when a mail received then holds the clock; None where it was held and let go."""
        found = await self._redis.hget(keys.clock(match), field(seat, step))
        if found == b"":
            return None
        return HELD_SECONDS_MOST + (received if found is None else float(found))

    async def let_go(self, match: MatchId, seat: Seat, step: int) -> None:
        """The seat has answered after all; its clock is not held again in that step."""
        if await self._redis.hexists(keys.clock(match), field(seat, step)):
            await self._redis.hset(keys.clock(match), field(seat, step), b"")


def field(seat: Seat, step: int) -> str:
    return f"{seat}:{step}"
