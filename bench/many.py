"""Many open matches: memory of each thousand, and a page of the list of them.

python bench/many.py [MATCHES]
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
import time
from pathlib import Path

from box import resident
from figures import show
from http_client import Client
from redis.asyncio import Redis
from submits import OPERATOR, SEATS, served

from stagepost_contracts import keys
from stagepost_contracts.api import MatchWanted, SeatWanted
from stagepost_engine.matches.maker import Maker
from stagepost_engine.matches.service import Matches
from stagepost_engine.store.redis_store import RedisStore
from stagepost_local import valkey

MATCHES = 10_000
MAKERS = 64
PAGES = 40
PAGE_MILLISECONDS = 10


async def make(redis_url: str, count: int) -> None:
    """Make so many matches, by the engine's own use case."""
    client = Redis.from_url(redis_url)
    matches = Matches(RedisStore(client), lambda: os.urandom(32))
    maker = Maker(matches, lambda: os.urandom(32), b"secret-of-the-bench", seeds_allowed=False)
    left = iter(range(count))

    async def some() -> None:
        for number in left:
            # An address each: whoever plays everywhere would make an index of one huge person.
            seats = tuple(SeatWanted(name, f"{name.lower()}{number}@example.org") for name in SEATS)
            await maker.make(MatchWanted("pola_naftowe", seats), key="", digest=b"")

    await asyncio.gather(*(some() for _ in range(MAKERS)))
    # The first prompts are a mailer's to take away.
    await client.delete(*(keys.outbox(partition) for partition in keys.partitions()))
    while (await client.info("memory"))["lazyfree_pending_objects"]:  # noqa: ASYNC110  its own work
        await asyncio.sleep(0.05)
    await client.aclose()


async def held(redis_url: str) -> int:
    client = Redis.from_url(redis_url)
    found = await client.info("memory")
    await client.aclose()
    return int(found["used_memory"])


async def paged(port: int, query: str) -> list[float]:
    """Milliseconds of each page, from the first on, with a warm connection."""
    spent, cursor = [], ""
    async with Client("127.0.0.1", port) as client:
        await client.call("GET", "/v1/health")
        for _ in range(PAGES):
            path = f"/v1/matches?limit=50{query}" + (f"&cursor={cursor}" if cursor else "")
            begun = time.perf_counter()
            status, body = await client.call("GET", path, None, Authorization=f"Bearer {OPERATOR}")
            spent.append(1000 * (time.perf_counter() - begun))
            assert status == 200, body
            cursor = json.loads(body).get("next") or ""
    return sorted(spent)


async def measured(redis_url: str, count: int) -> None:
    with served(["-m", "stagepost_engine.app"], redis_url, "/v1/health") as port:
        engine = engine_of(port)
        await paged(port, "")
        small, bare = resident(engine), await held(redis_url)
        begun = time.perf_counter()
        await make(redis_url, count)
        show("matches made a second", count / (time.perf_counter() - begun))
        thousands = count / 1000
        kept = (await held(redis_url) - bare) / thousands / 2**20
        show("the store's memory for each 1,000 open matches", kept, "MiB")
        for name, query in (
            ("any", ""),
            ("running", "&state=running"),
            ("over, of which there are none", "&state=over"),
        ):
            spent = await paged(port, query)
            goal = f"goal: under {PAGE_MILLISECONDS}"
            show(f"a page of {count} matches, {name}: p50", spent[len(spent) // 2], "ms", goal=goal)
            show("the same: worst", spent[-1], "ms", goal=goal)
        grown = (resident(engine) - small) / 2**20
        show("the engine grew by, all pages read", grown, "MiB", goal="goal: flat")


def engine_of(port: int) -> int:
    """Return the process that listens on the port."""
    wanted = f"STAGEPOST_ENGINE_PORT={port}".encode()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            try:
                if wanted in (entry / "environ").read_bytes():
                    return int(entry.name)
            except OSError:
                continue
    raise SystemExit("no engine runs")


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES
    with tempfile.TemporaryDirectory(prefix="stagepost-bench-") as folder:
        server = valkey.start(Path(folder), port=valkey.free_port())
        try:
            asyncio.run(measured(server.url, count))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
