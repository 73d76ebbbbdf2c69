"""Who keeps the house's processes running: starts them, restarts what dies, stops them all."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from stagepost_local.valkey import LAUNCH

BACKOFF_SECONDS_LEAST = 0.2
BACKOFF_SECONDS_MOST = 10.0
# Who ran that long had a good start: the next pause is a short one again.
STEADY_SECONDS = 20.0
STOP_SECONDS_MOST = 10.0
LOG_BYTES_SHOWN = 2000

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Part:
    """One process of the house.

    Parts of a lower `stage` are stopped first: who speaks before who is spoken to.
    """

    name: str
    command: tuple[str, ...]
    environment: Mapping[str, str]
    stage: int = 0


@dataclass(slots=True)
class _Running:
    part: Part
    process: subprocess.Popen[bytes]
    since: float
    pause: float = BACKOFF_SECONDS_LEAST
    again_at: float | None = None


@dataclass(slots=True)
class Supervisor:
    """The parts that should be running, and the logs they write.

    Call it from the main thread: on Linux a process ends with the thread that started it.
    """

    logs: Path
    tell: Tell
    _running: dict[str, _Running] = field(default_factory=dict)

    def start(self, parts: Iterable[Part]) -> None:
        self.logs.mkdir(mode=0o700, parents=True, exist_ok=True)
        for part in parts:
            self._running[part.name] = _Running(part, self._launch(part), time.monotonic())

    def tend(self) -> None:
        """Start again, after a pause that grows, whatever has ended by itself."""
        for running in self._running.values():
            if running.again_at is None:
                if running.process.poll() is not None:
                    self._plan_restart(running)
            elif time.monotonic() >= running.again_at:
                running.process = self._launch(running.part)
                running.since, running.again_at = time.monotonic(), None

    def stop(self) -> None:
        """Ask, stage by stage, wait, and only then insist; nothing is left behind."""
        for stage in sorted({running.part.stage for running in self._running.values()}):
            processes = [
                running.process
                for running in self._running.values()
                if running.part.stage == stage and running.process.poll() is None
            ]
            _end(processes)
        self._running.clear()

    def pids(self) -> dict[str, int]:
        """The processes by the names of their parts."""
        return {name: running.process.pid for name, running in self._running.items()}

    def last_words(self, name: str) -> str:
        """The end of a part's log."""
        path = self.log_of(name)
        return path.read_bytes()[-LOG_BYTES_SHOWN:].decode(errors="replace").strip()

    def log_of(self, name: str) -> Path:
        return self.logs / f"{name}.log"

    def _plan_restart(self, running: _Running) -> None:
        now = time.monotonic()
        if now - running.since > STEADY_SECONDS:
            running.pause = BACKOFF_SECONDS_LEAST
        running.again_at = now + running.pause
        self.tell(
            f"{running.part.name} ended with {_ending(running.process.returncode)}; it starts "
            f"again in {running.pause:g} s. Its log: {self.log_of(running.part.name)}"
        )
        running.pause = min(running.pause * 2, BACKOFF_SECONDS_MOST)

    def _launch(self, part: Part) -> subprocess.Popen[bytes]:
        """In a session of its own, so that Ctrl-C reaches us alone and we end it in order."""
        with self.log_of(part.name).open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", LAUNCH, str(os.getpid()), *part.command],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=dict(part.environment),
                start_new_session=True,
            )


def _end(processes: list[subprocess.Popen[bytes]]) -> None:
    for process in processes:
        process.terminate()
    until = time.monotonic() + STOP_SECONDS_MOST
    for process in processes:
        try:
            process.wait(max(0.0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _ending(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"exit code {code}"
