"""RQ's queue on simulated time: the same ids, pauses and lifetimes, without its processes."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Self

from rq import Retry
from rq.exceptions import DuplicateJobError
from simulation.year.clock import Clock

from stagepost_mailer.engine_client.client import EngineAway
from stagepost_mailer.jobs.bench import Bench
from stagepost_mailer.smtp.sender import HostAway


@dataclass
class Job:
    """One job as the bench knows it."""

    id: str
    func_name: str
    args: tuple[Any, ...]
    timeout: int
    pauses: list[int]
    keep_seconds: int
    failed_seconds: int
    tries: int = 0

    @property
    def retries_left(self) -> int:
        return len(self.pauses) - self.tries


class Looked:
    """What the house asks Redis about its queue: is there a job of that name?"""

    def __init__(self, queue: SimulatedQueue) -> None:
        self._queue = queue
        self._asked: list[str] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._asked.clear()

    def exists(self, key: str) -> None:
        self._asked.append(key.removeprefix("rq:job:"))

    def execute(self) -> list[int]:
        return [int(self._queue.is_taken(job_id)) for job_id in self._asked]


@dataclass
class SimulatedQueue:
    """In place of RQ's, below the house's own JobQueue."""

    clock: Clock
    ready: list[Job] = field(default_factory=list)
    later: list[tuple[float, int, Job]] = field(default_factory=list)
    ids: dict[str, float | None] = field(default_factory=dict)
    running: Job | None = None
    counts: Counter[str] = field(default_factory=Counter)
    lost: list[str] = field(default_factory=list)
    given_up: int = 0
    _count: int = 0

    @property
    def connection(self) -> SimulatedQueue:
        return self

    def pipeline(self, **_: Any) -> Looked:
        return Looked(self)

    def is_taken(self, job_id: str) -> bool:
        """Whether there is such a job: waiting, running, or kept after its end."""
        if job_id not in self.ids:
            return False
        until = self.ids[job_id]
        if until is not None and until <= self.clock.now:
            del self.ids[job_id]
            return False
        return True

    def create_job(self, name: str, *, args: Sequence[Any], job_id: str, **more: Any) -> Job:
        retry = more["retry"]
        assert isinstance(retry, Retry)
        intervals = list(retry.intervals)
        pauses = (intervals + [intervals[-1]] * retry.max)[: retry.max]
        ends = more["result_ttl"], more["failure_ttl"]
        return Job(job_id, name, tuple(args), more["timeout"], pauses, *ends)

    def enqueue_call(self, name: str, *, unique: bool, **more: Any) -> None:
        job = self.create_job(name, **more)
        self._enters(job)
        self.ready.append(job)

    def schedule_job(self, job: Job, moment: datetime, *, unique: bool) -> None:
        """`moment` is of the real clock, one pause ahead: the same pause is waited for here."""
        self._enters(job)
        self._waits(job, job.pauses[0])

    def next_moment(self) -> float | None:
        """When the next try is due."""
        return self.later[0][0] if self.later else None

    def run_ready(self, bench: Bench) -> int:
        """Run all that is ready now and say how many; what fails waits for its next try."""
        while self.later and self.later[0][0] <= self.clock.now:
            self.ready.append(heapq.heappop(self.later)[2])
        ran = len(self.ready)
        while self.ready:
            self._run(bench, self.ready.pop(0))
        return ran

    def _run(self, bench: Bench, job: Job) -> None:
        self.counts[job.func_name.rpartition(".")[2]] += 1
        self.running = job
        try:
            bench.perform(job)  # type: ignore[arg-type]  # what the bench needs of a job
        except Exception as error:  # noqa: BLE001  as RQ does; the bench has logged it
            self._failed(job, error)
        else:
            self._ends(job, job.keep_seconds)
        finally:
            self.running = None

    def _failed(self, job: Job, error: Exception) -> None:
        self.counts["failed tries"] += 1
        if not job.retries_left:
            self.given_up += 1
            if not isinstance(error, HostAway | EngineAway):
                self.lost.append(f"{job.func_name}: {error!r}")
            self._ends(job, job.failed_seconds)
            return
        pause = job.pauses[job.tries]
        job.tries += 1
        self._waits(job, pause)

    def _enters(self, job: Job) -> None:
        if self.is_taken(job.id):
            raise DuplicateJobError(job.id)
        self.ids[job.id] = None

    def _waits(self, job: Job, seconds: int) -> None:
        self._count += 1
        heapq.heappush(self.later, (self.clock.now + seconds, self._count, job))

    def _ends(self, job: Job, seconds: int) -> None:
        if seconds:
            self.ids[job.id] = self.clock.now + seconds
        else:
            self.ids.pop(job.id, None)
