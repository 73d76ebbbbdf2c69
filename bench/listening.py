"""Reads a second, with and without bounds of requests, and a thousand who listen to one match.

python bench/listening.py
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import resource
import tempfile
import time
from pathlib import Path

from figures import show
from http_client import Client, timed
from submits import SEATS, served, wish

from stagepost_local import valkey

LISTENERS = 1000
CLIENTS, EACH = 8, 150
ROUNDS = 3
MANY = "1000000"
OPERATOR = "operator-token-of-the-bench"


async def made(port: int) -> dict:
    async with Client("127.0.0.1", port) as client:
        status, body = await client.call(
            "POST", "/v1/matches", wish(), Authorization=f"Bearer {OPERATOR}"
        )
    assert status == 201, body
    return json.loads(body)


def reads(port: int, match: dict):
    @contextlib.asynccontextmanager
    async def calls(number: int):
        token = match["seats"][SEATS[number % len(SEATS)]]
        async with Client("127.0.0.1", port) as client:

            async def call(_: int) -> None:
                status, body = await client.call(
                    "GET", f"/v1/matches/{match['match']}", None, Authorization=f"Bearer {token}"
                )
                assert status == 200, body

            yield call

    return calls


async def listener(port: int, match: str, heard: list[float], known: asyncio.Event) -> None:
    """Read the stream of an observer; note when the second step is told."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        f"GET /v1/matches/{match}/events HTTP/1.1\r\nHost: bench\r\n"
        "Accept: text/event-stream\r\n\r\n".encode()
    )
    try:
        while line := await reader.readline():
            if line.startswith(b"event: step"):
                if known.is_set():
                    heard.append(time.perf_counter())
                    return
                known.set()
    finally:
        writer.close()


async def listened(port: int) -> None:
    match = await made(port)
    heard: list[float] = []
    ready = [asyncio.Event() for _ in range(LISTENERS)]
    began = time.perf_counter()
    tasks = [asyncio.create_task(listener(port, match["match"], heard, event)) for event in ready]
    await asyncio.gather(*(event.wait() for event in ready))
    show(f"{LISTENERS} listeners are all connected after", time.perf_counter() - began, "s")
    async with Client("127.0.0.1", port) as client:
        for seat in SEATS:
            status, body = await client.call(
                "POST",
                f"/v1/matches/{match['match']}/moves",
                {"step": 1, "text": "BID 300"},
                Authorization=f"Bearer {match['seats'][seat]}",
            )
            assert status == 200, body
    answered = time.perf_counter()
    await asyncio.gather(*tasks)
    late = sorted(1000 * (moment - answered) for moment in heard)
    assert len(late) == LISTENERS
    show("an event is heard after the answer to its move: p50", late[len(late) // 2], "ms")
    show("the same: p99", late[int(len(late) * 0.99)], "ms")


async def measured(redis_url: str) -> None:
    counted = {"STAGEPOST_TOKEN_REQUESTS": MANY, "STAGEPOST_ADDRESS_REQUESTS": MANY}
    command = ["-m", "stagepost_engine.app"]
    with (
        served(command, redis_url, "/v1/health") as free,
        served(command, redis_url, "/v1/health", **counted) as bound,
    ):
        match = await made(free)
        rates: dict[str, list[float]] = {"free": [], "bound": []}
        for _ in range(ROUNDS):
            for name, port in (("free", free), ("bound", bound)):
                rate, _ = await timed(reads(port, match), CLIENTS, EACH)
                rates[name].append(rate)
        shown = {name: sorted(found)[ROUNDS // 2] for name, found in rates.items()}
        show(f"{CLIENTS} clients, reads of a match: a second", shown["free"])
        show("reads with bounds counted / without", shown["bound"] / shown["free"], "x")
        await listened(free)


def main() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 8192), most))
    with tempfile.TemporaryDirectory(prefix="stagepost-bench-") as folder:
        server = valkey.start(Path(folder), port=valkey.free_port())
        try:
            asyncio.run(measured(server.url))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
