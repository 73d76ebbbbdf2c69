"""One year of one house, from a seed: played, watched, and told in figures."""

from __future__ import annotations

import hashlib
import logging
import random
import time
from collections import Counter
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

import structlog
from simulation.year.clock import Clock
from simulation.year.far import FarHost, Mailed
from simulation.year.hosts import Hosts
from simulation.year.house import opened
from simulation.year.mishaps import Mishaps
from simulation.year.oracle import Oracle
from simulation.year.plan import START, planned
from simulation.year.server import valkey
from simulation.year.silence import Broken
from simulation.year.world import World

from stagepost_mailer.render import position
from stagepost_mailer.render.rendered import Picture

# Somebody is away, and is asked again later: what the house logs of it is no fault.
AWAY = ("stagepost_mailer.smtp.sender.HostAway", "stagepost_mailer.engine_client.client.EngineAway")
BLANK_PNG = b"\x89PNG\r\n\x1a\n"


@dataclass
class Year:
    """What a year came to; the digest is that of all its mails."""

    matches: int = 0
    done: Counter[str] = field(default_factory=Counter)
    said: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    digest: str = ""
    unreached: list[str] = field(default_factory=list)


@contextmanager
def heard_logs(logged: list[str]) -> Iterator[None]:
    """Inside, faults that the house logs are kept, and all else that it logs is not said."""

    def keep(_: object, method: str, event: MutableMapping[str, Any]) -> Any:
        event = structlog.processors.format_exc_info(_, method, event)
        if "exception" in event and not event["exception"].splitlines()[-1].startswith(AWAY):
            logged.append(f"{event['event']}\n{event['exception']}")
        raise structlog.DropEvent

    structlog.configure([keep], wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    try:
        yield
    finally:
        structlog.reset_defaults()


@contextmanager
def blank_boards() -> Iterator[None]:
    """Inside, the pictures of boards are not drawn: they cost more than all else together."""
    with patch.object(position, "picture_of", lambda _: Picture("board@board", BLANK_PNG)):
        yield


class Ears:
    """What the house calls, of a world that is there once the house is."""

    world: World

    def __init__(self) -> None:
        self.mails = hashlib.sha256()

    def mailed(self, mailed: Mailed) -> None:
        self.mails.update(mailed.raw)
        self.world.mailed(mailed)

    def delivered(self, mailed: Mailed, seconds: float) -> None:
        self.world.delivered(mailed, seconds)

    def heard(self, path: str, asked: bytes, status: int, body: bytes) -> None:
        self.world.oracle.answered(path, asked, status, body)


def played(seed: str, count: int, first: int = 0, *, moments: int = 0) -> Year:
    """Play `count` matches through a year, or so many moments of it. Raises Broken."""
    began, logged, own = time.monotonic(), list[str](), f"{seed}:{first}"
    ears = Ears()

    def far(clock: Clock) -> FarHost:
        return FarHost(clock, random.Random(f"{own}:far"), ears.mailed, ears.delivered)

    with (
        heard_logs(logged),
        blank_boards(),
        valkey() as path,
        opened(path, START, own, far, ears.heard) as house,
    ):
        sending, calm = house.workers.job_notice, lambda: house.calm_since
        oracle = Oracle(house.redis, lambda: house.clock.now, sending, calm)
        world = World(house, oracle, random.Random(f"{own}:world"), logged)
        ears.world = world
        hosts = Hosts.of(world, seed)
        hosts.plans(planned(count, seed, first))
        mishaps = Mishaps(world, random.Random(f"{own}:mishaps"))
        mishaps.plans()
        world.runs(count, moments)
        if oracle.nonces & oracle.printed:
            raise Broken("the nonce of a move stood in a mail")
        counts = oracle.counts + world.counts + hosts.counts + mishaps.counts + house.far.counts
        counts += house.workers.queue.counts + house.workers.counts + house.switchboard.counts
        seconds, digest = time.monotonic() - began, ears.mails.hexdigest()
        return Year(count, oracle.done, oracle.said, counts, seconds, digest, oracle.unreached)
