"""The due index: what has come by the server's clock, and how long until the next."""

from __future__ import annotations

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
local come = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[1])
local next = redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. now, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
return {now, come, next[2] or ''}
"""

PutDues = Callable[[Sequence[tuple[Due, str]]], int]
"""Puts jobs for dues, each with its JSON; a due that has its job keeps it."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What one look found. `wait` is None where no due stands ahead."""

    come: tuple[str, ...]
    wait: float | None


class DueIndex:
    """All partitions' dues, seen in one round trip."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._look = redis.register_script(LOOK)

    def look(self) -> Seen:
        """Never a due before its time."""
        with self._redis.pipeline(transaction=False) as pipeline:
            for partition in keys.partitions():
                self._look(keys=[keys.dues(partition)], args=[DUES_A_LOOK_MOST], client=pipeline)
            found = pipeline.execute()
        waits = [float(ahead) - float(now) for now, _, ahead in found if ahead]
        come = tuple(written.decode() for _, all_come, _ in found for written in all_come)
        return Seen(come, min(waits, default=None))


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
        """Puts what has come and was not put a moment ago; returns how many jobs are new."""
        known = {written: self._standing.get(written) for written in seen.come}
        ripe = {written for written, standing in known.items() if _is_ripe(standing, moment)}
        self._standing = {
            written: Standing(standing.since if standing else moment, moment)
            if written in ripe or standing is None
            else standing
            for written, standing in known.items()
        }
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
