"""The job that brings a due to the engine, once no mail received in time still waits."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec
import structlog

from stagepost_contracts.api import DueCame
from stagepost_contracts.dues import Due
from stagepost_contracts.ids import Seat
from stagepost_mailer.jobs.tools import Tools

WAIT_SECONDS_MOST = 600
# At these a default is played, or all is over; a reminder or a start takes nothing from anybody.
CLOSING = frozenset({"deadline", "grace", "delay", "abandon"})
# A delay ends when all have moved: nothing is played for anybody.
DEFAULTING = frozenset({"deadline", "grace"})


async def come_due(tools: Tools, written: str) -> None:
    """Asks the inbox, then the engine. A due that is not done stands, and is put again."""
    due = msgspec.json.decode(written, type=Due)
    now = await tools.inbox.now()
    for came in await _ripe(tools, (due,), now):
        _tell(came, now, done=await tools.engine.due(came.due, came.spared))


async def come_dues(tools: Tools, written: Sequence[str]) -> None:
    """The same for several at once, each by itself."""
    dues = tuple(msgspec.json.decode(one, type=Due) for one in written)
    now = await tools.inbox.now()
    if ripe := await _ripe(tools, dues, now):
        for came, done in zip(ripe, await tools.engine.dues(ripe), strict=True):
            _tell(came, now, done=done)


async def give_up_due(tools: Tools, error: Exception, written: str) -> None:
    """Nothing to do: the due stands, and the watcher puts it again."""


async def _ripe(tools: Tools, dues: Sequence[Due], now: float) -> tuple[DueCame, ...]:
    """Those that nothing holds up, with the seats that are to be waited for."""
    closing = any(due.kind in CLOSING for due in dues)
    is_open = closing and await tools.gaps.open()
    judged = await asyncio.gather(*(_judged(tools, due, now, is_open=is_open) for due in dues))
    return tuple(came for came in judged if came is not None)


async def _judged(tools: Tools, due: Due, now: float, *, is_open: bool) -> DueCame | None:
    log = structlog.get_logger().bind(match=due.match, step=due.step, due=due.kind)
    if now < due.at:
        log.warning("due is early", seconds=due.at - now)
    elif due.kind in CLOSING and is_open:
        log.info("due waits for an outage to be made good")
    elif await _must_wait(tools, due, now):
        log.info("due waits for a mail")
    else:
        return DueCame(due, await _spared(tools, due, now))
    return None


def _tell(came: DueCame, now: float, *, done: bool) -> None:
    due, late = came.due, round(now - came.due.at, 3)
    log = structlog.get_logger().bind(match=due.match, step=due.step, due=due.kind)
    log.info("due came", done=done, late=late, spared=len(came.spared))


async def _spared(tools: Tools, due: Due, now: float) -> tuple[Seat, ...]:
    """Seats whose reply came in time and was held: the engine waits for those it awaits."""
    if due.kind not in DEFAULTING:
        return ()
    return await tools.clocks.held(due.match, due.step, due.at, now)


async def _must_wait(tools: Tools, due: Due, now: float) -> bool:
    if due.kind not in CLOSING or now - due.at > WAIT_SECONDS_MOST:
        return False
    return await tools.inbox.waits(due.match, due.at)
