"""The engine at a port of its own in this process, and which operations it was asked for."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import uvicorn
from rest import OPERATOR, SERVICE

from stagepost_engine.app import build
from stagepost_engine.settings import Settings
from stagepost_local.valkey import free_port

START_SECONDS = 20


@dataclass
class Served:
    """`asked` are (method, path) of each operation, as they stand in the OpenAPI document."""

    url: str
    asked: set[tuple[str, str]] = field(default_factory=set)


@contextmanager
def serving(redis_url: str) -> Iterator[Served]:
    app = build(
        Settings(
            redis_url=redis_url,
            operator_token=OPERATOR,
            service_token=SERVICE,
            host="127.0.0.1",
            port=8000,
            seeds_allowed=True,
            webhook_private=True,
        )
    )
    port = free_port()
    served = Served(f"http://127.0.0.1:{port}")

    async def noted(scope, receive, send) -> None:
        await app(scope, receive, send)
        if "path_template" in scope:
            served.asked.add((scope["method"].lower(), scope["path_template"]))

    config = uvicorn.Config(noted, port=port, log_level="warning", lifespan="on", ws="none")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    until = time.monotonic() + START_SECONDS
    while not server.started:
        assert time.monotonic() < until, "the engine did not start"
        time.sleep(0.02)
    yield served
    server.should_exit = True
    thread.join(20)
