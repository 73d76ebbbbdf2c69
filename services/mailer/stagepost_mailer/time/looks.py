"""What a watcher looks at: all of it every second, and at once what somebody told it of."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import structlog
from redis import Redis

from stagepost_mailer.outbox.relay import relay
from stagepost_mailer.time.dues import DueIndex, DueTable, Seen
from stagepost_mailer.time.lists import WorkLists
from stagepost_mailer.time.putting import Putters, after_a_kill
from stagepost_mailer.time.queue import JobQueue

WHOLE_SECONDS: Final = 1.0
# What a killed worker held, tries that wait, and work that nobody was rung for.
ROUND_SECONDS: Final = 0.5
# Ten thousand dues may stand at once: who is told of one of them does not read all each time.
AGAIN_SECONDS: Final = 0.2


@dataclass(frozen=True, slots=True)
class Watch:
    """What the loop works with."""

    redis: Redis
    jobs: JobQueue
    lists: WorkLists
    put: Putters
    bring_back: Callable[[], int]
    engine_answers: Callable[[], bool]


class Looks:
    """Forgets all with the process, and harmlessly so."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch
        self._index = DueIndex(watch.redis)
        self._table = DueTable(watch.put.dues)
        self._whole = -WHOLE_SECONDS
        self._round = -ROUND_SECONDS
        self._read: dict[str, float] = {}
        self._put_off: set[str] = set()

    def look(self, woken: set[str]) -> float:
        """One look; returns until when the next one can wait."""
        began = time.monotonic()
        if began - self._round >= ROUND_SECONDS:
            self._round = began
            self._watch.bring_back()
            self._find()
        if began - self._whole >= WHOLE_SECONDS:
            self._whole = began
            self._put_off.clear()
            full = relay(self._watch.redis, self._watch.put.notices)
            self._put(self._index.look())
        else:
            full = bool(woken) and relay(self._watch.redis, self._watch.put.notices, sorted(woken))
            self._look_at(woken, began)
        if full:
            self._whole = -WHOLE_SECONDS
            return began
        moments = [self._round + ROUND_SECONDS, self._whole + WHOLE_SECONDS]
        if (ahead := self._index.ahead()) is not None:
            moments.append(ahead)
        if self._put_off:
            moments.append(began + AGAIN_SECONDS)
        return min(moments)

    def _look_at(self, woken: set[str], began: float) -> None:
        """The dues of the partitions that were told of, and those whose moment has come."""
        told = woken | self._put_off
        whole = {name for name in told if began - self._read.get(name, 0.0) >= AGAIN_SECONDS}
        self._put_off = told - whole
        self._read.update(dict.fromkeys(whole, began))
        if whole:
            self._put(self._index.look(sorted(whole)))
        if some := (self._put_off | self._index.ripe()) - whole:
            self._put(self._index.look(sorted(some), whole=False))

    def _put(self, seen: Seen) -> None:
        self._table.put(seen, time.monotonic())

    def _find(self) -> None:
        watch = self._watch
        found = watch.lists.find(lambda *lost: after_a_kill(watch.jobs, *lost))
        if found:
            structlog.get_logger().warning("work of a killed worker", count=found)
        watch.lists.ring()
