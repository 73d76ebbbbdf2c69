"""Where jobs run: RQ knows a job by its name and its JSON, and the bench adds the tools.

RQ would import whatever a name in Redis says, and call it with the JSON alone; tools would have
to be module state. A job class of the worker's own looks the name up among the three that there
are, and gives the tools as the first argument. One event loop lives as long as the worker, so
connections do too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Concatenate

import structlog
from rq.executions import Execution
from rq.job import Job

from stagepost_mailer.jobs.tools import Tools

# RQ's own alarm would strike in the middle of the event loop; ours comes before it.
ALARM_MARGIN_SECONDS = 3
JOB_SECONDS = 20

Run = Callable[Concatenate[Tools, ...], Awaitable[object]]
GiveUp = Callable[Concatenate[Tools, Exception, ...], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Work:
    """A job, and what is done when its last try has failed."""

    run: Run
    give_up: GiveUp


@dataclass(frozen=True, slots=True)
class Bench:
    """The tools, the loop and the works by name."""

    tools: Tools
    runner: asyncio.Runner
    works: Mapping[str, Work]

    def job_class(self) -> type[Job]:
        """RQ's job, performed here."""
        bench = self

        class HouseJob(Job):
            def perform(self) -> None:
                bench.perform(self)

            def get_executions(self) -> list[Execution]:
                # RQ raises where a try that was killed has left its name and nothing else,
                # and would fail a job for it that has just succeeded.
                try:
                    return super().get_executions()
                except ValueError:
                    return []

        return HouseJob

    def perform(self, job: Job) -> None:
        """Runs one try. Raises what it raised, so that RQ tries again or lets it fail loudly."""
        work = self.works[job.func_name or ""]
        try:
            self.runner.run(_in_time(job, work.run(self.tools, *job.args)))
        except Exception as error:
            log = structlog.get_logger().bind(job=job.id, left=job.retries_left)
            log.warning("try failed", error=repr(error))
            if not job.retries_left:
                log.exception("last try failed")
                self.runner.run(_in_time(job, work.give_up(self.tools, error, *job.args)))
            raise


async def _in_time(job: Job, running: Awaitable[object]) -> None:
    seconds = (job.timeout or JOB_SECONDS) - ALARM_MARGIN_SECONDS
    async with asyncio.timeout(max(1, seconds)):
        await running
