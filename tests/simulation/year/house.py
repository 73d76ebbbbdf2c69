"""The whole house in one process: the real engine, jobs, watcher's steps and intake."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar
from unittest.mock import patch

from redis import Redis
from redis.asyncio import Redis as AsyncRedis
from simulation.year.clock import Clock, clients
from simulation.year.far import FarHost
from simulation.year.switchboard import (
    ENGINE_URL,
    SERVICE,
    Entropy,
    Heard,
    MailersWire,
    Switchboard,
)
from simulation.year.workers import Workers

from stagepost_engine.store.keys import PERSON_KEY
from stagepost_mailer import worker
from stagepost_mailer.inbox.desk import OUR_FAULT, Desk
from stagepost_mailer.jobs.bench import Bench
from stagepost_mailer.jobs.tools import Tools
from stagepost_mailer.outbox.relay import relay
from stagepost_mailer.settings import settings_from
from stagepost_mailer.time.dues import DueIndex, DueTable
from stagepost_mailer.time.gaps import ENGINE, INTAKE, WATCHER, alive_key, beat, note
from stagepost_mailer.time.lists import AsyncWorkLists
from stagepost_mailer.time.sweep import sweep
from stagepost_mailer.time.trips import Trips
from stagepost_mailer.time.waking import waking
from stagepost_mailer.worker import WORKS

DOMAIN = "game.example"
ENVIRONMENT = {
    "STAGEPOST_ENGINE_URL": ENGINE_URL,
    "STAGEPOST_SERVICE_TOKEN": SERVICE,
    "STAGEPOST_MAIL_KEY": bytes(range(32)).hex(),
    "STAGEPOST_MAIL_DOMAIN": DOMAIN,
}
# The watcher puts a due that stands each second; here it looks at one again after this.
STANDING_SECONDS = 600.0
BEAT_SECONDS = 2.0
ROUNDS_MOST = 1000  # of work that makes work, at one moment
WAKES_LOST = 0.05  # of the mails are put into no list at once: the sweep finds them
SWEEP_SECONDS = 2.0
FREED_SECONDS = 600.0  # a mail whose tries are used up is swept up once its job's id is free

Found = TypeVar("Found")


@dataclass
class House:
    """Everything of ours, and how it goes on by itself."""

    clock: Clock
    redis: Redis
    runner: asyncio.Runner
    workers: Workers
    desk: Desk
    index: DueIndex
    table: DueTable
    switchboard: Switchboard
    far: FarHost
    watching: bool = True
    listening: bool = True
    calm_since: float = 0.0
    wait: float | None = None
    standing: bool = False
    looked: float = 0.0
    requests_seen: int = -1
    unswept: float | None = None
    woken: bool = False
    back: set[str] = field(default_factory=set)

    def runs(self, work: Awaitable[Found]) -> Found:
        return self.runner.run(_awaited(work))

    def settle(self) -> None:
        """Do all that can be done at this moment, as watcher and workers do together."""
        if not self.watching:
            return
        self._beats()
        note(self.redis, self.workers.jobs.put_outage)
        for _ in range(ROUNDS_MOST):
            changed = self.switchboard.counts["requests"] != self.requests_seen
            if not (changed or self.woken or self._due()):
                return
            self.requests_seen, self.woken = self.switchboard.counts["requests"], False
            relay(self.redis, self.workers.notices)
            if self.unswept is not None and self.unswept <= self.clock.now:
                self.unswept = None
                sweep(self.redis, self.workers.put.mails)
            self._look()
            given_up = self.workers.queue.given_up
            self.woken = bool(self.workers.work())
            if self.workers.queue.given_up > given_up:
                self.unswept = self.clock.now + FREED_SECONDS
        raise AssertionError(f"work made work {ROUNDS_MOST} times at one moment")

    def next_moment(self) -> float | None:
        """When the house wants to go on by itself."""
        if not self.watching:
            return None
        moments = [self.workers.next_moment(), self.wait, self.unswept]
        if self.standing:
            moments.append(self.looked + STANDING_SECONDS)
        return min((moment for moment in moments if moment is not None), default=None)

    def goes_on(self, moment: float) -> None:
        """Let time pass; each part that runs has written so down all the while."""
        before = int(max(self.clock.now, moment - BEAT_SECONDS))
        for part in self._parts() - self.back:
            self.redis.set(alive_key(part), before)
        self.clock.set(moment)

    def away(self, *parts: str) -> None:
        """Stop parts of the house, until `returns`."""
        self.watching = self.watching and WATCHER not in parts
        self.listening = self.listening and INTAKE not in parts
        self.switchboard.away = self.switchboard.away or ENGINE in parts

    def returns(self) -> None:
        """All parts run again; each tells that it was away."""
        self.back = {WATCHER, INTAKE, ENGINE} - self._parts()
        self.watching = self.listening = self.woken = True
        self.switchboard.away = False
        self.calm_since = self.clock.now

    def takes(self, raw: bytes, sender: str, address: str) -> str:
        """A mail comes in, as a host hands it over; returns what is said to it."""
        if not self.listening:
            return OUR_FAULT
        return self.runs(self._taken(raw, sender, address))

    async def _taken(self, raw: bytes, sender: str, address: str) -> str:
        status = await self.desk.know(address)
        if status.startswith("250"):
            status = await self.desk.take(raw, sender, address)
            await asyncio.gather(*self.desk.waking)
        return status

    def _parts(self) -> set[str]:
        running = {WATCHER: self.watching, INTAKE: self.listening}
        running[ENGINE] = self.watching and not self.switchboard.away
        return {part for part, runs in running.items() if runs}

    def _beats(self) -> None:
        if INTAKE in self.back:
            self.runs(self.workers.bench.tools.gaps.intake_alive())
        if ENGINE in self.back:
            beat(self.redis, ENGINE)
        self.back = set()

    def _due(self) -> bool:
        moments = (self.workers.next_moment(), self.unswept, self.wait)
        if any(moment is not None and moment <= self.clock.now for moment in moments):
            return True
        return self.standing and self.clock.now >= self.looked + STANDING_SECONDS

    def _look(self) -> None:
        self.looked, seen = self.clock.now, self.index.look()
        self.table.put(seen, self.clock.now)
        self.standing = bool(seen.come)
        self.wait = None if seen.wait is None else self.clock.now + seen.wait


async def _awaited(work: Awaitable[Found]) -> Found:
    return await work


@contextmanager
def opened(
    path: str, start: float, seed: str, far: Callable[[Clock], FarHost], heard: Heard
) -> Iterator[House]:
    """A house on an empty server behind that socket. `far` makes the mail host of a clock."""
    redis, ours, engines = clients(path)
    clock, entropy = Clock(redis, start), Entropy(seed)
    # What the house would draw once, in its first hour, where it finds nothing.
    redis.set(PERSON_KEY, entropy())
    switchboard = Switchboard(engines, entropy, random.Random(f"{seed}:wire"), heard)
    with asyncio.Runner() as runner:
        host = far(clock)
        tools = runner.run(_tools(ours, host, switchboard))
        bench = Bench(tools, runner, WORKS)
        workers = Workers.opened(clock, redis, random.Random(f"{seed}:workers"), bench)
        desk = _desk(workers, tools, ours, random.Random(f"{seed}:wakes"))
        index, table = DueIndex(redis), DueTable(workers.put.dues)
        house = House(clock, redis, runner, workers, desk.desk, index, table, switchboard, host)
        desk.house = house
        try:
            yield house
        finally:
            runner.run(tools.engine.close())
            runner.run(ours.aclose())
            runner.run(engines.aclose())
            redis.close()


@dataclass
class _Woken:
    """The intake's desk, and the house that it wakes."""

    desk: Desk
    house: House | None = None


def _desk(workers: Workers, tools: Tools, redis: Trips, dice: random.Random) -> _Woken:
    put = waking(AsyncWorkLists(redis), lambda: None)

    async def wake(*mail: Any) -> None:
        assert woken.house is not None
        if dice.random() < WAKES_LOST:
            woken.house.unswept = workers.clock.now + SWEEP_SECONDS
        else:
            await put(*mail)
            woken.house.woken = True

    woken = _Woken(Desk(tools.inbox, tools.tokens, tools.limits, DOMAIN, wake))
    return woken


async def _tools(redis: AsyncRedis, host: FarHost, switchboard: Switchboard) -> Tools:
    """The worker's own tools, but for what leads out of the process."""
    with patch.object(worker.Trips, "from_url", lambda _: redis):
        tools = await worker._tools(settings_from(ENVIRONMENT))
    tools.engine._wire = MailersWire(switchboard)  # type: ignore[assignment]
    return replace(tools, sender=host)  # type: ignore[arg-type]  # sends as a Sender does
