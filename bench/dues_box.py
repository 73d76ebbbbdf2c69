"""A whole house for bench/dues.py: matches that only wait for their deadline, and who hears it come."""

from __future__ import annotations

import contextlib
import os
import signal
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
import redis

from stagepost_contracts import keys as shared_keys
from stagepost_contracts.dues import Due
from stagepost_contracts.ids import MatchId
from stagepost_contracts.policy import Policy
from stagepost_engine.matches.envelope import decode_envelope, encode_envelope
from stagepost_engine.matches.record import StepTaken, decode_entry
from stagepost_engine.store import keys
from stagepost_local import house, opening
from stagepost_local.house import House
from stagepost_local.ports import Ports
from stagepost_local.settings import Settings

SECONDS_MOST = 90.0
MATCHES_A_TRIP = 200
YEAR_SECONDS = 365 * 24 * 3600
KEYSPACE = "__keyspace@0__:"


@dataclass
class Heard:
    """When each match changed first, as Valkey tells it once the change is on disk."""

    url: str
    at: dict[str, float] = field(default_factory=dict)
    ended: threading.Event = field(default_factory=threading.Event)

    def listen(self) -> threading.Thread:
        """Listens until `ended`, also to a server that was killed and came back."""
        ready = threading.Event()
        thread = threading.Thread(target=self._run, args=(ready,), daemon=True)
        thread.start()
        assert ready.wait(10)
        return thread

    def _run(self, ready: threading.Event) -> None:
        while not self.ended.is_set():
            with contextlib.suppress(redis.RedisError, OSError):
                self._hear(ready)
            time.sleep(0.02)

    def _hear(self, ready: threading.Event) -> None:
        with contextlib.closing(redis.Redis.from_url(self.url)) as client:
            client.config_set("notify-keyspace-events", "Kh")
            pubsub = client.pubsub(ignore_subscribe_messages=True)
            pubsub.psubscribe(f"{KEYSPACE}stagepost:*:match:*")
            ready.set()
            while not self.ended.is_set():
                if told := pubsub.get_message(timeout=0.2):
                    match = told["channel"].decode().rpartition(":")[2]
                    self.at.setdefault(match, time.time())


@dataclass
class Box:
    """The house, tended by hand."""

    house: House
    said: list[str]

    def store(self) -> redis.Redis:
        return redis.Redis.from_url(self.house.keeper.url)

    def wait(self, found, seconds: float = SECONDS_MOST) -> None:
        """Looks again and again, restarting what has ended; what does not come is a failure."""
        until = time.monotonic() + seconds
        while not found():
            assert time.monotonic() < until, "\n".join(self.said[-5:])
            self.house.tend()
            time.sleep(0.01)

    def rest(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        self.wait(lambda: time.monotonic() >= until)

    def kill(self, part: str) -> None:
        """As when the power goes."""
        valkey = self.house.keeper.server.pid
        os.kill(valkey if part == "valkey" else self.house.supervisor.pids()[part], signal.SIGKILL)


@contextlib.contextmanager
def opened() -> Iterator[Box]:
    with tempfile.TemporaryDirectory(prefix="stagepost-dues-") as folder:
        said: list[str] = []
        settings = Settings(data=Path(folder), ports=Ports(0, 0, 0, 0, 0))
        with house.opened(settings, os.environ, said.append, allow_seeds=True) as running:
            yield Box(running, said)


def wait_for_deadlines(box: Box, moments: Sequence[float]) -> list[str]:
    """As many matches as moments: copies of one that was made by REST, each with its deadline.

    They are written as they are stored, for making them by REST mails every seat its prompt.
    """
    policy = Policy(hours=48)
    made = box.house.engine.make_match(
        msgspec.structs.replace(opening.wanted(seats=3, seed="0" * 64), policy=policy)
    )
    with contextlib.closing(box.store()) as store:
        first = made.match
        envelope = decode_envelope(store.hget(keys.envelope(first), "e"))
        people = store.hgetall(shared_keys.people(first))
        kept = {name: store.lrange(name(first), 0, -1) for name in (keys.record, keys.journal)}
        lists = {name: entries for name, entries in kept.items() if entries}
        matches = [MatchId(f"due{number:06d}") for number in range(len(moments))]
        pairs = list(zip(matches, moments, strict=True))
        for at in range(0, len(pairs), MATCHES_A_TRIP):
            with store.pipeline(transaction=False) as pipeline:
                for match, moment in pairs[at : at + MATCHES_A_TRIP]:
                    due = Due(match, "deadline", envelope.step, round(moment, 3))
                    copy = msgspec.structs.replace(
                        envelope, match=match, deadline=due.at, dues=(due,)
                    )
                    pipeline.hset(
                        keys.envelope(match), mapping={"r": 1, "e": encode_envelope(copy)}
                    )
                    pipeline.hset(shared_keys.people(match), mapping=people)
                    for name, entries in lists.items():
                        pipeline.rpush(name(match), *entries)
                    partition = shared_keys.partition_of(match)
                    pipeline.sadd(keys.matches(partition), match)
                    pipeline.zadd(shared_keys.dues(partition), {msgspec.json.encode(due): due.at})
                pipeline.execute()
    return [str(match) for match in matches]


def pend(box: Box, count: int) -> float:
    """So many more dues, all of them next year; returns the bytes that each takes."""
    with contextlib.closing(box.store()) as store:
        before = store.info("memory")["used_memory"]
        far = time.time() + YEAR_SECONDS
        for at in range(0, count, MATCHES_A_TRIP):
            with store.pipeline(transaction=False) as pipeline:
                for number in range(at, min(at + MATCHES_A_TRIP, count)):
                    due = Due(MatchId(f"far{number:07d}abc"), "deadline", 1, far + number)
                    index = shared_keys.dues(shared_keys.partition_of(due.match))
                    pipeline.zadd(index, {msgspec.json.encode(due): due.at})
                pipeline.execute()
        return (store.info("memory")["used_memory"] - before) / max(count, 1)


def closed_once(box: Box, matches: Sequence[str]) -> bool:
    """Whether the record of each match holds its first step, and each of its steps once."""
    with contextlib.closing(box.store()) as store:
        for match in matches:
            entries = map(decode_entry, store.lrange(keys.record(MatchId(match)), 0, -1))
            steps = [entry.step for entry in entries if isinstance(entry, StepTaken)]
            if 1 not in steps or len(steps) != len(set(steps)):
                return False
    return True
