"""The wire to the engine: its real ASGI app in this process, rebuilt and cut off now and then."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

import httpx
from redis.asyncio import Redis as AsyncRedis

from stagepost_engine import app
from stagepost_engine.settings import Settings
from stagepost_mailer.engine_client.wire import Cut, Reply

OPERATOR = "operator-token-of-the-simulation"
SERVICE = "service-token-of-the-simulation"
ENGINE_URL = "http://engine.example"
RESTARTED = 0.002  # of the requests meet an engine that was started just before
CUT_OFF = 0.002  # of the requests get no answer, though the engine may have done them
Heard = Callable[[str, bytes, int, bytes], None]
"""Told of each request's path and body, and the status and body of its answer."""


@dataclass
class Entropy:
    """32 bytes at a time, all of one seed."""

    seed: str
    count: int = 0

    def __call__(self) -> bytes:
        self.count += 1
        return hashlib.sha256(f"{self.seed}:{self.count}".encode()).digest()


@dataclass
class Switchboard(httpx.AsyncBaseTransport):
    """What the mailer's and the hosts' clients call over."""

    redis: AsyncRedis
    entropy: Entropy
    dice: random.Random
    heard: Heard
    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    away: bool = False
    _app: httpx.ASGITransport | None = None

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if self.away:
            raise httpx.ConnectError("away")
        chance = self.dice.random()
        if self._app is None or chance < RESTARTED:
            self._restart()
        if chance > 1 - CUT_OFF / 2:
            self.counts["cut off before"] += 1
            raise httpx.ReadError("cut off")
        assert self._app is not None
        response = await self._app.handle_async_request(request)
        body = await response.aread()
        self.counts["requests"] += 1
        asked = await request.aread()
        if response.status_code >= 500:
            self.faults.append(f"{response.status_code} {request.url.path} {asked!r} {body!r}")
        self.heard(request.url.path, asked, response.status_code, body)
        if 1 - CUT_OFF < chance <= 1 - CUT_OFF / 2:
            self.counts["cut off after"] += 1
            raise httpx.ReadError("cut off")
        return httpx.Response(response.status_code, headers=response.headers, content=body)

    def _restart(self) -> None:
        """As a second engine: nothing of the first is left but what is in the store."""
        self.counts["engines"] += 1
        settings = Settings(
            redis_url="unused",
            operator_token=OPERATOR,
            service_token=SERVICE,
            host="",
            port=0,
            seeds_allowed=False,
        )
        client = patch.object(app, "_client", lambda _: self.redis)
        with client, patch.object(app, "entropy", self.entropy):
            built: Any = app.build(settings)
        self._app = httpx.ASGITransport(built)


@dataclass
class MailersWire:
    """In place of the mailer's own connections: posts to the app, or is cut off."""

    switchboard: Switchboard

    async def post(self, path: str, body: bytes) -> Reply:
        headers = {"Authorization": f"Bearer {SERVICE}", "Content-Type": "application/json"}
        request = httpx.Request("POST", f"{ENGINE_URL}{path}", headers=headers, content=body)
        try:
            response = await self.switchboard.handle_async_request(request)
        except httpx.TransportError as error:
            raise Cut(str(error)) from error
        return Reply(response.status_code, response.content)

    async def close(self) -> None:
        """Nothing is open."""
