"""Relays notices, watches the dues, and sweeps for lost work; run as many as you like."""

from __future__ import annotations

import os
import signal
import threading

import structlog
from redis import Redis

from stagepost_mailer.engine_client.health import engine_answers
from stagepost_mailer.logs import open_logs
from stagepost_mailer.settings import Settings, settings_from
from stagepost_mailer.time.lists import WorkLists
from stagepost_mailer.time.looks import Watch
from stagepost_mailer.time.putting import Putters
from stagepost_mailer.time.queue import JobQueue, open_queue
from stagepost_mailer.time.retries import retrier
from stagepost_mailer.time.watch import watch


def main() -> None:
    settings = settings_from(os.environ)
    open_logs("watcher")
    stopped = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopped.set())
    structlog.get_logger().info("watcher begins")
    watch(build(settings), stopped.is_set)
    structlog.get_logger().info("watcher ends")


def build(settings: Settings) -> Watch:
    queue_redis = Redis.from_url(settings.queue_redis_url)
    queue = open_queue(queue_redis)
    jobs = JobQueue(queue, settings.job_seconds, settings.retry_seconds)
    lists = WorkLists(queue_redis, jobs.put_drain)
    return Watch(
        redis=Redis.from_url(settings.redis_url),
        jobs=jobs,
        lists=lists,
        put=Putters(lists, jobs),
        bring_back=retrier(queue_redis, queue),
        engine_answers=lambda: engine_answers(settings.engine_url),
    )


if __name__ == "__main__":
    main()
