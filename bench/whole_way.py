"""The whole way of a reply: mail in, applied and durable, its receipt queued, and at the host.

Valkey tells of each change of a stored mail once the change is on disk: the first is its receipt,
the second that it is applied and its letter owed. A far host says 250 to the receipt itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections import Counter

import redis
from aiosmtpd.smtp import SMTP
from figures import show
from mail_place import DOMAIN, SEATS, SECONDS_MOST, Place, known, mail, make_match, started
from redis.asyncio import Redis as AsyncRedis
from smtp_client import Client

from stagepost_mailer.addresses.tokens import hashed, reply_token_in
from stagepost_mailer.inbox.fingerprint import fingerprint

MATCHES = 32
BURSTS = {1: 160, 16: 480}
ONE_BY_ONE = 20
FIRST = re.compile(rb"^In-Reply-To:\s*(<bench-[^>]+>)", re.MULTILINE | re.IGNORECASE)
KEYSPACE = "__keyspace@0__:"


class FarHost:
    """Takes receipts, and knows which mail each answers."""

    def __init__(self) -> None:
        self.at: dict[str, float] = {}

    async def handle_DATA(self, server, session, envelope):  # noqa: N802  aiosmtpd's name for it
        if answered := FIRST.search(envelope.content):
            self.at.setdefault(answered[1].decode(), time.perf_counter())
        return "250 OK"


class Settled:
    """When each mail of the inbox was settled, by its intake."""

    def __init__(self, url: str) -> None:
        self.at: dict[str, float] = {}
        self._seen: Counter[str] = Counter()
        self._redis = AsyncRedis.from_url(url)

    async def listen(self) -> None:
        await self._redis.config_set("notify-keyspace-events", "Kh")
        pubsub = self._redis.pubsub(ignore_subscribe_messages=True)
        await pubsub.psubscribe(f"{KEYSPACE}stagepost:*:inbox:mail:*")
        async for told in pubsub.listen():
            if told["data"] != b"hset":
                continue
            intake = told["channel"].decode().rpartition(":")[2]
            self._seen[intake] += 1
            if self._seen[intake] > 1:
                self.at.setdefault(intake, time.perf_counter())


async def the_whole_way(place: Place, store: redis.Redis, workers: int) -> None:
    far, settled, loop = FarHost(), Settled(place.redis_url), asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: SMTP(far, hostname="far", loop=loop), "127.0.0.1", place.host
    )
    with contextlib.ExitStack() as running:
        for name, port in (("stagepost_engine.app", place.engine), ("receiver", place.smtp_in)):
            module = name if "." in name else f"stagepost_mailer.{name}"
            running.enter_context(started(place, "-m", module, port=port))
        for name in (*["worker"] * workers, "watcher"):
            running.enter_context(started(place, "-m", f"stagepost_mailer.{name}"))
        matches = [await asyncio.to_thread(make_match, place) for _ in range(MATCHES)]
        addresses = [known(store, match, 1) for match in matches]
        await asyncio.to_thread(wait_until_told, store)
        listening = asyncio.create_task(settled.listen())
        await asyncio.sleep(0.5)
        which = f"{workers} worker(s)"
        await one_by_one(place, far, addresses, which)
        for connections, count in BURSTS.items():
            await burst(place, (far, settled), addresses, f"{which}, {connections}", count)
        listening.cancel()
    server.close()


async def one_by_one(place: Place, far: FarHost, addresses: list[str], which: str) -> None:
    spent = []
    async with Client("127.0.0.1", place.smtp_in) as client:
        for turn in range(ONE_BY_ONE):
            begun, name = time.perf_counter(), f"one-{turn}"
            raw = mail(name, f"BID {100 + 100 * (turn % 20)}")
            await client.send("anna@example.org", addresses[turn % MATCHES], raw)
            await until(lambda name=name: f"<bench-{name}@example.org>" in far.at, "a receipt")
            spent.append(far.at[f"<bench-{name}@example.org>"] - begun)
    tell(f"{which}, a mail alone, to its receipt at the host", sorted(spent))


async def burst(
    place: Place, seen: tuple[FarHost, Settled], addresses: list[str], which: str, count: int
) -> None:
    """So many mails as fast as they are taken, each of the connections to matches of its own."""
    far, settled = seen
    connections = int(which.rpartition(" ")[2])
    sent: dict[str, tuple[str, float]] = {}
    begun = time.perf_counter()

    async def one(number: int) -> None:
        async with Client("127.0.0.1", place.smtp_in) as client:
            for turn in range(count // connections):
                name = f"{which.replace(' ', '')}-{number}-{turn}"
                to = addresses[(number + turn * connections) % MATCHES]
                raw = mail(name, f"BID {100 + 100 * (turn % 20)}")
                found = fingerprint(raw + b"\r\n").intake(hashed(reply_token_in(to, DOMAIN)))
                sent[f"<bench-{name}@example.org>"] = (found, time.perf_counter())
                await client.send("anna@example.org", to, raw)

    await asyncio.gather(*(one(number) for number in range(connections)))
    taken = time.perf_counter() - begun
    intakes = dict(sent.values())
    await until(lambda: settled.at.keys() >= intakes.keys(), "all settled")
    await until(lambda: far.at.keys() >= sent.keys(), "all receipts")
    applied = max(settled.at[intake] for intake in intakes) - begun
    whole = max(far.at[name] for name in sent) - begun
    which = f"{which} connection(s), {count} mails"
    show(f"{which}: to a durable 250, a second", count / taken, goal="goal: 250")
    show(f"{which}: applied, receipt queued, a second", count / applied, goal="goal: 250")
    tell(f"{which}: to applied", sorted(settled.at[one] - at for one, at in intakes.items()))
    show(f"{which}: receipt at the host, a second", count / whole)
    tell(f"{which}: to the receipt", sorted(far.at[name] - at for name, (_, at) in sent.items()))


def tell(which: str, spent: list[float]) -> None:
    show(f"{which}: p50", spent[len(spent) // 2] * 1000, "ms")
    show(f"{which}: p99", spent[int(len(spent) * 0.99)] * 1000, "ms")


async def until(found, what: str) -> None:
    limit = time.perf_counter() + SECONDS_MOST
    while not found():
        assert time.perf_counter() < limit, f"{what} did not come"
        await asyncio.sleep(0.002)


def wait_until_told(store: redis.Redis) -> None:
    """Until the prompts of the matches are sent."""
    limit = time.monotonic() + SECONDS_MOST
    prompts = MATCHES * len(SEATS)
    while sum(1 for _ in store.scan_iter("*:mail:delivered:*", count=1000)) < prompts:
        assert time.monotonic() < limit, "the prompts were not sent"
        time.sleep(0.1)
