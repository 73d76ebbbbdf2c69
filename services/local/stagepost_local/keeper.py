"""Who keeps the embedded Valkey running: what was killed serves the same folder again."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from stagepost_local import valkey
from stagepost_local.supervisor import BACKOFF_SECONDS_LEAST, BACKOFF_SECONDS_MOST, STEADY_SECONDS
from stagepost_local.valkey import Valkey

Tell = Callable[[str], None]


@dataclass(slots=True)
class Keeper:
    """A server on one data folder, whose address stays the same for as long as we do.

    The other parts wait while it is away: their connections open again by themselves.
    """

    data: Path
    tell: Tell
    server: Valkey
    since: float
    pause: float = BACKOFF_SECONDS_LEAST
    again_at: float | None = None

    @property
    def url(self) -> str:
        return self.server.url

    def tend(self) -> None:
        """Start it again, after a pause that grows, if it has ended. Raises CannotStart."""
        if self.again_at is None:
            if self.server.process.poll() is not None:
                self._plan_restart(self.server.process.returncode)
        elif time.monotonic() >= self.again_at:
            self.server = valkey.restart(self.server, self.data)
            self.since, self.again_at = time.monotonic(), None

    def stop(self) -> None:
        self.server.stop()

    def _plan_restart(self, code: int) -> None:
        now = time.monotonic()
        if now - self.since > STEADY_SECONDS:
            self.pause = BACKOFF_SECONDS_LEAST
        self.again_at = now + self.pause
        ending = f"signal {-code}" if code < 0 else f"exit code {code}"
        self.tell(
            f"valkey ended with {ending}; it starts again in {self.pause:g} s, with all that it "
            f"had acknowledged. Its log: {self.data / valkey.LOG}"
        )
        self.pause = min(self.pause * 2, BACKOFF_SECONDS_MOST)


def kept(data: Path, tell: Tell) -> Keeper:
    """Start a server on the folder, to be tended. Raises CannotStart."""
    return Keeper(data, tell, valkey.start(data), time.monotonic())
