"""How often somebody asked in the present minute, counted for all engines together."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from typing import Final

from redis.asyncio import Redis

from stagepost_engine.store import keys
from stagepost_engine.store.wire import Wire

LIMIT: Final = resources.files(__package__).joinpath("limit.lua").read_text()
WINDOW_MILLISECONDS: Final = 60_000


class Limits:
    """Counters that forget by themselves."""

    def __init__(self, client: Redis) -> None:
        self._wire = Wire(client)

    async def wait(self, bounds: Mapping[str, int]) -> float:
        """Count a request of everybody in `bounds`, each with the most in a minute.

        Return the seconds to wait, 0 within all bounds; a bound of 0 is none.
        """
        counted = {who: most for who, most in bounds.items() if most}
        if not counted:
            return 0.0
        names = [keys.limit(who) for who in counted]
        left: int = await self._wire.run(LIMIT, names, [WINDOW_MILLISECONDS, *counted.values()])
        return left / 1000
