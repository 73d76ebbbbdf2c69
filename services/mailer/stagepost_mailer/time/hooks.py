"""The loop that calls webhooks: the same on every replica, several far sides at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import structlog
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

from stagepost_contracts.keys import WAKE_CHANNEL, partitions
from stagepost_mailer.hooks.calling import CALL_SECONDS_MOST
from stagepost_mailer.hooks.delivering import Deliverer

CALLS_MOST = 32
"""Far sides that are called at once: a slow one holds nobody else up."""
LOOK_SECONDS = 1.0
AFTER_FAULT_SECONDS = 0.5
LEASE_SECONDS = 60
STOP_SECONDS_MOST = CALL_SECONDS_MOST + 2


class Loop:
    """Takes in hand what is due, and hears of what has come."""

    def __init__(self, redis: Redis, deliverer: Deliverer, stopped: Callable[[], bool]) -> None:
        self._redis = redis
        self._deliverer = deliverer
        self._stopped = stopped
        self._calls: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Look, wait for a wake or a moment, and look again, until stopped."""
        while not self._stopped():
            try:
                async with self._redis.pubsub(ignore_subscribe_messages=True) as channel:
                    await channel.subscribe(WAKE_CHANNEL)
                    await self._look(partitions())
                    while not self._stopped():
                        await self._look(await _woken(channel))
            # A server that is away comes back; what is due is due then.
            except (RedisError, OSError):
                structlog.get_logger().exception("webhooks are looked at again")
                await asyncio.sleep(AFTER_FAULT_SECONDS)
        # What is cut off then is had again, by whoever comes after its lease.
        if self._calls:
            await asyncio.wait(self._calls, timeout=STOP_SECONDS_MOST)

    async def _look(self, named: tuple[str, ...]) -> None:
        book = self._deliverer.book
        tests, due = await book.look(named)
        for test in tests:
            self._start(self._deliverer.test(test))
        for partition in due:
            room = CALLS_MOST - len(self._calls)
            if room > 0:
                for hook in await book.claim(partition, LEASE_SECONDS, room):
                    self._start(self._deliverer.turn(hook))

    def _start(self, call: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(call)
        self._calls.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        """A turn that failed by a fault of ours is had again when its lease is over."""
        self._calls.discard(task)
        if not task.cancelled() and task.exception() is not None:
            structlog.get_logger().error("webhook turn failed", error=repr(task.exception()))


async def _woken(channel: PubSub) -> tuple[str, ...]:
    """The partitions that are told to have changed, a burst of wakes at once; all without one."""
    named: set[str] = set()
    message = await channel.get_message(timeout=LOOK_SECONDS)
    while message is not None:
        named.add(message["data"].decode())
        message = await channel.get_message(timeout=0.0)
    return tuple(named) or partitions()
