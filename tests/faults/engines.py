"""The engine as a process that may be killed at any time, on a Redis of the test's own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from rest import OPERATOR, SERVICE, bearer

from stagepost_local.valkey import free_port

READY_SECONDS_MOST = 60.0


@dataclass
class EngineProcess:
    """One engine; `log` is where it writes, and must stay free of faults that are bugs."""

    redis_url: str
    log: Path
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None
    client: httpx.Client | None = None

    def start(self) -> None:
        environment = {
            **os.environ,
            "STAGEPOST_REDIS_URL": self.redis_url,
            "STAGEPOST_OPERATOR_TOKEN": OPERATOR,
            "STAGEPOST_SERVICE_TOKEN": SERVICE,
            "STAGEPOST_ENGINE_PORT": str(self.port),
            "STAGEPOST_ALLOW_SEEDS": "1",
            "STAGEPOST_TOKEN_REQUESTS": "0",
            "STAGEPOST_ADDRESS_REQUESTS": "0",
        }
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "stagepost_engine.app"],
                env=environment,
                stdout=log,
                stderr=log,
            )
        self.client = httpx.Client(
            base_url=f"http://127.0.0.1:{self.port}/v1", timeout=30, trust_env=False
        )

    def wait(self) -> None:
        until = time.monotonic() + READY_SECONDS_MOST
        while time.monotonic() < until:
            assert self.process.poll() is None, self.log.read_text()
            with suppress(httpx.TransportError):
                if self.client.get("/games").status_code == 200:
                    return
            time.sleep(0.03)
        raise AssertionError(f"the engine did not start\n{self.log.read_text()[-2000:]}")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self.client.close()

    def restart(self) -> None:
        self.kill()
        self.start()
        self.wait()

    def post(self, path: str, body: dict, token: str, key: str = "") -> httpx.Response:
        more = {"Idempotency-Key": key} if key else {}
        return self.client.post(path, json=body, headers=bearer(token, **more))

    def get(self, path: str, token: str) -> httpx.Response:
        return self.client.get(path, headers=bearer(token))
