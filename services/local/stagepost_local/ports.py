"""Ports on loopback: the usual one where it is free, another one where it is not."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass

LOOPBACK = "127.0.0.1"


@dataclass(frozen=True)
class Ports:
    """Where each part listens."""

    engine: int = 8700
    page: int = 8701
    post_office: int = 8702
    receiver: int = 8725
    lmtp: int = 8724


NAMES = {
    "engine": "the engine",
    "page": "the post office page",
    "post_office": "the post office's SMTP",
    "receiver": "incoming mail",
    "lmtp": "incoming mail by LMTP",
}


def chosen(wanted: Ports, tell: Callable[[str], None]) -> Ports:
    """Return `wanted` with a free port in the place of each taken one, saying so; 0 is any."""
    taken: dict[str, int] = {}
    for field, name in NAMES.items():
        port = getattr(wanted, field)
        if port == 0 or not is_free(port):
            taken[field] = free_port()
            if port:
                tell(f"Port {port} is taken; {name} uses {taken[field]} instead.")
    return Ports(**{field: taken.get(field, getattr(wanted, field)) for field in NAMES})


def free_port() -> int:
    """A loopback port that nobody holds at this moment."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def is_free(port: int) -> bool:
    """Whether nobody listens there."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            return False
    return True


def answers(port: int, seconds: float = 0.2) -> bool:
    """Whether somebody listens there."""
    try:
        socket.create_connection((LOOPBACK, port), timeout=seconds).close()
    except OSError:
        return False
    return True


def wait_until(ready: Callable[[], bool], tend: Callable[[], None], seconds_most: float) -> bool:
    """Ask again and again, and tend the house in between; False when the time is up."""
    until = time.monotonic() + seconds_most
    while not ready():
        if time.monotonic() > until:
            return False
        tend()
        time.sleep(0.05)
    return True
