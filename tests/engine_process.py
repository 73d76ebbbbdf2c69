"""The engine as a process of its own, for tests that call it as strangers do."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field

import httpx
from rest import OPERATOR, SERVICE

from stagepost_local.valkey import free_port

START_SECONDS = 30


@dataclass
class EngineProcess:
    """`python -m stagepost_engine.app` on a port of its own."""

    redis_url: str
    settings: dict[str, str] = field(default_factory=dict)
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        told = {
            "STAGEPOST_REDIS_URL": self.redis_url,
            "STAGEPOST_OPERATOR_TOKEN": OPERATOR,
            "STAGEPOST_SERVICE_TOKEN": SERVICE,
            "STAGEPOST_ENGINE_PORT": str(self.port),
            "STAGEPOST_ALLOW_SEEDS": "1",
            "STAGEPOST_TOKEN_REQUESTS": "0",
            "STAGEPOST_ADDRESS_REQUESTS": "0",
        }
        command = [sys.executable, "-m", "stagepost_engine.app"]
        self.process = subprocess.Popen(command, env=os.environ | told | self.settings)
        self.wait()

    def wait(self) -> None:
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            try:
                if httpx.get(f"{self.url}/v1/health").status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError("the engine did not start")

    def stop(self, how: int = signal.SIGTERM) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(20)
            self.process = None
