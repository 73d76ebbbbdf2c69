"""Submits and reads a second at 1, 16 and 64 clients, on disk always or every second.

Beside them, in the same run: the bare Litestar handlers of bench/bare.py on the same server, and
boardgame.io's own server in memory and on its file storage, where the folder of node modules that
is named, or NODE_PATH, holds it (`npm install boardgame.io koa-compose@4.1.0 node-persist@3`). Its
file storage answers a move before it has written it.

    python bench/serve.py [NODE_MODULES]
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

import redis
from figures import show
from http_client import timed
from listening import made, reads
from submits import bares, matches, served, submits

from stagepost_local import valkey

ROOM = Path(__file__).parent
CALLS = {1: 800, 16: 2400, 64: 3200}
# On its files one client of boardgame.io moves once or twice a second.
CALLS_ON_FILES = {1: 8, 16: 320, 64: 1280}
DURABLE = ("always", "everysec")
GOAL_FILES, GOAL_MEMORY, GOAL_BARE = 4.0, 0.5, 0.6

Shown = dict[tuple[str, str, int], float]
"""Calls a second by who answers, what is called, and how many clients."""


def told(shown: Shown, key: tuple[str, str, int], rate: float, spent: list[float]) -> None:
    """Note and print one measure; `spent` are seconds, sorted."""
    shown[key] = rate
    who, what, clients = key
    name = f"{who}, {what}, {clients} client(s)"
    show(f"{name}: a second", rate)
    show(f"{name}: p99", spent[int(len(spent) * 0.99)] * 1000, "ms")


async def ours(shown: Shown, redis_url: str, durable: str) -> None:
    """The engine and the bare handlers, one after the other, on a server with this setting."""
    with (
        served(["-m", "stagepost_engine.app"], redis_url, "/v1/health") as engine,
        served([str(ROOM / "bare.py")], redis_url, "/") as bare,
    ):
        match = await made(engine)
        for clients, calls in CALLS.items():
            each = calls // clients
            for who, what, callers in (
                ("engine", "submits", submits(engine, await matches(engine, clients))),
                ("bare", "submits", bares(bare, "/bare")),
                ("kept", "submits", bares(bare, "/kept/%")),
                ("engine", "reads", reads(engine, match)),
            ):
                rate, spent = await timed(callers, clients, each)
                told(shown, (f"{who} {durable}", what, clients), rate, spent)


@contextlib.contextmanager
def boardgame_server(node_modules: str, storage: str):
    port = valkey.free_port()
    command = ["node", str(ROOM / "boardgame_server.mjs"), node_modules]
    process = subprocess.Popen(
        [*command, "serve", str(port), storage], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    try:
        for _ in range(100):
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"http://127.0.0.1:{port}/games", timeout=1).close()
                break
            if process.poll() is not None:
                raise SystemExit(f"boardgame.io did not start: {process.stderr.read().decode()}")
            time.sleep(0.1)
        yield [*command, "drive", str(port)]
    finally:
        process.terminate()
        process.wait()


def theirs(shown: Shown, node_modules: str, who: str, storage: str, calls: dict[int, int]) -> None:
    with boardgame_server(node_modules, storage) as command:
        for clients, count in calls.items():
            for what, name in (("moves", "submits"), ("reads", "reads")):
                found = json.loads(
                    subprocess.run(
                        [*command, what, str(clients), str(count // clients)],
                        capture_output=True,
                        check=True,
                    ).stdout
                )
                spent = sorted(one / 1000 for one in found["latencies"])
                told(shown, (who, name, clients), found["rate"], spent)


def compared(shown: Shown) -> None:
    goals = {
        "bare always": GOAL_BARE,
        "kept always": GOAL_BARE,
        "boardgame.io files": GOAL_FILES,
        "boardgame.io memory": GOAL_MEMORY,
    }
    for what in ("submits", "reads"):
        for clients in CALLS:
            for who, goal in goals.items():
                if (other := shown.get((who, what, clients))) is not None:
                    ratio = shown["engine always", what, clients] / other
                    name = f"{what}, {clients} client(s): engine on disk always / {who}"
                    show(name, ratio, "x", goal=f"goal: {goal} or more")


def main() -> None:
    shown: Shown = {}
    with tempfile.TemporaryDirectory(prefix="stagepost-bench-") as folder:
        for durable in DURABLE:
            server = valkey.start(Path(folder) / durable, port=valkey.free_port())
            try:
                with contextlib.closing(redis.Redis.from_url(server.url)) as client:
                    client.config_set("appendfsync", durable)
                asyncio.run(ours(shown, server.url, durable))
            finally:
                server.stop()
        node_modules = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("NODE_PATH")
        if node_modules is None or shutil.which("node") is None:
            print("boardgame.io: absent (no node, or no folder of node modules was named)")
        else:
            theirs(shown, node_modules, "boardgame.io memory", "memory", CALLS)
            files = str(Path(folder) / "files")
            theirs(shown, node_modules, "boardgame.io files", files, CALLS_ON_FILES)
    compared(shown)


if __name__ == "__main__":
    main()
