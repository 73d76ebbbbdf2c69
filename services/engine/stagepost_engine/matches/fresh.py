"""Nonces, commitments and the seed: what makes sealed moves and dice provable."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

NONCE_BYTES = 16
SEED_BYTES = 32
TOKEN_LETTERS: Final = 40  # of base32: 200 bits


@dataclass(frozen=True, slots=True)
class Handed:
    """A new token on its way to who asked for it: its text waits in `slot` until it is mailed.

    A `player`'s is one for all seats of the person who has the seat.
    """

    slot: str
    token: bytes
    text: str
    player: bool


class Fresh:
    """The random bytes of one command, spread into as many nonces as it needs.

    `entropy` comes from the operating system, one draw for each command, never from the
    match's seed. It is kept in the journal, so that a replay makes the same nonces. Tokens are
    made of `secret`, which is kept nowhere; a replay is given the hashes that were `made`.
    """

    def __init__(
        self,
        entropy: bytes,
        secret: Callable[[], bytes] | None = None,
        made: tuple[bytes, ...] = (),
    ) -> None:
        assert len(entropy) == SEED_BYTES
        self.entropy = entropy
        self.handed: list[Handed] = []
        self.ends_player = False
        self._made = 0
        self._secret = secret
        self._hashes = made

    def hand(self, *, player: bool) -> Handed:
        """Return a new token to be mailed."""
        text, place = "", len(self.handed)
        if place < len(self._hashes):
            token = self._hashes[place]
        else:
            assert self._secret is not None
            text = token_text(self._secret())[:TOKEN_LETTERS]
            token = hashlib.sha256(text.encode()).digest()
        handed = Handed(self.nonce().hex(), token, text, player)
        self.handed.append(handed)
        return handed

    def nonce(self) -> bytes:
        """Return a new nonce of 16 bytes."""
        self._made += 1
        return hmac.digest(self.entropy, b"nonce:%d" % self._made, "sha256")[:NONCE_BYTES]


def token_text(secret: bytes) -> str:
    """Return random bytes as the text of a token."""
    return base64.b32encode(secret).decode().rstrip("=").lower()


def commitment(move: bytes, nonce: bytes) -> str:
    """Return SHA-256 over the nonce and the move's canonical JSON, in hex."""
    return hashlib.sha256(nonce + move).hexdigest()


def hashed(secret: bytes) -> str:
    """Return the hex SHA-256 by which a secret is known before it is opened."""
    return hashlib.sha256(secret).hexdigest()


def seed_of(secret: bytes, words: Iterable[str]) -> bytes:
    """Return the seed: SHA-256 of the server's bytes and the seats' words in seat order."""
    return hashlib.sha256(secret + "\n".join(words).encode()).digest()
