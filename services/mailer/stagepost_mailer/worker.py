"""Runs the mailer's jobs, one at a time, with connections that live as long as the process."""

from __future__ import annotations

import asyncio
import os
import sys
from dataclasses import dataclass

import structlog
from redis import Redis
from rq import Queue, SimpleWorker
from rq.executions import Execution
from rq.job import Job
from rq.serializers import JSONSerializer
from rq.worker import WorkerStatus

from stagepost_contracts.jobs import COME_DUE, DRAIN, MAKE_GOOD, READ_MAIL, SEND_NOTICE
from stagepost_mailer.engine_client.client import EngineClient
from stagepost_mailer.inbox.bounces import Bounces
from stagepost_mailer.inbox.clocks import Clocks
from stagepost_mailer.inbox.limits import Limits
from stagepost_mailer.inbox.store import Inbox
from stagepost_mailer.inbox.tokens import TokenBook
from stagepost_mailer.jobs.bench import Bench, Work
from stagepost_mailer.jobs.come_due import come_due, give_up_due
from stagepost_mailer.jobs.drain import Drain, give_up_drain
from stagepost_mailer.jobs.make_good import give_up_outage, make_good
from stagepost_mailer.jobs.receive import give_up_mail, read_mail
from stagepost_mailer.jobs.send import give_up_notice, send_notice
from stagepost_mailer.jobs.tools import Look, Tools
from stagepost_mailer.logs import open_logs
from stagepost_mailer.outbox.book import MailBook
from stagepost_mailer.outbox.ledger import Ledger
from stagepost_mailer.outbox.people import People
from stagepost_mailer.outbox.slots import Slots
from stagepost_mailer.settings import Settings, settings_from
from stagepost_mailer.smtp.host import smtp_host
from stagepost_mailer.smtp.sender import Sender
from stagepost_mailer.time.gaps import Gaps
from stagepost_mailer.time.lists import AsyncWorkLists, WorkLists
from stagepost_mailer.time.pulse import Pulse
from stagepost_mailer.time.putting import alone
from stagepost_mailer.time.queue import JobQueue, open_queue
from stagepost_mailer.time.trips import Trips
from stagepost_mailer.time.work import Item, Kind

WORKS = {
    SEND_NOTICE: Work(send_notice, give_up_notice),
    READ_MAIL: Work(read_mail, give_up_mail),
    COME_DUE: Work(come_due, give_up_due),
    MAKE_GOOD: Work(make_good, give_up_outage),
}
MONITORING_SECONDS = 5
MAINTENANCE_SECONDS = 5
# RQ waits for a job 15 seconds less than this before it looks after the queue again.
WORKER_SECONDS = 17
# A job whose worker has had no pulse for so long is another worker's.
PULSELESS_SECONDS = 5
# RQ's own pause while Redis is away doubles up to a minute, and an idle worker never forgets it.
AWAY_SECONDS_MOST = 2.0
SWITCH_SECONDS = 0.001


class HouseWorker(SimpleWorker):
    """A job of a killed worker is free again after seconds: its lease is renewed by a pulse."""

    log_result_lifespan = False
    max_connection_wait_time = AWAY_SECONDS_MOST
    pulse: Pulse
    hand: Hand

    def execute_job(self, job: Job, queue: Queue) -> None:
        execution = self.prepare_execution(job)
        with self.pulse.during(lambda: self._beat(job, execution)):
            self.perform_job(job, queue, execution)
        self.set_state(WorkerStatus.IDLE)

    def get_heartbeat_ttl(self, job: Job, working_time: float = 0.0) -> int:
        return PULSELESS_SECONDS

    def handle_exception(self, job: Job, *exc_info: object) -> None:
        """One line; the bench has told the story, and RQ's would repeat it at each try."""
        structlog.get_logger().error("job failed", job=job.id, error=repr(exc_info[1]))

    def handle_warm_shutdown_request(self) -> None:
        """What is in hand is done; nothing more is taken."""
        self.hand.drain.stopping = True

    def _beat(self, job: Job, execution: Execution) -> None:
        self.maintain_heartbeats(job, execution)
        self.hand.keep()


@dataclass(frozen=True, slots=True)
class Hand:
    """What the worker has in hand, and how its leases are renewed."""

    drain: Drain
    lists: WorkLists

    def keep(self) -> None:
        for kind, ids in self.drain.held().items():
            if ids:
                self.lists.keep(self.drain.owner, kind, ids)


def main() -> None:
    settings = settings_from(os.environ)
    open_logs("worker")
    # Letters are written beside the event loop: it has its turn soon, whoever writes.
    sys.setswitchinterval(SWITCH_SECONDS)
    redis = Redis.from_url(settings.queue_redis_url)
    pulse = Pulse()
    with asyncio.Runner() as runner:
        tools = runner.run(_tools(settings))
        hand = _hand(settings, redis)
        works = {**WORKS, DRAIN: Work(hand.drain.run, give_up_drain)}
        worker = build(redis, Bench(tools, runner, works), pulse, hand)
        structlog.get_logger().info("worker begins")
        pulse.start()
        try:
            worker.work(logging_level="WARNING")
        finally:
            pulse.stop()
            runner.run(_closed(tools))
    structlog.get_logger().info("worker ends")


def build(redis: Redis, bench: Bench, pulse: Pulse, hand: Hand) -> HouseWorker:
    """One queue: with two, a worker killed between them loses a job for good."""
    worker = HouseWorker(
        [open_queue(redis)],
        connection=redis,
        serializer=JSONSerializer,
        job_class=bench.job_class(),
        job_monitoring_interval=MONITORING_SECONDS,
        maintenance_interval=MAINTENANCE_SECONDS,
        worker_ttl=WORKER_SECONDS,
        log_job_description=False,
    )
    worker.pulse, worker.hand = pulse, hand
    return worker


def _hand(settings: Settings, redis: Redis) -> Hand:
    jobs = JobQueue(open_queue(redis), settings.job_seconds, settings.retry_seconds)

    async def by_itself(kind: Kind, item: Item) -> None:
        await asyncio.to_thread(alone, jobs, kind, item, later=True)

    async def ring() -> None:
        await asyncio.to_thread(lists.ring)

    lists = WorkLists(redis, jobs.put_drain)
    taken = AsyncWorkLists(Trips.from_url(settings.queue_redis_url))
    return Hand(Drain(taken, by_itself, ring, settings.job_seconds), lists)


async def _tools(settings: Settings) -> Tools:
    redis = Trips.from_url(settings.redis_url)
    return Tools(
        engine=EngineClient(settings.engine_url, settings.service_token),
        people=People(redis),
        ledger=Ledger(redis),
        book=MailBook(redis),
        inbox=Inbox(redis),
        tokens=TokenBook(redis),
        slots=Slots(redis),
        limits=Limits(redis, settings.allowance),
        bounces=Bounces(redis),
        clocks=Clocks(redis),
        gaps=Gaps(redis),
        sender=Sender(smtp_host(settings.smtp_url)),
        mail_key=settings.mail_key,
        domain=settings.mail_domain,
        authserv_id=settings.authserv_id,
        look=_look() if settings.check_dkim else None,
        unsubscribe_url=settings.unsubscribe_url,
    )


def _look() -> Look:
    # Only who looks pays for loading what it takes: a tenth of the worker's start.
    from stagepost_mailer.proof.look import look  # noqa: PLC0415

    return look


async def _closed(tools: Tools) -> None:
    await tools.engine.close()
    await tools.sender.close()


if __name__ == "__main__":
    main()
