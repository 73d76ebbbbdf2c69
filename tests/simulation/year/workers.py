"""The workers: they take from the house's own work lists, and some are killed over it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from redis import Redis
from simulation.year.clock import Clock
from simulation.year.queue import SimulatedQueue

from stagepost_contracts.notices import Notice
from stagepost_mailer.jobs.bench import Bench
from stagepost_mailer.jobs.crews import CREWS
from stagepost_mailer.outbox.relay import notice_job_id
from stagepost_mailer.time.lists import WorkLists
from stagepost_mailer.time.putting import Putters, after_a_kill, alone
from stagepost_mailer.time.queue import JobQueue
from stagepost_mailer.time.work import (
    KINDS,
    LEASE_SECONDS,
    Call,
    Item,
    Kind,
    ending,
    items_of,
    putting,
    taking,
)

JOB_SECONDS = 60
KILLED = 0.004  # of the items' workers are killed, half of them when the work was done
OWNER = "worker"


@dataclass
class Workers:
    """All that is between a thing found to do and the thing done."""

    clock: Clock
    redis: Redis
    dice: random.Random
    queue: SimulatedQueue
    jobs: JobQueue
    lists: WorkLists
    put: Putters
    bench: Bench
    counts: Counter[str] = field(default_factory=Counter)
    found_at: float | None = None
    notice: str | None = None
    since: dict[str, float] = field(default_factory=dict)

    @classmethod
    def opened(cls, clock: Clock, redis: Redis, dice: random.Random, bench: Bench) -> Workers:
        queue = SimulatedQueue(clock)
        jobs = JobQueue(queue, JOB_SECONDS)  # type: ignore[arg-type]  # what it needs of RQ's
        # Nobody has to be rung for: whoever looks here looks each time.
        lists = WorkLists(redis, lambda: None)
        return cls(clock, redis, dice, queue, jobs, lists, Putters(lists, jobs), bench)

    def next_moment(self) -> float | None:
        """When something is to be done again by itself."""
        moments = (self.queue.next_moment(), self.found_at)
        return min((moment for moment in moments if moment is not None), default=None)

    def notices(self, found: Sequence[tuple[Notice, str]]) -> int:
        """Put notices, and remember since when each is there."""
        for notice, _ in found:
            self.since.setdefault(notice_job_id(notice.key), self.clock.now)
        return self.put.notices(found)

    def work(self) -> int:
        """Take what waits and do it; say how much that was."""
        if self.found_at is not None and self.found_at <= self.clock.now:
            self.found_at = None
            self.counts["found again"] += self.lists.find(
                lambda *lost: after_a_kill(self.jobs, *lost)
            )
        ran = self.queue.run_ready(self.bench)
        for kind in self.dice.sample(KINDS, len(KINDS)):
            [found] = self._called(taking(OWNER, {kind: CREWS[kind].most}))
            items = items_of(found)
            self.dice.shuffle(items)
            for item in items:
                self._does(kind, item)
            ran += len(items)
        return ran

    def job_notice(self) -> tuple[str, float] | None:
        """The notice that is being sent now as JSON, and since when it is known."""
        job = self.queue.running
        if job is not None and job.func_name.endswith(".send_notice"):
            return job.args[0], self.since[job.id]
        if self.notice is None:
            return None
        body, _, name = self.notice.rpartition("\n")
        return body, self.since[name]

    def _does(self, kind: Kind, item: Item) -> None:
        chance = self.dice.random()
        if chance < KILLED / 2:
            self._killed("killed before")
            return
        self.counts[kind] += 1
        name = item.id.rpartition("/")[2]
        if kind == "notice":
            self.notice = f"{item.body}\n{name}"
        try:
            more = self.bench.runner.run(_done(CREWS[kind].do(self.bench.tools, [item])))
            for other, next_item in more:
                self._called(putting(other, [next_item]))
        except Exception as error:  # noqa: BLE001  as a drain does
            self.counts[f"alone: {type(error).__name__}"] += 1
            alone(self.jobs, kind, item, later=True)
        finally:
            self.notice = None
        if chance > 1 - KILLED / 2:
            self._killed("killed after")
            return
        self._called(ending(kind, OWNER, [item.id]))

    def _killed(self, when: str) -> None:
        self.counts[when] += 1
        self.found_at = self.clock.now + LEASE_SECONDS + 1

    def _called(self, call: Call) -> Any:
        return self.redis.register_script(call.script)(keys=call.keys, args=call.args)


async def _done(work: Any) -> Any:
    return await work
