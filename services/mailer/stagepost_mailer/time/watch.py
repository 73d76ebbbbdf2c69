"""The watcher's loop: the same on every replica, without a leader."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import structlog
from redis import Redis, RedisError
from redis.client import PubSub

from stagepost_contracts.keys import WAKE_CHANNEL, WATCHER_HEARTBEAT
from stagepost_mailer.outbox.relay import relay
from stagepost_mailer.time.counts import COUNT_SECONDS, count
from stagepost_mailer.time.dues import DueIndex, DueTable
from stagepost_mailer.time.gaps import ENGINE, beat, note
from stagepost_mailer.time.lists import WorkLists
from stagepost_mailer.time.putting import Putters, alone
from stagepost_mailer.time.queue import JobQueue
from stagepost_mailer.time.sweep import SWEEP_SECONDS, sweep

SLEEP_SECONDS_MOST = 1.0
AFTER_FAULT_SECONDS = 0.5
HEARTBEAT_SECONDS = 60
ASK_ENGINE_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Watch:
    """What the loop works with."""

    redis: Redis
    jobs: JobQueue
    lists: WorkLists
    put: Putters
    bring_back: Callable[[], int]
    engine_answers: Callable[[], bool]


def watch(watch: Watch, stopped: Callable[[], bool]) -> None:
    """Looks, sleeps until the next due or a wake, and looks again, until `stopped`."""
    index, table = DueIndex(watch.redis), DueTable(watch.put.dues)
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
            until = look(watch, index, table)
            _sleep(pubsub, until)
        # A server that is away comes back; what stands in it is looked at then.
        except (RedisError, OSError):
            log.exception("watcher looks again")
            if pubsub is not None:
                pubsub.close()
                pubsub = None
            time.sleep(AFTER_FAULT_SECONDS)
    if pubsub is not None:
        pubsub.close()


def look(watch: Watch, index: DueIndex, table: DueTable) -> float:
    """One look at outboxes, tries and dues; returns until when the next one can wait."""
    full = relay(watch.redis, watch.put.notices)
    watch.bring_back()
    _find(watch)
    seen = index.look()
    moment = time.monotonic()
    table.put(seen, moment)
    if full:
        return moment
    return moment + min(seen.wait or SLEEP_SECONDS_MOST, SLEEP_SECONDS_MOST)


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


def _find(watch: Watch) -> None:
    """What a killed worker held runs alone: one of it may be what killed the worker."""
    found = watch.lists.find(lambda kind, item: alone(watch.jobs, kind, item))
    if found:
        structlog.get_logger().warning("work of a killed worker", count=found)
    watch.lists.ring()


def _subscribed(redis: Redis) -> PubSub:
    pubsub = PubSub(redis.connection_pool, ignore_subscribe_messages=True)
    pubsub.subscribe(WAKE_CHANNEL)
    return pubsub


def _sleep(pubsub: PubSub, until: float) -> None:
    """Until the moment or a wake; a burst of wakes is one."""
    while (left := until - time.monotonic()) > 0:
        if pubsub.get_message(timeout=left) is not None:
            break
    while pubsub.get_message(timeout=0.0) is not None:
        pass
