"""The year: what happens when, to whom, and the house in the middle of it."""

from __future__ import annotations

import heapq
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from email.message import EmailMessage
from typing import Any

from simulation.year.clock import DAY
from simulation.year.commands import VERBS, deputy_of
from simulation.year.far import Mailed
from simulation.year.house import House
from simulation.year.oracle import Oracle
from simulation.year.people import Habit, Person, Posted
from simulation.year.plan import START, YEAR_DAYS, Planned
from simulation.year.silence import Broken
from simulation.year.truth import story

from stagepost_engine.matches.record import decode_entry
from stagepost_engine.matches.verify import verified
from stagepost_engine.store import keys
from stagepost_local.correspondent import letters

TAIL_DAYS_MOST = 3 * YEAR_DAYS
RETRY_SECONDS = 1800.0
TRIES_MOST = 200
DONE_ENOUGH = 40  # of a command, in one house; then others come first
MICRO = 1e-6  # the server's clock is no finer


@dataclass
class Table:
    """One match as its host sees it."""

    planned: Planned
    match: str
    host_token: str
    people: dict[str, Person]
    ended: str = ""


@dataclass
class World:
    """All people, all matches, and the heap of what is to happen."""

    house: House
    oracle: Oracle
    dice: random.Random
    logged: list[str]
    tables: dict[str, Table] = field(default_factory=dict)
    people: dict[str, Person] = field(default_factory=dict)
    heap: list[tuple[float, int, Callable[[], None]]] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    letter: EmailMessage = field(default_factory=EmailMessage)
    waiting: int = 0
    _count: int = 0

    @property
    def now(self) -> float:
        return self.house.clock.now

    def at(self, moment: float, what: Callable[[], None]) -> None:
        self._count += 1
        heapq.heappush(self.heap, (max(moment, self.now), self._count, what))

    def runs(self, matches: int, moments: int = 0) -> None:
        """Play the year, and go on until so many matches have come to an end.

        With `moments` it is left after so many of them.
        """
        self.waiting = matches
        until = START + (YEAR_DAYS + TAIL_DAYS_MOST) * DAY
        self.house.settle()
        while self.waiting or self._is_unsettled():
            moment = self._next()
            if moment is None or moment > until:
                left = [table.match for table in self.tables.values() if not table.ended]
                stories = [story(found) for name in left if (found := self.oracle.envelope(name))]
                raise Broken(f"the year is long over and these are not: {left}, {stories}")
            self._goes_on(moment)
            if moments and self.counts["moments"] >= moments:
                return

    def _next(self) -> float | None:
        own = self.heap[0][0] if self.heap else None
        house = self.house.next_moment()
        return min((moment for moment in (own, house) if moment is not None), default=None)

    def _is_unsettled(self) -> bool:
        return self.house.workers.next_moment() is not None

    def _goes_on(self, moment: float) -> None:
        self.house.goes_on(moment)
        while self.heap and self.heap[0][0] <= self.now + MICRO:
            heapq.heappop(self.heap)[2]()
        self.house.settle()
        for match in sorted(self.oracle.touched):
            self._looks(match)
        self.oracle.touched.clear()
        self.counts["moments"] += 1
        if self.oracle.broken:
            raise Broken(self.oracle.broken[0])
        if self.house.switchboard.faults:
            raise Broken("\n".join([*self.logged, self.house.switchboard.faults[0]]))
        if self.logged:
            raise Broken(f"a fault was logged: {self.logged[0]}")
        if self.house.workers.queue.lost:
            raise Broken(f"a job failed for good: {self.house.workers.queue.lost[0]}")

    def _looks(self, match: str) -> None:
        envelope = self.oracle.look(match)
        table = self.tables.get(match)
        if envelope is None or table is None or table.ended or not envelope.over:
            return
        table.ended = "over"
        self.waiting -= 1
        entries = self.house.redis.lrange(keys.record(envelope.match), 0, -1)
        verified(tuple(decode_entry(entry) for entry in entries))
        self.counts["records verified"] += 1

    # What people can reach.

    def wanted_verb(self, person: Person) -> str:
        """Mostly what was written least so far: every command comes up often enough."""
        rare = [verb for verb in VERBS if self.oracle.done[verb] < DONE_ENOUGH]
        tried = self.oracle.tried
        if rare and self.dice.random() < 0.8:
            verb = min(rare, key=lambda verb: (tried[verb], self.dice.random()))
        else:
            verb = self.dice.choice(VERBS)
        tried[verb] += 1
        return verb

    def has_deputy(self, person: Person) -> None:
        """Somebody may be written to in a person's place."""
        address = deputy_of(person.address)
        if address not in self.people:
            dice = random.Random(address)
            habit = Habit.drawn(dice, self.now)
            fresh: dict[str, Any] = {"mails": [], "steps": {}, "written": {}, "answered": set()}
            fresh |= {"retried": set(), "joined": set(), "dice": dice, "habit": habit}
            deputy = replace(person, address=address, **fresh)
            self.people[address] = deputy
            self.oracle.knows(address, person.match, person.seat, person.tenure)

    def posts(self, mail: Posted) -> None:
        self.at(self.now + self.dice.expovariate(1 / 60), lambda: self._hands_over(mail, 0))

    def _hands_over(self, mail: Posted, tries: int) -> None:
        status = self.house.takes(mail.raw, mail.sender, mail.to)
        self.counts[f"said {status[:3]}"] += 1
        if status.startswith("250"):
            self.oracle.takes(mail)
        elif status.startswith("4") and tries < TRIES_MOST:
            self.at(self.now + RETRY_SECONDS, lambda: self._hands_over(mail, tries + 1))
        elif status.startswith("5"):
            raise Broken(f"{status} to {mail.person.address}, {mail.means}")

    def mailed(self, mailed: Mailed) -> None:
        self.letter = letters.parsed(mailed.raw)
        self.oracle.mailed(mailed, self.letter)

    def delivered(self, mailed: Mailed, seconds: float) -> None:
        """The mail that was taken just now is on its way."""
        person, letter = self.people[mailed.recipient], self.letter
        self.at(self.now + seconds, lambda: person.gets(letter, mailed.sender))
