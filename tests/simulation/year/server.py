"""A real Valkey of the simulation's own, in memory alone: the server's disk is what is replaced."""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import redis

from stagepost_local.valkey import find_binary

READY_SECONDS_MOST = 20.0


@contextmanager
def valkey() -> Iterator[str]:
    """Serve on a socket in a folder that goes with the server; yield its path."""
    with tempfile.TemporaryDirectory(prefix="stagepost-year-") as folder:
        socket = Path(folder) / "valkey.sock"
        process = subprocess.Popen(
            [
                *(str(find_binary()), "--dir", folder, "--port", "0"),
                *("--unixsocket", str(socket), "--unixsocketperm", "600"),
                *("--appendonly", "no", "--save", ""),
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            _wait_for(f"unix://{socket}")
            yield str(socket)
        finally:
            process.terminate()
            process.wait()


def _wait_for(url: str) -> None:
    until = time.monotonic() + READY_SECONDS_MOST
    while True:
        try:
            with closing(redis.Redis.from_url(url)) as client:
                client.ping()
                return
        except redis.ConnectionError:
            if time.monotonic() > until:
                raise
            time.sleep(0.02)
