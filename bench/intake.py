"""Mail in: to a durable 250, and all the way to a receipt that is queued, and at the mail host.

The receiver, the workers, the watcher and the engine are their own processes on one Valkey with
fsync always. Beside the receiver, in the same run, three of aiosmtpd: a bare one that drops what
it takes, one that parses it by `policy.default` and drops it, and one that keeps it with a single
durable write: the ratios are the figures.

    python bench/intake.py
"""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from pathlib import Path

import redis
from figures import show
from http_client import timed
from mail_place import Place, known, sends, started
from whole_way import the_whole_way

from stagepost_local import valkey

EACH = {1: 150, 16: 20}
ROUNDS = 3
INTAKE, BARE = "intake", "bare aiosmtpd"
PARSING, KEEPING = "aiosmtpd, policy.default", "aiosmtpd, one write"


async def to_a_durable_250(place: Place, store: redis.Redis) -> None:
    """Only the receiver runs: what it takes waits on disk, with its job on the queue."""
    here = Path(__file__).with_name("bare_smtp.py")
    with (
        started(place, "-m", "stagepost_mailer.receiver", port=place.smtp_in),
        started(place, str(here), str(place.bare), port=place.bare),
        started(place, str(here), str(place.parsing), "parse", port=place.parsing),
        started(place, str(here), str(place.keeping), place.redis_url, port=place.keeping),
    ):
        to = known(store, "bench", 1)
        for clients, each in EACH.items():
            ports = {
                INTAKE: place.smtp_in,
                BARE: place.bare,
                PARSING: place.parsing,
                KEEPING: place.keeping,
            }
            found: dict[str, list[tuple[float, float]]] = {name: [] for name in ports}
            for number in range(ROUNDS):
                for name, port in ports.items():
                    calls = sends(port, to, f"{clients}-{number}")
                    rate, spent = await timed(calls, clients, each)
                    found[name].append((rate, spent[int(len(spent) * 0.99)] * 1000))
            tell(f"{clients} connection(s)", found)


def tell(which: str, found: dict[str, list[tuple[float, float]]]) -> None:
    shown = {name: sorted(rounds)[len(rounds) // 2] for name, rounds in found.items()}
    for name, (rate, p99) in shown.items():
        goal = "goal: 250" if name == INTAKE else ""
        show(f"{which}, {name}: a second", rate, goal=goal)
        show(f"{which}, {name}: p99", p99, "ms")
    for name in (BARE, PARSING, KEEPING):
        show(f"{which}: intake / {name}", shown[INTAKE][0] / shown[name][0], "x")


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="stagepost-bench-") as folder:
        server = valkey.start(Path(folder), port=valkey.free_port())
        try:
            with contextlib.closing(redis.Redis.from_url(server.url)) as store:
                place = Place(server.url)
                asyncio.run(to_a_durable_250(place, store))
                for workers in (1, 2):
                    store.flushall()
                    asyncio.run(the_whole_way(place, store, workers))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
