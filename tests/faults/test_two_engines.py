"""Two engines, each request to the other one in turn, either restarted between any two."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
import pytest
from faults.calm import moves_of
from faults.engines import EngineProcess
from rest import OPERATOR, wish

from stagepost_contracts.api import MatchSeen
from stagepost_contracts.ids import Seat
from stagepost_contracts.notices import Position
from stagepost_engine.games import GAMES
from stagepost_engine.matches.record import Closing, Entry, decode_record
from stagepost_engine.matches.verify import verified
from stagepost_local.correspondent.deciding import decided

RESTARTS = 8
REQUESTS_MOST = 5000


@dataclass
class Turns:
    """Gives each request to the next engine, and restarts one before some of them."""

    engines: list[EngineProcess]
    chance: random.Random
    restarts: int = 0
    asked: int = 0
    moments: set[int] = field(default_factory=set)

    def next(self) -> EngineProcess:
        assert self.asked < REQUESTS_MOST, "the match does not end"
        if self.asked in self.moments:
            self.chance.choice(self.engines).restart()
        self.asked += 1
        return self.engines[self.asked % len(self.engines)]


@pytest.fixture
def two(tmp_path: Path, redis_url: str) -> Iterator[list[EngineProcess]]:
    engines = [EngineProcess(redis_url, tmp_path / f"engine{number}.log") for number in (1, 2)]
    for engine in engines:
        engine.start()
    try:
        for engine in engines:
            engine.wait()
        yield engines
    finally:
        for engine in engines:
            engine.kill()


@pytest.mark.timeout(240)
def test_two_engines_give_the_record_of_one(two: list[EngineProcess], seed: int):
    chance = random.Random(seed)
    alone = Turns(two[:1], chance)
    one = played(alone, seed, "alone")
    shared = Turns(two, chance, moments=set(chance.sample(range(1, alone.asked), RESTARTS)))
    both = played(shared, seed, "shared")
    print(f"{alone.asked} requests")

    assert moves_of(both) == moves_of(one)
    assert ranking_of(both) == ranking_of(one)
    assert verified(both) == verified(one)
    assert shared.asked == alone.asked
    for engine in two:
        assert '"event": "bug"' not in engine.log.read_text()


def played(turns: Turns, seed: int, name: str) -> tuple[Entry, ...]:
    """Play a match as REST clients do, each by its own view and what it is asked."""
    body = wish(3, seed=f"{seed:064x}")
    made = turns.next().post("/matches", body, OPERATOR, f"make-{name}").json()
    path, tokens = f"/matches/{made['match']}", made["seats"]
    while not (seen := look(turns, path, made["host_token"])).over:
        [first, *_] = [seat.name for seat in seen.seats if seat.awaited]
        moves(turns, path, first, tokens[first], seed)
    return decode_record(turns.next().get(f"{path}/record", made["host_token"]).content)


def look(turns: Turns, path: str, token: str) -> MatchSeen:
    answer = turns.next().get(path, token)
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=MatchSeen)


def moves(turns: Turns, path: str, seat: Seat, token: str, seed: int) -> None:
    own = look(turns, path, token)
    assert own.ask is not None
    position = Position(own.game, own.match, seat, own.step, own.phase, own.view, own.ask.forms)
    lines = decided(GAMES, position, f"{seed}:{seat}".encode())
    key = f"{seat}-{own.step}"
    body = {"step": own.step, "text": "\n".join(lines)}
    first = turns.next().post(f"{path}/moves", body, token, key)
    again = turns.next().post(f"{path}/moves", body, token, key)

    assert first.status_code == 200, first.text
    # The other engine gives the same answer to the same key.
    assert again.content == first.content


def ranking_of(entries: tuple[Entry, ...]):
    [closing] = [entry for entry in entries if isinstance(entry, Closing)]
    return closing.ranking
