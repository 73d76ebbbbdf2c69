"""The wire between the engine and its Valkey, which may be cut at any point of a commit."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Literal

from stagepost_local.valkey import free_port

CHUNK_BYTES = 1 << 20

Cut = Literal["none", "before", "midst", "after"]


@dataclass
class Wire:
    """A proxy on loopback. `mark` are the bytes by which it knows the command to strike at.

    `cut` says where the connection ends: before the command reaches the server, in the midst of
    it, or after the server has answered and before the engine hears of it. `struck` is called
    as soon as the command is there; `times` is how often it strikes.
    """

    target: int
    mark: bytes
    port: int = field(default_factory=free_port)
    cut: Cut = "none"
    times: int = 0
    struck: Callable[[], None] = lambda: None
    strikes: int = 0

    def __post_init__(self) -> None:
        self._lock = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", self.port))
        self._open: set[socket.socket] = set()
        threading.Thread(target=self._accept, daemon=True).start()

    def arm(self, cut: Cut, times: int, struck: Callable[[], None] = lambda: None) -> None:
        with self._lock:
            self.cut, self.times, self.struck, self.strikes = cut, times, struck, 0

    def disarm(self) -> None:
        self.arm("none", 0)

    def close(self) -> None:
        # A thread in accept() hears of a shutdown, not of a close.
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for one in list(self._open):
            _end(one)

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._talk, args=(client,), daemon=True).start()

    def _talk(self, client: socket.socket) -> None:
        try:
            server = socket.create_connection(("127.0.0.1", self.target))
        except OSError:
            client.close()
            return
        self._open |= {client, server}
        doomed = threading.Event()
        back = threading.Thread(target=self._answers, args=(server, client, doomed), daemon=True)
        back.start()
        self._asks(client, server, doomed)
        _end(client, server)
        back.join()
        self._open -= {client, server}

    def _asks(self, client: socket.socket, server: socket.socket, doomed: threading.Event) -> None:
        with suppress(OSError):
            while asked := client.recv(CHUNK_BYTES):
                cut = self._strike() if self.mark in asked else None
                match cut:
                    case "before":
                        return
                    case "midst":
                        server.sendall(asked[: len(asked) // 2])
                        return
                    case "after":
                        doomed.set()
                server.sendall(asked)

    def _answers(
        self, server: socket.socket, client: socket.socket, doomed: threading.Event
    ) -> None:
        with suppress(OSError):
            while answered := server.recv(CHUNK_BYTES):
                if doomed.is_set():
                    break
                client.sendall(answered)
        _end(client, server)

    def _strike(self) -> Cut:
        with self._lock:
            if self.times <= 0:
                return "none"
            self.times -= 1
            self.strikes += 1
            cut, struck = self.cut, self.struck
        struck()
        return cut


def _end(*sockets: socket.socket) -> None:
    for one in sockets:
        with suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)
        one.close()
