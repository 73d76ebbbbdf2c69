"""The certificate of the listeners, read again when its files change."""

from __future__ import annotations

import ssl
from dataclasses import dataclass, field
from pathlib import Path

import structlog


@dataclass(slots=True)
class Certificate:
    """A chain and its key in PEM, and the context that talks are encrypted with."""

    chain: Path
    key: Path
    context: ssl.SSLContext = field(init=False)
    _read: tuple[int, int] = field(init=False)

    def __post_init__(self) -> None:
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._read = self._changed()
        self.context.load_cert_chain(self.chain, self.key)

    def renew(self) -> None:
        """A renewed certificate is used from the next talk on; a broken one is not."""
        try:
            changed = self._changed()
            if changed != self._read:
                # Asked of a new context first: half of a renewal must not take the old one away.
                ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(self.chain, self.key)
                self.context.load_cert_chain(self.chain, self.key)
                self._read = changed
                structlog.get_logger().info("certificate renewed")
        except OSError as error:  # ssl.SSLError is one
            structlog.get_logger().warning("certificate not renewed", error=repr(error))

    def _changed(self) -> tuple[int, int]:
        return self.chain.stat().st_mtime_ns, self.key.stat().st_mtime_ns
