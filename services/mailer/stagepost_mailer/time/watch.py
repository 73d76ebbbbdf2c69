"""The watcher's loop: the same on every replica, without a leader."""

from __future__ import annotations

import time
from collections.abc import Callable

import structlog
from redis import Redis, RedisError
from redis.client import PubSub

from stagepost_contracts.keys import WAKE_CHANNEL, WATCHER_HEARTBEAT
from stagepost_mailer.time.counts import COUNT_SECONDS, count
from stagepost_mailer.time.gaps import ENGINE, beat, note
from stagepost_mailer.time.looks import Looks, Watch
from stagepost_mailer.time.sweep import SWEEP_SECONDS, sweep

AFTER_FAULT_SECONDS = 0.5
HEARTBEAT_SECONDS = 60
ASK_ENGINE_SECONDS = 10.0


def watch(watch: Watch, stopped: Callable[[], bool]) -> None:
    """Looks, sleeps until the next due or a wake, and looks again, until `stopped`."""
    looks, woken = Looks(watch), set[str]()
    log = structlog.get_logger()
    pubsub: PubSub | None = None
    swept, counted, asked = -SWEEP_SECONDS, -COUNT_SECONDS, -ASK_ENGINE_SECONDS
    while not stopped():
        try:
            pubsub = pubsub or _subscribed(watch.redis)
            if time.monotonic() - swept >= SWEEP_SECONDS:
                swept = time.monotonic()
                if time.monotonic() - asked >= ASK_ENGINE_SECONDS and _engine_answers(watch):
                    asked = time.monotonic()
                # Before a due is looked at: the deadlines of an outage move first.
                note(watch.redis, watch.jobs.put_outage)
                _sweep(watch)
            if time.monotonic() - counted >= COUNT_SECONDS:
                counted = time.monotonic()
                count(watch.redis)
            until = looks.look(woken)
            woken = _sleep(pubsub, until)
        # A server that is away comes back; what stands in it is looked at then.
        except (RedisError, OSError):
            log.exception("watcher looks again")
            if pubsub is not None:
                pubsub.close()
                pubsub = None
            time.sleep(AFTER_FAULT_SECONDS)
    if pubsub is not None:
        pubsub.close()


def _engine_answers(watch: Watch) -> bool:
    """Once it did it is asked less often."""
    answers = watch.engine_answers()
    if answers:
        beat(watch.redis, ENGINE)
    return answers


def _sweep(watch: Watch) -> None:
    found = sweep(watch.redis, watch.put.mails)
    if found:
        structlog.get_logger().warning("mails in nobody's hand", count=found)
    [seconds, _] = watch.redis.time()
    watch.redis.set(WATCHER_HEARTBEAT, seconds, ex=HEARTBEAT_SECONDS)


def _subscribed(redis: Redis) -> PubSub:
    pubsub = PubSub(redis.connection_pool, ignore_subscribe_messages=True)
    pubsub.subscribe(WAKE_CHANNEL)
    return pubsub


def _sleep(pubsub: PubSub, until: float) -> set[str]:
    """Until the moment or a wake; returns the partitions that were told of. A burst is one."""
    woken: set[str] = set()
    left = until - time.monotonic()
    while (told := pubsub.get_message(timeout=max(0.0, left))) or left > 0:
        if told is not None:
            woken.add(told["data"].decode())
            left = 0.0
        else:
            left = until - time.monotonic()
    return woken
