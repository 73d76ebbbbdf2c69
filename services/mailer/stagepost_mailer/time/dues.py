"""The due index: what has come by the server's clock, and how long until the next."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec
import structlog
from redis import Redis

from stagepost_contracts import keys
from stagepost_contracts.dues import Due

DUES_A_LOOK_MOST = 1000
# A due stands until the engine takes it away; until then it is put again this often.
AGAIN_SECONDS = 1.0
# One that stands for longer than any mail is waited for has a fault behind it.
PATIENCE_SECONDS = 660.0
AGAIN_SECONDS_SLOW = 30.0

# The moment and the dues in one step, so that none is early by the clock of its own server.
LOOK = """
local time = redis.call('TIME')
local now = string.format('%d.%06d', time[1], time[2])
local come = redis.call('ZRANGEBYSCORE', KEYS[1], ARGV[2], now, 'LIMIT', 0, ARGV[1])
local next = redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. now, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
return {now, come, next[2] or ''}
"""
# A look that is this much too early finds nothing, and is taken again.
CLOCK_SECONDS = 0.001
FROM_THE_FIRST = b"-inf"

PutDues = Callable[[Sequence[tuple[Due, str]]], int]
"""Puts dues, each with its JSON; a due that is in hand stays there."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What one look found. `wait` is None where no due stands ahead, `whole` where all stand."""

    come: tuple[str, ...]
    wait: float | None
    whole: bool = True


class DueIndex:
    """The dues of all partitions, or of some, seen in one round trip."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._look = redis.register_script(LOOK)
        self._floors: dict[str, bytes] = {}
        self._ahead: dict[str, float] = {}
        self._offset = 0.0

    def look(self, partitions: Sequence[str] = (), *, whole: bool = True) -> Seen:
        """Never a due before its time. Not `whole`: what has come since the look before."""
        named = partitions or keys.partitions()
        with self._redis.pipeline(transaction=False) as pipeline:
            for partition in named:
                floor = FROM_THE_FIRST if whole else self._floors.get(partition, FROM_THE_FIRST)
                self._look(
                    keys=[keys.dues(partition)], args=[DUES_A_LOOK_MOST, floor], client=pipeline
                )
            found = pipeline.execute()
        for partition, (now, _, ahead) in zip(named, found, strict=True):
            self._floors[partition] = now
            self._ahead[partition] = float(ahead) if ahead else math.inf
        come = tuple(written.decode() for _, all_come, _ in found for written in all_come)
        latest = max(float(now) for now, _, _ in found)
        self._offset = latest - time.monotonic()
        wait = min(self._ahead.values()) - latest
        return Seen(come, None if wait == math.inf else max(0.0, wait), whole and not partitions)

    def ahead(self) -> float | None:
        """The moment of the next due, by our own clock that only goes on; None without one."""
        first = min(self._ahead.values(), default=math.inf)
        return None if first == math.inf else first - self._offset

    def ripe(self) -> set[str]:
        """The partitions whose next due has come by now, as far as we know the server's clock."""
        now = time.monotonic() + self._offset + CLOCK_SECONDS
        return {partition for partition, ahead in self._ahead.items() if ahead <= now}


@dataclass(frozen=True, slots=True)
class Standing:
    """When this watcher saw a due first and put it last."""

    since: float
    put: float


class DueTable:
    """The dues that stand; forgotten with the process, and harmless so."""

    def __init__(self, put: PutDues) -> None:
        self._put = put
        self._standing: dict[str, Standing] = {}

    def put(self, seen: Seen, moment: float) -> int:
        """Puts what has come and was not put a moment ago; returns how much of it is new."""
        known = {written: self._standing.get(written) for written in seen.come}
        ripe = {written for written, standing in known.items() if _is_ripe(standing, moment)}
        if seen.whole:
            self._standing = {written: old for written, old in known.items() if old is not None}
        for written in ripe:
            old = known[written]
            self._standing[written] = Standing(old.since if old else moment, moment)
        read = [(_due(written), written) for written in seen.come if written in ripe]
        return self._put([(due, written) for due, written in read if due is not None])


def _due(written: str) -> Due | None:
    try:
        return msgspec.json.decode(written, type=Due)
    except msgspec.MsgspecError:
        structlog.get_logger().exception("due unreadable", due=written)
        return None


def _is_ripe(standing: Standing | None, moment: float) -> bool:
    if standing is None:
        return True
    slow = moment - standing.since > PATIENCE_SECONDS
    return moment - standing.put >= (AGAIN_SECONDS_SLOW if slow else AGAIN_SECONDS)
