"""The job that tells the engine of an outage: every deadline that ran in it moves."""

from __future__ import annotations

import structlog

from stagepost_mailer.jobs.tools import Tools


async def make_good(tools: Tools, since: str, until: str) -> None:
    """Tells the engine; the same outage again moves nothing. Then dues may come again."""
    moved = await tools.engine.outage(float(since), float(until))
    await tools.gaps.close(int(since), int(until))
    structlog.get_logger().warning("outage made good", since=since, until=until, matches=moved)


async def give_up_outage(tools: Tools, error: Exception, since: str, until: str) -> None:
    """Dues come again: a match that waits for ever would be worse."""
    await tools.gaps.close(int(since), int(until))
