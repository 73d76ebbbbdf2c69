"""Many dues in one request: each comes by itself, and none waits for another."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

import structlog

from stagepost_contracts.api import DueCame
from stagepost_contracts.errors import Problem
from stagepost_engine.matches.service import Matches
from stagepost_engine.store.redis_store import STORE_AWAY

AT_ONCE_MOST: Final = 16


async def fallen_together(matches: Matches, dues: Sequence[DueCame]) -> tuple[bool, ...]:
    """Return of each whether it took effect. Raises where the store is away."""
    turns = asyncio.Semaphore(AT_ONCE_MOST)

    async def fallen(came: DueCame) -> bool:
        async with turns:
            return await _fallen(matches, came)

    return tuple(await asyncio.gather(*map(fallen, dues)))


async def _fallen(matches: Matches, came: DueCame) -> bool:
    """Whether it took effect; one that did not stands, and the mailer brings it again."""
    try:
        return await matches.fall(came.due, came.spared)
    except STORE_AWAY:
        raise
    except Problem:
        return False
    # A fault of ours in one match: it is told, and the others go on.
    except Exception as error:  # noqa: BLE001
        due = came.due
        structlog.get_logger().exception(
            "bug", match=due.match, step=due.step, due=due.kind, kind=type(error).__name__
        )
        return False
