"""What the benches of mail stand on: the house's processes on one Valkey, and replies as people send."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.utils import formatdate

import redis
from smtp_client import Client

from stagepost_local import valkey
from stagepost_mailer.addresses.tokens import hashed, reply_address, reply_token

DOMAIN = "game.example"
MAIL_KEY = bytes(range(32))
OPERATOR, SERVICE = "operator-token-of-the-bench", "service-token-of-the-bench"
SEATS = ("Anna", "Piotr", "Marcin", "Krzysiek")
SECONDS_MOST = 120.0
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
    parsing: int = field(default_factory=valkey.free_port)
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


def make_match(place: Place) -> str:
    people = [{"name": name, "address": f"{name.lower()}@example.org"} for name in SEATS]
    request = urllib.request.Request(
        f"http://127.0.0.1:{place.engine}/v1/matches",
        json.dumps({"game": "pola_naftowe", "seats": people}).encode(),
        {"Authorization": f"Bearer {OPERATOR}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=SECONDS_MOST) as answer:
        return json.load(answer)["match"]
