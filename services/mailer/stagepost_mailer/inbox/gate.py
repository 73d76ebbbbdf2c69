"""How many talk to the listeners at once, and how long each may take."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import structlog
from aiosmtpd.smtp import SMTP

TOO_MANY = b"421 4.7.0 Too many connections; try again later\r\n"
# A host that sends a whole queue over one connection is cut, and opens another.
TALK_SECONDS_MOST = 1800.0
COMMANDS_MOST = 2000


@dataclass(frozen=True, slots=True)
class Patience:
    """Connections at once, in all and from one host; seconds from one command to the next."""

    connections: int = 200
    connections_a_host: int = 50
    idle_seconds: int = 120


@dataclass(slots=True)
class Gate:
    """Counts who is in."""

    patience: Patience
    inside: Counter[str] = field(default_factory=Counter)

    def enter(self, host: str) -> bool:
        within = (
            self.inside.total() < self.patience.connections
            and self.inside[host] < self.patience.connections_a_host
        )
        self.inside[host] += within
        return within

    def leave(self, host: str) -> None:
        self.inside[host] -= 1
        if not self.inside[host]:
            del self.inside[host]


@dataclass(slots=True)
class Guest:
    """One connection on its way through the gate."""

    gate: Gate
    host: str = ""
    is_inside: bool = False
    is_refused: bool = False
    end: asyncio.TimerHandle | None = None

    def arrives(self, transport: Any, cut: Callable[[], None]) -> bool:
        """Whether the connection may talk; one that may not is told so and closed."""
        # It arrives a second time when STARTTLS has changed the transport.
        if self.is_inside:
            return True
        self.host = str((transport.get_extra_info("peername") or ("",))[0])
        if not self.gate.enter(self.host):
            self.is_refused = True
            structlog.get_logger().warning("too many connections")
            transport.write(TOO_MANY)
            transport.close()
            return False
        self.is_inside = True
        self.end = asyncio.get_running_loop().call_later(TALK_SECONDS_MOST, cut)
        return True

    def leaves(self) -> None:
        if self.is_inside:
            self.is_inside = False
            self.gate.leave(self.host)
        if self.end is not None:
            self.end.cancel()


def gated(kind: type[SMTP], gate: Gate) -> type[SMTP]:
    """SMTP or LMTP as aiosmtpd speaks them, behind the gate."""

    class Talk(kind):  # type: ignore[valid-type,misc]
        def __init__(self, *args: Any, **options: Any) -> None:
            self._guest = Guest(gate)
            super().__init__(*args, **options)

        def connection_made(self, transport: Any) -> None:
            if self._guest.arrives(transport, self._cut):
                super().connection_made(transport)

        def data_received(self, data: bytes) -> None:
            if not self._guest.is_refused:
                super().data_received(data)

        def eof_received(self) -> bool | None:
            return False if self._guest.is_refused else super().eof_received()

        def connection_lost(self, error: Exception | None) -> None:
            self._guest.leaves()
            if not self._guest.is_refused:
                super().connection_lost(error)

        def _cut(self) -> None:
            if self.transport is not None:
                self.transport.close()

    return Talk
