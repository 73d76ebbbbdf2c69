"""The work lists as the watcher and the intakes use them: work is put, and a drain rung for."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from typing import Any, cast

from redis import Redis
from redis.asyncio import Redis as AsyncRedis

from stagepost_mailer.time.work import (
    KINDS,
    Call,
    Item,
    Kind,
    ending,
    finding,
    items_of,
    keeping,
    putting,
    ringing,
)

SeeTo = Callable[[Kind, Item, int], object]
"""Told of an item that a killed worker held, and the how manieth time that is."""
PUT_MOST = 500
"""Items in one call, so that the server is never busy with one for long."""


class WorkLists:
    """For processes that wait for each answer. `put_drain` is called where one is needed."""

    def __init__(self, redis: Redis, put_drain: Callable[[], object]) -> None:
        self._redis = redis
        self._put_drain = put_drain
        self._owner = f"finder-{uuid.uuid4().hex}"

    def put(self, kind: Kind, items: Sequence[Item]) -> int:
        """Puts what is not in the list yet; returns how much that is."""
        new = 0
        for at in range(0, len(items), PUT_MOST):
            [count, ring] = self._done(putting(kind, items[at : at + PUT_MOST]))
            new += count
            if ring:
                self._put_drain()
        return new

    def ring(self) -> None:
        """Puts a drain where something waits and none was put a moment ago."""
        if self._done(ringing()):
            self._put_drain()

    def find(self, see_to: SeeTo) -> int:
        """Has what killed workers held seen to, and takes it out of the lists after that."""
        count = 0
        for kind in KINDS:
            found, kills = self._done(finding(kind, self._owner))
            for item, killed in zip(items_of(found), kills, strict=True):
                see_to(kind, item, killed)
                self._done(ending(kind, self._owner, [item.id]))
            count += len(kills)
        return count

    def keep(self, owner: str, kind: Kind, ids: Sequence[str]) -> None:
        """Renews the leases of a worker's own work."""
        self._done(keeping(kind, owner, ids))

    def _done(self, call: Call) -> Any:
        return self._redis.register_script(call.script)(keys=call.keys, args=call.args)


class AsyncWorkLists:
    """For processes with an event loop."""

    def __init__(self, redis: AsyncRedis) -> None:
        self._redis = redis

    async def done(self, call: Call) -> Any:
        """What the script returns."""
        script = self._redis.register_script(call.script)
        return await script(keys=cast("Any", call.keys), args=cast("Any", call.args))
