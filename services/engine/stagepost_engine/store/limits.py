"""How often somebody asked in the present minute, counted for all engines together."""

from __future__ import annotations

from importlib import resources
from typing import Final

from redis.asyncio import Redis

from stagepost_engine.store import keys

LIMIT: Final = resources.files(__package__).joinpath("limit.lua").read_text()
WINDOW_MILLISECONDS: Final = 60_000


class Limits:
    """Counters that forget by themselves."""

    def __init__(self, client: Redis) -> None:
        self._limit = client.register_script(LIMIT)

    async def wait(self, who: str, most: int) -> float:
        """Count a request of `who`; return the seconds to wait, 0 for at most `most` a minute."""
        if not most:
            return 0.0
        left: int = await self._limit(keys=[keys.limit(who)], args=[most, WINDOW_MILLISECONDS])
        return left / 1000
