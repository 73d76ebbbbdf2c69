"""Mail in: to a durable 250, and all the way to a receipt at the mail host.

The receiver, the worker, the watcher and the engine are their own processes on one Valkey with
fsync always. Beside the receiver, in the same run, a bare aiosmtpd that drops what it takes, and
one that keeps it with a single durable write: the ratios are the figures. The whole way ends when a far host has said 250 to the receipt, which is
after the move is applied and on disk.

    python bench/intake.py
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.utils import formatdate
from pathlib import Path

import redis
from aiosmtpd.smtp import SMTP
from figures import show
from http_client import timed
from smtp_client import Client

from stagepost_local import valkey
from stagepost_mailer.addresses.tokens import hashed, reply_address, reply_token

DOMAIN = "game.example"
MAIL_KEY = bytes(range(32))
OPERATOR, SERVICE = "operator-token-of-the-bench", "service-token-of-the-bench"
SEATS = ("Anna", "Piotr", "Marcin", "Krzysiek")
EACH = {1: 150, 16: 20}
ROUNDS = 3
MATCHES = 16
WHOLE_WAY = 160
ONE_BY_ONE = 20
SECONDS_MOST = 40.0
INTAKE, BARE, KEEPING = "intake", "bare aiosmtpd", "aiosmtpd, one write"
FIRST = re.compile(rb"^In-Reply-To:\s*(<bench-[^>]+>)", re.MULTILINE | re.IGNORECASE)
QUOTE = "".join(f"> line {number} of the mail that is answered\r\n" for number in range(60))


def mail(name: str, text: str) -> bytes:
    """A reply as mail programs write it: some words, and our own mail below."""
    return (
        f"From: Anna <anna@example.org>\r\nTo: game\r\nSubject: Re: your turn\r\n"
        f"Date: {formatdate()}\r\nMessage-ID: <bench-{name}@example.org>\r\n"
        f"Content-Type: text/plain; charset=utf-8\r\n\r\n{text}\r\n\r\n"
        f"On Monday the game wrote:\r\n{QUOTE}"
    ).encode()


@dataclass
class Place:
    """Where everything listens."""

    redis_url: str
    engine: int = field(default_factory=valkey.free_port)
    smtp_in: int = field(default_factory=valkey.free_port)
    host: int = field(default_factory=valkey.free_port)
    bare: int = field(default_factory=valkey.free_port)
    keeping: int = field(default_factory=valkey.free_port)

    @property
    def environment(self) -> dict[str, str]:
        most = ("MAILS_AN_HOUR", "MAILS_A_PHASE", "RECEIPTS_AN_HOUR", "DOMAIN_MAILS_AN_HOUR")
        return {
            **os.environ,
            **{f"STAGEPOST_{name}": "1000000" for name in most},
            "STAGEPOST_REDIS_URL": self.redis_url,
            "STAGEPOST_ENGINE_URL": f"http://127.0.0.1:{self.engine}",
            "STAGEPOST_ENGINE_PORT": str(self.engine),
            "STAGEPOST_OPERATOR_TOKEN": OPERATOR,
            "STAGEPOST_SERVICE_TOKEN": SERVICE,
            "STAGEPOST_MAIL_KEY": MAIL_KEY.hex(),
            "STAGEPOST_MAIL_DOMAIN": DOMAIN,
            "STAGEPOST_SMTP_URL": f"smtp://127.0.0.1:{self.host}?tls=none",
            "STAGEPOST_SMTP_PORT_IN": str(self.smtp_in),
            "STAGEPOST_LMTP_PORT_IN": "0",
        }


@contextlib.contextmanager
def started(place: Place, *arguments: str, port: int = 0) -> Iterator[None]:
    """A process of the bench's own, until the block ends."""
    process = subprocess.Popen(
        [sys.executable, *arguments], env=place.environment, stderr=subprocess.DEVNULL
    )
    try:
        until = time.monotonic() + SECONDS_MOST
        while port and not listens(port):
            assert time.monotonic() < until, f"{arguments} does not listen"
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait()


def listens(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


def known(store: redis.Redis, match: str, step: int) -> str:
    """A reply address of Anna's, known as a prompt makes it known."""
    token = reply_token(MAIL_KEY, match, "Anna", 1, step)
    meaning = {"purpose": "reply", "match": match, "seat": "Anna", "tenure": 1, "step": step}
    meaning |= {"game": {"template": "Pola Naftowe"}}
    store.set(f"stagepost:mail:token:{hashed(token)}", json.dumps(meaning))
    return reply_address(token, DOMAIN)


def sends(port: int, to: str, series: str):
    @contextlib.asynccontextmanager
    async def calls(number: int):
        async with Client("127.0.0.1", port) as client:

            async def call(turn: int) -> None:
                raw = mail(f"{series}-{number}-{turn}", "BID 300")
                await client.send("anna@example.org", to, raw)

            yield call

    return calls


async def to_a_durable_250(place: Place, store: redis.Redis) -> None:
    """Only the receiver runs: what it takes waits on disk, with its job on the queue."""
    here = Path(__file__).with_name("bare_smtp.py")
    with (
        started(place, "-m", "stagepost_mailer.receiver", port=place.smtp_in),
        started(place, str(here), str(place.bare), port=place.bare),
        started(place, str(here), str(place.keeping), place.redis_url, port=place.keeping),
    ):
        to = known(store, "bench", 1)
        for clients, each in EACH.items():
            ports = {INTAKE: place.smtp_in, BARE: place.bare, KEEPING: place.keeping}
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
        show(f"{which}, {name}: a second", rate)
        show(f"{which}, {name}: p99", p99, "ms")
    for name in (BARE, KEEPING):
        show(f"{which}: intake / {name}", shown[INTAKE][0] / shown[name][0], "x")


class FarHost:
    """Takes receipts, and knows which mail each answers."""

    def __init__(self) -> None:
        self.at: dict[str, float] = {}

    async def handle_DATA(self, server, session, envelope):  # noqa: N802  aiosmtpd's name for it
        if answered := FIRST.search(envelope.content):
            self.at.setdefault(answered[1].decode(), time.perf_counter())
        return "250 OK"

    async def wait_for(self, ids: list[str]) -> None:
        until = time.perf_counter() + SECONDS_MOST
        while not self.at.keys() >= set(ids):
            assert time.perf_counter() < until, f"{len(self.at)} receipts of {len(ids)} came"
            await asyncio.sleep(0.002)


async def the_whole_way(place: Place, store: redis.Redis) -> None:
    far, loop = FarHost(), asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: SMTP(far, hostname="far", loop=loop), "127.0.0.1", place.host
    )
    with (
        started(place, "-m", "stagepost_engine.app", port=place.engine),
        started(place, "-m", "stagepost_mailer.receiver", port=place.smtp_in),
        started(place, "-m", "stagepost_mailer.worker"),
        started(place, "-m", "stagepost_mailer.watcher"),
    ):
        matches = [await asyncio.to_thread(make_match, place) for _ in range(MATCHES)]
        addresses = [known(store, match, 1) for match in matches]
        await asyncio.to_thread(wait_until_told, store)
        await one_by_one(place, far, addresses)
        await all_at_once(place, far, addresses)
    server.close()


async def one_by_one(place: Place, far: FarHost, addresses: list[str]) -> None:
    spent = []
    async with Client("127.0.0.1", place.smtp_in) as client:
        for turn in range(ONE_BY_ONE):
            begun = time.perf_counter()
            raw = mail(f"one-{turn}", f"BID {100 + 100 * (turn % 20)}")
            await client.send("anna@example.org", addresses[turn % MATCHES], raw)
            await far.wait_for([f"<bench-one-{turn}@example.org>"])
            spent.append(far.at[f"<bench-one-{turn}@example.org>"] - begun)
    spent.sort()
    show("a mail alone, to its receipt at the host: p50", spent[len(spent) // 2] * 1000, "ms")
    show("a mail alone, to its receipt at the host: p99", spent[-1] * 1000, "ms")


async def all_at_once(place: Place, far: FarHost, addresses: list[str]) -> None:
    begun, sent = time.perf_counter(), {}

    async def one(number: int) -> None:
        async with Client("127.0.0.1", place.smtp_in) as client:
            for turn in range(WHOLE_WAY // MATCHES):
                name = f"all-{number}-{turn}"
                sent[f"<bench-{name}@example.org>"] = time.perf_counter()
                raw = mail(name, f"BID {100 + 100 * (turn % 20)}")
                await client.send("anna@example.org", addresses[number], raw)

    await asyncio.gather(*(one(number) for number in range(MATCHES)))
    taken = time.perf_counter() - begun
    await far.wait_for(list(sent))
    whole = max(far.at[name] for name in sent) - begun
    spent = sorted(far.at[name] - at for name, at in sent.items())
    show("mails at once on 16 connections", WHOLE_WAY)
    show("of them to a durable 250, while all else runs: a second", WHOLE_WAY / taken)
    show("of them to their receipts at the host: a second", WHOLE_WAY / whole)
    show("in that burst, a mail to its receipt: p99", spent[int(len(spent) * 0.99)] * 1000, "ms")


def wait_until_told(store: redis.Redis) -> None:
    """Until the prompts of the matches are sent."""
    until = time.monotonic() + SECONDS_MOST
    prompts = MATCHES * len(SEATS)
    while sum(1 for _ in store.scan_iter("*:mail:delivered:*", count=1000)) < prompts:
        assert time.monotonic() < until, "the prompts were not sent"
        time.sleep(0.1)


def make_match(place: Place) -> str:
    people = [{"name": name, "address": f"{name.lower()}@example.org"} for name in SEATS]
    request = urllib.request.Request(
        f"http://127.0.0.1:{place.engine}/v1/matches",
        json.dumps({"game": "pola_naftowe", "seats": people}).encode(),
        {"Authorization": f"Bearer {OPERATOR}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=SECONDS_MOST) as answer:
        return json.load(answer)["match"]


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="stagepost-bench-") as folder:
        server = valkey.start(Path(folder), port=valkey.free_port())
        try:
            with contextlib.closing(redis.Redis.from_url(server.url)) as store:
                place = Place(server.url)
                asyncio.run(to_a_durable_250(place, store))
                store.flushall()
                asyncio.run(the_whole_way(place, store))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
