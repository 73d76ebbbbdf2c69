"""What makes two deliveries the same mail, read from the bytes without parsing them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

HEADER_BLOCK_BYTES_MOST = 64 * 1024
# Hosts add trace headers on every try; these four and the body stay.
TELLING = (b"from", b"date", b"subject")
INTAKE_LETTERS = 32


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """`message` names the mail by its own word, `digest` by what it says."""

    message: str
    digest: str

    def intake(self, token_hash: str) -> str:
        """The id of this mail at this token: the same for a repeat, of letters and digits."""
        return _hash(token_hash.encode(), self.message.encode(), self.digest.encode())


def fingerprint(raw: bytes) -> Fingerprint:
    """The Message-ID, or what From, Date, Subject and body say where there is none."""
    headers = headers_of(raw)
    body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")[2]
    digest = _hash(*(headers.get(name, b"") for name in TELLING), body.rstrip())
    own = headers.get(b"message-id", b"")
    return Fingerprint(_hash(own) if own else digest, digest)


def headers_of(raw: bytes) -> dict[bytes, bytes]:
    """The first header of each name, lower-cased and unfolded."""
    found: dict[bytes, bytes] = {}
    head = raw.replace(b"\r\n", b"\n").partition(b"\n\n")[0][:HEADER_BLOCK_BYTES_MOST]
    unfolded = head.replace(b"\n ", b" ").replace(b"\n\t", b" ")
    for line in unfolded.split(b"\n"):
        name, _, value = line.partition(b":")
        found.setdefault(name.strip().lower(), b" ".join(value.split()))
    return found


def _hash(*parts: bytes) -> str:
    framed = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    return hashlib.sha256(framed).hexdigest()[:INTAKE_LETTERS]
