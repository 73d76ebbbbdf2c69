"""Hosts: they make matches over REST, set clocks, and find new players for seats that are empty."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import httpx
import msgspec
from simulation.year.clock import DAY, HOUR
from simulation.year.people import Habit, Person
from simulation.year.plan import ZONES, Planned
from simulation.year.silence import Broken
from simulation.year.switchboard import ENGINE_URL, OPERATOR
from simulation.year.world import Table, World

from stagepost_contracts.policy import Policy
from stagepost_engine.matches.envelope import Envelope

IDLE_DAYS = 2.0
WEARY_TABLES = 0.7
PAUSED_DAYS_MOST = 5
RETRY_SECONDS = 600.0


@dataclass
class Hosts:
    """The hosts of all matches of a house."""

    world: World
    seed: str
    client: httpx.AsyncClient
    counts: Counter[str] = field(default_factory=Counter)

    @classmethod
    def of(cls, world: World, seed: str) -> Hosts:
        client = httpx.AsyncClient(base_url=ENGINE_URL, transport=world.house.switchboard)
        return cls(world, seed, client)

    def plans(self, planned: list[Planned]) -> None:
        """Each match is made when its time comes."""
        for one in planned:
            dice = random.Random(f"{self.seed}:host:{one.number}")
            self._at(one.begins, self._makes, one, dice)

    def _makes(self, planned: Planned, dice: random.Random) -> None:
        if self.world.house.switchboard.away:
            self._at(self.world.now + RETRY_SECONDS, self._makes, planned, dice)
            return
        seats = [
            {
                "name": name,
                "address": f"{name.lower()}.{planned.number}@{name.lower()}.example",
                "zone": dice.choice(ZONES),
                "position": True,
            }
            for name in planned.seats
        ]
        policy = planned.policy
        body = {
            "game": planned.game,
            "seats": seats,
            "host": "Host",
            "zone": planned.zone,
            "starts_in_hours": planned.starts_in_hours,
            "policy": msgspec.to_builtins(policy) if isinstance(policy, Policy) else policy,
        }
        made = self._asks("POST", "/v1/matches", OPERATOR, body, key=f"make-{planned.number}")
        if "token" in made or "match" not in made:
            raise Broken(f"no match: {made}")
        table = Table(planned, made["match"], made["host_token"], {})
        self.world.tables[table.match] = table
        self.world.oracle.dice[table.match] = made["seed_hash"]
        for seat in seats:
            self._sits(table, seat["name"], 1, seat)
        self._at(self.world.now + dice.uniform(5, 60) * DAY, self._minds, table, dice)

    def _sits(self, table: Table, seat: str, tenure: int, person: dict[str, Any]) -> None:
        address = person["address"]
        own = random.Random(f"{self.seed}:{address}")
        somebody = Person(
            match=table.match,
            game=table.planned.game,
            seat=seat,
            others=tuple(name for name in table.planned.seats if name != seat),
            tenure=tenure,
            address=address,
            zone=person["zone"],
            dice=own,
            habit=Habit.drawn(own, self.world.now),
            world=self.world,
            weary_at=_weary_at(random.Random(f"{self.seed}:table:{table.planned.number}")),
        )
        table.people[seat] = self.world.people[address] = somebody
        self.world.oracle.knows(address, table.match, seat, tenure)
        self._idles_later(table, somebody)

    def _idles(self, table: Table, person: Person) -> None:
        if not table.ended and not person.done:
            person.idles()
            self._idles_later(table, person)

    def _idles_later(self, table: Table, person: Person) -> None:
        moment = self.world.now + person.dice.expovariate(1 / IDLE_DAYS) * DAY
        self._at(moment, self._idles, table, person)

    def _minds(self, table: Table, dice: random.Random) -> None:
        """The host looks at the match now and then: nobody may hold it up for ever."""
        if table.ended:
            return
        self._at(self.world.now + dice.uniform(5, 30) * DAY, self._minds, table, dice)
        envelope = self.world.oracle.envelope(table.match)
        if envelope is not None and envelope.step and not self.world.house.switchboard.away:
            self._acts(table, envelope, dice)

    def _acts(self, table: Table, envelope: Envelope, dice: random.Random) -> None:
        gone = [kept for kept in envelope.seats if kept.vacant or kept.kicked]
        since, now = envelope.paused, self.world.now
        if since is not None and now - since > PAUSED_DAYS_MOST * DAY:
            self._clocks(table, {"paused": False})
        elif gone and dice.random() < 0.5:
            self._seats(table, gone[0].name, gone[0].tenure + 1, dice)
        elif since is None and envelope.deadline and dice.random() < 0.3:
            self._clocks(table, {"deadline": envelope.deadline + dice.choice((-1, 1, 6)) * HOUR})
        elif since is None and dice.random() < 0.1:
            self._clocks(table, {"paused": True})

    def _clocks(self, table: Table, body: dict[str, Any]) -> None:
        self._asks("PATCH", f"/v1/matches/{table.match}/clock", table.host_token, body)

    def _seats(self, table: Table, seat: str, tenure: int, dice: random.Random) -> None:
        person = {
            "address": f"{seat.lower()}.{table.planned.number}.{tenure}@{seat.lower()}.example",
            "zone": dice.choice(ZONES),
            "position": True,
        }
        path = f"/v1/matches/{table.match}/seats/{seat}/player"
        made = self._asks("POST", path, table.host_token, person, key=f"{seat}-{tenure}")
        if "token" in made:
            table.people[seat].done = True
            self._sits(table, seat, tenure, person)

    def _at(self, moment: float, what: Any, *words: Any) -> None:
        self.world.at(moment, lambda: what(*words))

    def _asks(self, method: str, path: str, token: str, body: Any, key: str = "") -> dict[str, Any]:
        """A call over REST; one that was cut off is made again, as its key allows."""
        headers = {"Authorization": f"Bearer {token}"} | ({"Idempotency-Key": key} if key else {})
        while True:
            asked = self.client.request(method, path, json=body, headers=headers)
            try:
                response = self.world.house.runs(asked)
            except httpx.ReadError:
                continue
            found: dict[str, Any] = response.json()
            self.counts[f"host: {method} {found.get('code', response.status_code)}"] += 1
            return found


def _weary_at(dice: random.Random) -> float:
    """Return the step from which on the whole table would rather end: others play on."""
    return dice.randrange(12, 50) if dice.random() < WEARY_TABLES else float("inf")
