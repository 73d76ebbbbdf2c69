"""The references of bench/dues.py: RQ's own scheduler, and saq, on a Valkey with fsync always.

A job notes its moment and its deadline's by one durable write, and does nothing else. Both keep
whole seconds: RQ cuts the rest off, for saq we take the next one, so that it is not early.

    python bench/dues_others.py
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import redis
from figures import show
from rq import Queue

from stagepost_local import valkey

NOTED = "bench:noted"
SECONDS_MOST = 120.0
AHEAD_SECONDS = 6.0

SAQ = """
import asyncio, json, math, sys, time
import saq
URL, NOTED = sys.argv[2:4]

async def note(ctx, *, at):
    await ctx["worker"].queue.redis.rpush(NOTED, json.dumps([at, time.time()]))

async def put():
    queue = saq.Queue.from_url(URL)
    for at in json.loads(sys.stdin.read()):
        await queue.enqueue("note", at=at, scheduled=math.ceil(at))
    await queue.disconnect()

async def work():
    queue = saq.Queue.from_url(URL)
    await saq.Worker(queue, functions=[note], concurrency=16).start()

asyncio.run(put() if sys.argv[1] == "put" else work())
"""


def note(url: str, at: float) -> None:
    """The job of RQ."""
    redis.Redis.from_url(url).rpush(NOTED, json.dumps([at, time.time()]))


def run(spread: int, seconds: float, burst: int, tell: Callable[..., None]) -> None:
    for name, ran in (("RQ's scheduler", rq_ran), ("saq", saq_ran)):
        start = time.time() + AHEAD_SECONDS
        late = ran([start + number * seconds / spread for number in range(spread)])
        which = f"{name}: {spread} jobs over {seconds:g} s"
        tell(f"{which}: late, p50", late[len(late) // 2] * 1000, "ms")
        tell(f"{which}: late, p99", late[int(len(late) * 0.99)] * 1000, "ms")
        tell(f"{which}: earliest", late[0] * 1000, "ms")
        late = ran([float(int(time.time() + AHEAD_SECONDS))] * burst)
        tell(f"{name}: {burst} jobs in one second: all done after", late[-1], "s")


def rq_ran(moments: Sequence[float]) -> list[float]:
    with served() as url, contextlib.closing(redis.Redis.from_url(url)) as store:
        queue = Queue("bench", connection=store)
        for at in moments:
            queue.enqueue_at(datetime.fromtimestamp(at, UTC), note, url, at, result_ttl=0)
        kind = ("-w", "rq.worker.SimpleWorker", "--with-scheduler", "--quiet")
        command = [sys.executable, "-m", "rq.cli", "worker", *kind, "--url", url, "bench"]
        return noted(store, len(moments), command, cwd=Path(__file__).parent)


def saq_ran(moments: Sequence[float]) -> list[float]:
    with served() as url, tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "with_saq.py"
        script.write_text(SAQ)
        command = [str(_saq_python()), str(script)]
        told = json.dumps(list(moments)).encode()
        subprocess.run([*command, "put", url, NOTED], input=told, check=True)
        with contextlib.closing(redis.Redis.from_url(url)) as store:
            return noted(store, len(moments), [*command, "work", url, NOTED], cwd=Path(folder))


def noted(store: redis.Redis, count: int, command: list[str], cwd: Path) -> list[float]:
    """Runs the worker until all jobs have noted their moment; returns how late, sorted."""
    worker = subprocess.Popen(
        command, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        until = time.monotonic() + SECONDS_MOST
        while store.llen(NOTED) < count:
            assert time.monotonic() < until, f"{store.llen(NOTED)} of {count} jobs ran"
            time.sleep(0.05)
    finally:
        worker.terminate()
        worker.wait()
    pairs = [json.loads(one) for one in store.lrange(NOTED, 0, -1)]
    return sorted(came - at for at, came in pairs)


@contextlib.contextmanager
def served() -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="stagepost-others-") as folder:
        server = valkey.start(Path(folder), port=valkey.free_port())
        try:
            yield server.url
        finally:
            server.stop()


def _saq_python() -> Path:
    """The interpreter of an environment with saq (MIT), which the house itself does not need."""
    folder = Path(os.environ.get("TMPDIR", tempfile.gettempdir())) / "stagepost-bench-saq"
    python = folder / "bin" / "python"
    if not (folder / "ready").exists():
        venv.create(folder, with_pip=True)
        packages = ("saq[redis]", "redis<8", "hiredis", "typing-extensions")
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", *packages], check=True)
        (folder / "ready").touch()
    return python


if __name__ == "__main__":
    run(1000, 20.0, 1000, show)
