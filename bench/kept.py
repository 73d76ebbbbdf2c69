"""What a match costs to keep, and that its five-hundredth move costs what its fifth did.

Bytes are Valkey's own MEMORY USAGE over every key of a match: envelope, journal, record, people
and its shares of the due index and the list of matches. The commits run through the engine's own
use cases on an embedded server with fsync always.

    python bench/kept.py [GAME]
"""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

import msgspec
from figures import show
from redis.asyncio import Redis

from stagepost_contracts.api import MatchWanted, SeatWanted
from stagepost_contracts.ids import MatchId, Seat
from stagepost_engine.matches.command import Say, Submit
from stagepost_engine.matches.maker import Maker
from stagepost_engine.matches.service import Matches, Request
from stagepost_engine.rules.dice import SeededDice
from stagepost_engine.rules.play import awaited
from stagepost_engine.store.redis_store import RedisStore
from stagepost_local import valkey

SEATS = ("Anna", "Piotr", "Marcin", "Krzysiek")
MOVES = 520
WINDOW = 20


def entropy() -> bytes:
    return os.urandom(32)


async def made(maker: Maker, game: str) -> MatchId:
    seats = tuple(SeatWanted(name, f"{name.lower()}@example.org") for name in SEATS)
    wanted = MatchWanted(game=game, seats=seats)
    return (await maker.make(wanted, key="", digest=b"")).match


async def bytes_of(client: Redis, match: MatchId) -> int:
    keys = [key async for key in client.scan_iter(f"*:{match}*", count=1000)]
    return sum([await client.memory_usage(key, samples=0) for key in keys])


async def played_out(matches: Matches, match: MatchId) -> int:
    """Let the game's plain player move for every seat until the match is over."""
    for number in range(5000):
        live = await matches.live(match)
        if live.envelope.over:
            return number
        seat = awaited(live.game, live.play)[0]
        forms = live.game.phase(live.state.phase).forms(live.state, seat, ())
        view = live.game.view(live.state, seat)
        move = live.game.player(view, forms, SeededDice(b"bench", number))
        orders = tuple(msgspec.to_builtins(order) for order in move)
        await matches.act(match, Request(_submit(seat, live.envelope.step, orders)))
    raise SystemExit("the match did not end")


def _submit(seat: Seat, step: int, orders):
    return lambda _: Submit(seat, step, orders)


async def resubmitted(matches: Matches, match: MatchId) -> list[float]:
    """Seal move after move in one match; return the seconds that each took."""
    spent = []
    for number in range(MOVES):
        line = f"BID {100 + 100 * (number % 20)}"
        begun = time.perf_counter()
        await matches.act(match, Request(lambda _, line=line: Say(Seat("Anna"), 1, (line,))))
        spent.append(time.perf_counter() - begun)
    return spent


async def measured(url: str, game: str) -> None:
    client: Redis = Redis.from_url(url)
    store = RedisStore(client)
    matches = Matches(store, entropy)
    maker = Maker(matches, entropy, b"bench", seeds_allowed=False)
    fresh = [await bytes_of(client, await made(maker, game)) for _ in range(20)]
    show(
        "bytes of a fresh match, record and journal included",
        statistics.median(fresh),
        "bytes",
        goal="goal: under 6,000",
    )
    finished, moves = [], []
    for _ in range(5):
        match = await made(maker, game)
        moves.append(await played_out(matches, match))
        finished.append(await bytes_of(client, match))
    show("bytes of a finished match", statistics.median(finished), "bytes")
    show("moves of it", statistics.median(moves))
    if game == "pola_naftowe":
        spent = await resubmitted(matches, await made(maker, game))
        early, late = spent[5 : 5 + WINDOW], spent[-WINDOW:]
        ratio = statistics.median(late) / statistics.median(early)
        show(
            f"move {MOVES - WINDOW} to {MOVES} / move 5 to 25", ratio, "x", goal="goal: at most 1.2"
        )
    await client.aclose()


def main() -> None:
    game = sys.argv[1] if len(sys.argv) > 1 else "pola_naftowe"
    with tempfile.TemporaryDirectory(prefix="stagepost-bench-") as folder:
        server = valkey.start(Path(folder), port=valkey.free_port())
        try:
            asyncio.run(measured(server.url, game))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
