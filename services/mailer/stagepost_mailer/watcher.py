"""Relays notices, watches the dues, sweeps for lost work, calls webhooks; run as many as you like."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import httpx
import structlog
from redis import Redis
from redis.asyncio import Redis as AsyncRedis

from stagepost_mailer.engine_client.client import EngineClient
from stagepost_mailer.engine_client.health import engine_answers
from stagepost_mailer.hooks.calling import Caller, looked_up
from stagepost_mailer.hooks.delivering import PAUSES, Deliverer
from stagepost_mailer.logs import open_logs
from stagepost_mailer.outbox.hooks import HookBook
from stagepost_mailer.settings import Settings, settings_from
from stagepost_mailer.time.hooks import Loop
from stagepost_mailer.time.lists import WorkLists
from stagepost_mailer.time.looks import Watch
from stagepost_mailer.time.putting import Putters
from stagepost_mailer.time.queue import JobQueue, open_queue
from stagepost_mailer.time.retries import retrier
from stagepost_mailer.time.watch import watch

LOOKUPS_MOST = 64


def main() -> None:
    settings = settings_from(os.environ)
    open_logs("watcher")
    stopped = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopped.set())
    structlog.get_logger().info("watcher begins")
    calling = _calling(settings, stopped.is_set)
    watch(build(settings), stopped.is_set)
    calling.join()
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


def _calling(settings: Settings, stopped: Callable[[], bool]) -> threading.Thread:
    """Webhooks are called by a thread of their own: a far side may be slow, a deadline may not."""
    thread = threading.Thread(
        target=lambda: asyncio.run(_call_hooks(settings, stopped)), name="webhooks", daemon=True
    )
    thread.start()
    return thread


async def _call_hooks(settings: Settings, stopped: Callable[[], bool]) -> None:
    # A look-up of a name cannot be cut off, and must not keep others waiting.
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(LOOKUPS_MOST))
    redis = AsyncRedis.from_url(settings.redis_url)
    engine = EngineClient(settings.engine_url, settings.service_token)
    caller = Caller(settings.reach, httpx.create_ssl_context(), looked_up)
    pauses = settings.retry_seconds or PAUSES
    try:
        await Loop(redis, Deliverer(HookBook(redis), caller, engine, pauses), stopped).run()
    finally:
        await engine.close()
        await redis.aclose()


if __name__ == "__main__":
    main()
