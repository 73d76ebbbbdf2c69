"""Nonces, commitments and the seed: what makes sealed moves and dice provable."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable

NONCE_BYTES = 16
SEED_BYTES = 32


class Fresh:
    """The random bytes of one command, spread into as many nonces as it needs.

    `entropy` comes from the operating system, one draw for each command, never from the
    match's seed. It is kept in the journal, so that a replay makes the same nonces.
    """

    def __init__(self, entropy: bytes) -> None:
        assert len(entropy) == SEED_BYTES
        self.entropy = entropy
        self._made = 0

    def nonce(self) -> bytes:
        """Return a new nonce of 16 bytes."""
        self._made += 1
        return hmac.digest(self.entropy, b"nonce:%d" % self._made, "sha256")[:NONCE_BYTES]


def commitment(move: bytes, nonce: bytes) -> str:
    """Return SHA-256 over the nonce and the move's canonical JSON, in hex."""
    return hashlib.sha256(nonce + move).hexdigest()


def hashed(secret: bytes) -> str:
    """Return the hex SHA-256 by which a secret is known before it is opened."""
    return hashlib.sha256(secret).hexdigest()


def seed_of(secret: bytes, words: Iterable[str]) -> bytes:
    """Return the seed: SHA-256 of the server's bytes and the seats' words in seat order."""
    return hashlib.sha256(secret + "\n".join(words).encode()).digest()
