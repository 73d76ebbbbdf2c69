"""The mail host of the house, in memory: it delays, drops, repeats, reorders, refuses, is away."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from simulation.year.clock import HOUR, Clock

from stagepost_mailer.smtp.sender import HostAway, Refused

DROPPED = 0.01  # the connection breaks before the mail is taken
LOST_250 = 0.01  # the mail is taken, and its 250 does not arrive: it is sent once more
SLOW = 0.02  # greylisted or queued somewhere: an hour or several, so that mails overtake
REFUSED = 0.0005  # refused for good
SECONDS_USUAL = 20.0


@dataclass(frozen=True)
class Mailed:
    """One mail as the host took it."""

    raw: bytes
    sender: str
    recipient: str
    at: float
    known: bool


@dataclass
class FarHost:
    """In place of `Sender`. `taken` is told of each mail at its 250, `deliver` when it arrives."""

    clock: Clock
    dice: random.Random
    taken: Callable[[Mailed], None]
    deliver: Callable[[Mailed, float], None]
    away_until: float = 0.0
    counts: Counter[str] = field(default_factory=Counter)

    async def send(self, raw: bytes, sender: str, recipient: str) -> None:
        """As `Sender.send`: returns at 250, raises HostAway or Refused."""
        if self.clock.now < self.away_until:
            self.counts["host away"] += 1
            raise HostAway("away")
        chance = self.dice.random()
        if chance < DROPPED:
            self.counts["dropped"] += 1
            raise HostAway("connection lost")
        if chance < DROPPED + REFUSED:
            self.counts["refused"] += 1
            raise Refused(550, "no such user")
        lost = chance > 1 - LOST_250
        self.counts["mails"] += 1
        mailed = Mailed(raw, sender, recipient, self.clock.now, known=not lost)
        self.taken(mailed)
        self.deliver(mailed, self._seconds())
        if lost:
            self.counts["250 lost"] += 1
            raise HostAway("connection lost after the mail")

    async def close(self) -> None:
        """Nothing is open."""

    def _seconds(self) -> float:
        if self.dice.random() < SLOW:
            self.counts["slow"] += 1
            return self.dice.uniform(0.5, 6) * HOUR
        return self.dice.expovariate(1 / SECONDS_USUAL)
