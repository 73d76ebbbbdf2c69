"""The job that brings a due to the engine, once no mail received in time still waits."""

from __future__ import annotations

import msgspec
import structlog
from structlog.contextvars import bound_contextvars

from stagepost_contracts.dues import Due
from stagepost_contracts.ids import Seat
from stagepost_mailer.jobs.tools import Tools

WAIT_SECONDS_MOST = 600
# At these a default is played; a reminder or a start takes nothing from anybody.
CLOSING = frozenset({"deadline", "grace", "delay"})
# A delay ends when all have moved: nothing is played for anybody.
DEFAULTING = frozenset({"deadline", "grace"})


async def come_due(tools: Tools, written: str) -> None:
    """Asks the inbox, then the engine. A due that is not done stands, and is put again."""
    due = msgspec.json.decode(written, type=Due)
    with bound_contextvars(match=due.match, step=due.step, due=due.kind):
        log = structlog.get_logger()
        now = await tools.inbox.now()
        if now < due.at:
            log.warning("due is early", seconds=due.at - now)
        elif due.kind in CLOSING and await tools.gaps.open():
            log.info("due waits for an outage to be made good")
        elif await _must_wait(tools, due, now):
            log.info("due waits for a mail")
        else:
            spared = await _spared(tools, due, now)
            done = await tools.engine.due(due, spared)
            log.info("due came", done=done, late=round(now - due.at, 3), spared=len(spared))


async def give_up_due(tools: Tools, error: Exception, written: str) -> None:
    """Nothing to do: the due stands, and the watcher puts it again."""


async def _spared(tools: Tools, due: Due, now: float) -> tuple[Seat, ...]:
    """Seats whose reply came in time and was held: the engine waits for those it awaits."""
    if due.kind not in DEFAULTING:
        return ()
    return await tools.clocks.held(due.match, due.step, due.at, now)


async def _must_wait(tools: Tools, due: Due, now: float) -> bool:
    if due.kind not in CLOSING or now - due.at > WAIT_SECONDS_MOST:
        return False
    return await tools.inbox.waits(due.match, due.at)
