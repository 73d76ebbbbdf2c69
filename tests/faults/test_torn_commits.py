"""A commit is torn at a random point of its round trip: the move is in, or it is not, never half."""

from __future__ import annotations

import hashlib
import os
import random
import signal
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import msgspec
import pytest
import redis
from faults.engines import EngineProcess
from faults.twin import Twin
from faults.wire import Cut, Wire
from rest import OPERATOR, SERVICE, wish
from tables import plain_move

from stagepost_contracts.ids import MatchId
from stagepost_engine.rules.dice import SeededDice
from stagepost_engine.rules.play import awaited
from stagepost_engine.store.redis_store import COMMIT
from stagepost_local import valkey as embedded

ALWAYS = 10**6  # outlasts every retry of the client's own
DELAY_SECONDS_MOST = 0.004
SILENT_HOURS = 1e-6
TALKING, SILENT = "talking", "silent"


@dataclass(frozen=True)
class Blow:
    """Where the wire is cut and how often, and who is killed when the command is on it."""

    cut: Cut
    times: int = 1
    victim: str = ""
    first: bool = False


BLOWS = (
    Blow("before"),
    Blow("midst"),
    Blow("after"),
    Blow("before", ALWAYS),
    Blow("after", ALWAYS),
    Blow("before", victim="valkey", first=True),
    Blow("none", victim="valkey"),
    Blow("after", victim="valkey"),
    Blow("before", victim="engine", first=True),
    Blow("none", victim="engine"),
)


@dataclass(frozen=True)
class Asked:
    """A request that may be made again."""

    path: str
    body: dict
    token: str
    key: str = ""


@dataclass
class Bench:
    """An engine and a Valkey with a wire between them, and two matches."""

    folder: Path
    server: embedded.Valkey
    wire: Wire
    engine: EngineProcess
    store: redis.Redis
    made: dict[str, dict] = field(default_factory=dict)
    twins: dict[str, Twin] = field(default_factory=dict)
    outcomes: Counter = field(default_factory=Counter)

    def begins(self, kind: str, seed: int) -> None:
        """Lay a match; in the silent one every deadline is past at once."""
        policy = {"hours": SILENT_HOURS if kind == SILENT else 48}
        body = wish(4, seed=f"{seed:064x}", policy=policy)
        answer = self.engine.post("/matches", body, OPERATOR, f"{kind}-{seed}")
        assert answer.status_code == 201, answer.text

        self.made[kind] = answer.json()
        self.twins[kind] = Twin(self.store, MatchId(answer.json()["match"]))

    def asks(self, kind: str, number: int) -> Asked:
        live, made = self.twins[kind].live, self.made[kind]
        if kind == SILENT:
            [due] = live.envelope.dues
            return Asked("/service/dues", {"due": msgspec.to_builtins(due)}, SERVICE)
        seat = awaited(live.game, live.play)[0]
        move = plain_move(live, seat, SeededDice(b"player", number))
        orders = [msgspec.to_builtins(order) for order in move]
        body = {"step": live.envelope.step, "orders": orders}
        token = made["seats"][seat]
        return Asked(f"/matches/{made['match']}/moves", body, token, f"move-{number}")

    def sends(self, asked: Asked) -> httpx.Response | None:
        try:
            return self.engine.post(asked.path, asked.body, asked.token, asked.key)
        except httpx.TransportError:
            return None

    def strikes(self, blow: Blow, delay: float) -> None:
        """Arm the wire. Who is killed first never sees the command; else it is on its way."""

        def struck() -> None:
            if blow.victim:
                timer = threading.Timer(delay, self.kills, (blow.victim,))
                timer.start()
                if blow.first:
                    timer.join()

        self.wire.arm(blow.cut, blow.times, struck)

    def kills(self, victim: str) -> None:
        process = self.server.process if victim == "valkey" else self.engine.process
        os.kill(process.pid, signal.SIGKILL)

    def recovers(self, blow: Blow) -> None:
        self.wire.disarm()
        if blow.victim == "valkey":
            self.server.process.wait(10)
            self.server = embedded.restart(self.server, self.folder)
        if blow.victim == "engine":
            self.engine.process.wait(10)
            self.engine.restart()


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    folder = tmp_path / "valkey"
    server = embedded.start(folder, port=embedded.free_port())
    wire = Wire(server.port, hashlib.sha1(COMMIT.encode()).hexdigest().encode())
    engine = EngineProcess(f"redis://127.0.0.1:{wire.port}/0", tmp_path / "engine.log")
    with closing(redis.Redis(port=server.port)) as store:
        bench = Bench(folder, server, wire, engine, store)
        try:
            engine.start()
            engine.wait()
            yield bench
        finally:
            engine.kill()
            wire.close()
            bench.server.stop()


@pytest.mark.timeout(240)
def test_a_torn_commit_is_whole_or_not_there(bench: Bench, seed: int):
    torn(bench, seed, blows=20)


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_two_hundred_torn_commits(bench: Bench, seed: int):
    torn(bench, seed, blows=200)


def torn(bench: Bench, seed: int, *, blows: int) -> None:
    chance = random.Random(seed)
    planned = [BLOWS[number % len(BLOWS)] for number in range(blows)]
    chance.shuffle(planned)
    for kind in (TALKING, SILENT):
        bench.begins(kind, seed)
    for number, blow in enumerate(planned):
        kind = SILENT if chance.random() < 0.2 else TALKING
        if bench.twins[kind].live.envelope.over:
            bench.twins[kind].record_replays()
            bench.begins(kind, seed + 1 + number)
        try:
            one_blow(bench, kind, number, blow, chance.random() * DELAY_SECONDS_MOST)
        except AssertionError as error:
            error.add_note(f"blow {number} of {kind}: {blow}")
            raise
    for twin in bench.twins.values():
        twin.record_replays()
    print(dict(bench.outcomes))
    log = bench.engine.log.read_text()

    assert {"in", "out"} <= set(bench.outcomes)
    assert '"event": "bug"' not in log, log[-3000:]


def one_blow(bench: Bench, kind: str, number: int, blow: Blow, delay: float) -> None:
    """Ask, be struck, come back, ask again; what is stored is whole at every moment."""
    twin, asked = bench.twins[kind], bench.asks(kind, number)
    before = twin.revision
    bench.strikes(blow, delay)
    first = bench.sends(asked)
    assert bench.wire.strikes > 0, "the wire saw no commit"
    bench.recovers(blow)
    twin.agrees()
    found = "in" if twin.revision > before else "out"
    bench.outcomes[found] += 1
    assert twin.revision <= before + 1
    if first is not None:
        assert first.status_code in (200, 503), first.text
        # What was acknowledged is there.
        assert first.status_code != 200 or found == "in"
    again, third = bench.sends(asked), bench.sends(asked)
    twin.agrees()
    assert (again.status_code, third.status_code) == (200, 200), again.text
    assert twin.revision == before + 1
    if kind == TALKING:
        assert again.content == third.content
        assert first is None or first.status_code != 200 or first.content == again.content
        assert "fault" not in again.json()
