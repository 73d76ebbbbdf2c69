"""The job that drains the work lists: many mails, notices and dues at a time, each by itself.

What fails here gets a job of its own, with tries and pauses, and so does what a killed worker
held: neither holds up the others. An item leaves its list only when it is done, or has its job.
"""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final

import structlog

from stagepost_mailer.jobs.crews import CREWS, Crew, is_away
from stagepost_mailer.jobs.tools import Tools
from stagepost_mailer.time.lists import AsyncWorkLists
from stagepost_mailer.time.queue import DRAIN_SECONDS_MOST
from stagepost_mailer.time.work import (
    KINDS,
    Call,
    Item,
    Kind,
    ending,
    items_of,
    putting,
    taking,
    unlooked,
)

# Whoever is away fails every item in turn: after so many in a row the others wait for a while.
FAILURES_MOST: Final = 3
REST_SECONDS: Final = 1.0
# A drain waits so long for more before it ends: to begin another costs as much as ten dues.
LINGER_SECONDS: Final = 0.1
LOOK_SECONDS: Final = 0.005
# RQ's own alarm would strike in the middle of the event loop.
ALARM_MARGIN_SECONDS: Final = 3

Alone = Callable[[Kind, Item], Awaitable[None]]
"""Gives an item that failed a job of its own, later."""
Ring = Callable[[], Awaitable[None]]
"""Has another drain put where something waits."""


@dataclass(slots=True)
class Shift:
    """One kind's items under way, and whether the kind rests."""

    crew: Crew
    running: set[asyncio.Task[None]] = field(default_factory=set)
    held: dict[str, float] = field(default_factory=dict)
    done: list[str] = field(default_factory=list)
    more: list[Item] = field(default_factory=list)
    failures: int = 0
    rests_until: float = 0.0

    def room(self) -> int:
        """How many more to take: a few large looks cost less than many small ones."""
        free = self.crew.most - len(self.held)
        return 0 if self.rests() or 2 * free < self.crew.most else free

    def rests(self) -> bool:
        return time.monotonic() < self.rests_until

    def note(self, error: Exception | None) -> None:
        if error is None or not is_away(error):
            self.failures = 0
            return
        self.failures += 1
        if self.failures >= FAILURES_MOST:
            self.rests_until = time.monotonic() + REST_SECONDS


class Drain:
    """What one worker has in hand, and the loop that gets it done."""

    def __init__(self, lists: AsyncWorkLists, alone: Alone, ring: Ring, job_seconds: int) -> None:
        self._lists = lists
        self._alone = alone
        self._ring = ring
        self._job_seconds = job_seconds
        self.owner = f"worker-{uuid.uuid4().hex}"
        self.stopping = False
        self._shifts = {kind: Shift(CREWS[kind]) for kind in KINDS}

    def held(self) -> dict[Kind, list[str]]:
        """What is in hand, for whoever renews the leases; called from another thread."""
        return {kind: list(shift.held) for kind, shift in self._shifts.items()}

    async def run(self, tools: Tools) -> None:
        """Takes and does, until nothing waits any more or others on the queue have their turn."""
        begun = idle_since = time.monotonic()
        is_last = False
        try:
            while True:
                now = time.monotonic()
                if is_last:
                    # What is put from now on rings for another drain; what was put before is seen.
                    await self._lists.done(unlooked())
                await self._turn(tools, now - begun, is_last=is_last)
                running = [task for shift in self._shifts.values() for task in shift.running]
                if running:
                    await asyncio.wait(
                        running, timeout=LOOK_SECONDS, return_when=asyncio.FIRST_COMPLETED
                    )
                    idle_since, is_last = time.monotonic(), False
                elif is_last:
                    break
                elif self._is_over(now - begun, now - idle_since):
                    is_last = True
                else:
                    await asyncio.sleep(LOOK_SECONDS)
        finally:
            await self._let_go()
        if not any(shift.rests() for shift in self._shifts.values()):
            await self._ring()

    def _is_over(self, age: float, idle: float) -> bool:
        return idle >= LINGER_SECONDS or age >= DRAIN_SECONDS_MOST or self.stopping

    async def _turn(self, tools: Tools, age: float, *, is_last: bool) -> None:
        """One round trip: what is done leaves the lists, and what there is room for comes."""
        calls: list[Call] = []
        # What is to be done next is in its list before that of which it came leaves another.
        for kind, shift in self._shifts.items():
            if shift.more:
                calls.append(putting(kind, shift.more))
                shift.more = []
        for kind, shift in self._shifts.items():
            if shift.done:
                calls.append(ending(kind, self.owner, shift.done))
                shift.done = []
        rooms = {kind: shift.room() for kind, shift in self._shifts.items()}
        counts = {kind: room for kind, room in rooms.items() if room and self._may_take(kind, age)}
        if not counts:
            await asyncio.gather(*map(self._lists.done, calls))
            return
        calls.append(taking(self.owner, counts, looks=len(counts) == len(KINDS) and not is_last))
        [*_, found] = await asyncio.gather(*map(self._lists.done, calls))
        for kind, taken in zip(counts, found, strict=True):
            if items := items_of(taken):
                self._begin(tools, kind, items, age)

    def _may_take(self, kind: Kind, age: float) -> bool:
        """Dues come first, as long as something slow keeps the drain; then mail is read.

        Nobody's deadline waits for what we write: it has every second second beside mail.
        """
        if self.stopping:
            return False
        if kind == "due":
            return age < self._job_seconds / 2
        writes = kind in {"letter", "notice"}
        if writes and self._shifts["due"].held:
            return False
        if writes and self._shifts["mail"].held and int(time.monotonic()) % 2:
            return False
        return age < DRAIN_SECONDS_MOST

    def _begin(self, tools: Tools, kind: Kind, items: list[Item], age: float) -> None:
        shift = self._shifts[kind]
        seconds = self._job_seconds + DRAIN_SECONDS_MOST - ALARM_MARGIN_SECONDS - age
        seconds = max(1.0, min(seconds, self._job_seconds - ALARM_MARGIN_SECONDS))
        for at in range(0, len(items), shift.crew.together):
            some = items[at : at + shift.crew.together]
            shift.held.update((item.id, time.monotonic()) for item in some)
            task = asyncio.create_task(self._do(tools, kind, some, seconds))
            shift.running.add(task)
            task.add_done_callback(shift.running.discard)

    async def _do(self, tools: Tools, kind: Kind, items: list[Item], seconds: float) -> None:
        """Runs some items under a guard of their own; one that fails is given a job."""
        shift = self._shifts[kind]
        error: Exception | None = None
        try:
            async with asyncio.timeout(seconds):
                for more, item in await shift.crew.do(tools, items):
                    self._shifts[more].more.append(item)
        # Whatever it is, it is this item's: the job that it gets tells of it, and tries again.
        except Exception as raised:  # noqa: BLE001
            error = raised
        shift.note(error)
        for item in items:
            if error is None or await self._has_job(kind, item, error):
                shift.done.append(item.id)
            # One that could be given no job is found when its lease is over.
            shift.held.pop(item.id, None)

    async def _has_job(self, kind: Kind, item: Item, error: Exception) -> bool:
        log = structlog.get_logger().bind(kind=kind, item=item.id)
        log.warning("not done with others", error=repr(error))
        try:
            await self._alone(kind, item)
        except Exception as raised:  # noqa: BLE001  the queue is away
            log.warning("no job of its own", error=repr(raised))
            return False
        return True

    async def _let_go(self) -> None:
        """Nothing runs on when the loop stands still; what is not done is found by its lease."""
        running = [task for shift in self._shifts.values() for task in shift.running]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        for shift in self._shifts.values():
            shift.held.clear()
            shift.done.clear()
            shift.more.clear()


async def give_up_drain(tools: Tools, error: Exception) -> None:
    """Nothing to do: what waits is drained by the next one."""
