"""Submits a second over HTTP, on disk before the answer (fsync always).

Beside them, in the same run and on the same server, two bare Litestar handlers (bench/bare.py):
`bare` writes a few bytes in one round trip, `kept` loads a match of our size and writes it back,
and answers as much as the engine does. The ratios are the figure.

    python bench/submits.py
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from figures import show
from http_client import Client, timed

from stagepost_local import valkey

OPERATOR = "operator-token-of-the-bench"
SEATS = ("Anna", "Piotr", "Marcin", "Krzysiek")
EACH = {1: 1500, 16: 150, 64: 40}


@contextlib.contextmanager
def served(arguments: list[str], redis_url: str, path: str, **more: str):
    """A server process on a free port, until the block ends; `more` are settings of its own."""
    port = valkey.free_port()
    environment = (
        os.environ
        | {
            "STAGEPOST_REDIS_URL": redis_url,
            "STAGEPOST_OPERATOR_TOKEN": OPERATOR,
            "STAGEPOST_SERVICE_TOKEN": "service-token-of-the-bench",
            "STAGEPOST_ENGINE_PORT": str(port),
            "STAGEPOST_TOKEN_REQUESTS": "0",
            "STAGEPOST_ADDRESS_REQUESTS": "0",
        }
        | more
    )
    process = subprocess.Popen([sys.executable, *arguments], env=environment)
    try:
        _wait(f"http://127.0.0.1:{port}{path}")
        yield port
    finally:
        process.terminate()
        process.wait()


def _wait(url: str) -> None:
    for _ in range(200):
        try:
            urllib.request.urlopen(url, timeout=1).close()
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise SystemExit(f"nothing answers at {url}")


def wish() -> dict:
    seats = [{"name": name, "address": f"{name.lower()}@example.org"} for name in SEATS]
    return {"game": "pola_naftowe", "seats": seats}


async def matches(port: int, count: int) -> list[tuple[str, str]]:
    """So many new matches: each one's id and the token of its first seat."""
    made = []
    async with Client("127.0.0.1", port) as client:
        for _ in range(count):
            status, body = await client.call(
                "POST", "/v1/matches", wish(), Authorization=f"Bearer {OPERATOR}"
            )
            assert status == 201, body
            found = json.loads(body)
            made.append((found["match"], found["seats"]["Anna"]))
    return made


def submits(port: int, made: list[tuple[str, str]]):
    @contextlib.asynccontextmanager
    async def calls(number: int):
        match, token = made[number]
        async with Client("127.0.0.1", port) as client:

            async def call(turn: int) -> None:
                status, body = await client.call(
                    "POST",
                    f"/v1/matches/{match}/moves",
                    {"step": 1, "text": f"BID {100 + 100 * (turn % 20)}"},
                    Authorization=f"Bearer {token}",
                    Idempotency_Key=f"k{turn}",
                )
                assert status == 200, body

            yield call

    return calls


def bares(port: int, path: str):
    """Calls of a reference; a `%` in its path stands for the client's own match."""

    @contextlib.asynccontextmanager
    async def calls(number: int):
        own = path.replace("%", f"m{number}")
        async with Client("127.0.0.1", port) as client:

            async def call(turn: int) -> None:
                status, body = await client.call("POST", own, {"step": turn, "text": "BID 300"})
                assert status == 200, body

            yield call

    return calls


async def measured(redis_url: str) -> None:
    with (
        served(["-m", "stagepost_engine.app"], redis_url, "/v1/health") as engine,
        served([str(Path(__file__).with_name("bare.py"))], redis_url, "/") as bare,
    ):
        for clients, each in EACH.items():
            rates: dict[str, list[tuple[float, float, float]]] = {}
            for _ in range(3):
                made = await matches(engine, clients)
                for name, calls in (
                    ("engine", submits(engine, made)),
                    ("bare", bares(bare, "/bare")),
                    ("kept", bares(bare, "/kept/%")),
                ):
                    rate, spent = await timed(calls, clients, each)
                    p50, p99 = spent[len(spent) // 2], spent[int(len(spent) * 0.99)]
                    rates.setdefault(name, []).append((rate, p50 * 1000, p99 * 1000))
            shown = {name: sorted(found)[1] for name, found in rates.items()}
            for name, (rate, p50, p99) in shown.items():
                show(f"{clients} client(s), {name}: a second", rate)
                show(f"{clients} client(s), {name}: p50", p50, "ms")
                show(f"{clients} client(s), {name}: p99", p99, "ms")
            for name in ("bare", "kept"):
                ratio = shown["engine"][0] / shown[name][0]
                goal = "goal: 0.6 or more"
                show(f"{clients} client(s): engine / {name} handler", ratio, "x", goal=goal)


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="stagepost-bench-") as folder:
        server = valkey.start(Path(folder), port=valkey.free_port())
        try:
            asyncio.run(measured(server.url))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
