"""The secret part of a reply address: derived, folded on arrival, never stored or logged in clear."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re

TOKEN_LETTERS = 26
ADDRESS_LETTERS_MOST = 320
ALPHABET = frozenset("abcdefghijklmnopqrstuvwxyz234567")
REPLY = "r"
BOUNCE = "b"
# Written plainly, in a link, in quoted-printable or in HTML.
TOKEN_IN_TEXT = re.compile(r"(?<![A-Za-z0-9])([rRbB](?:\+|%2[bB]|=2[bB]|&#43;))[A-Za-z2-7]{16,}")


def reply_token(
    mail_key: bytes, match: str, seat: str, tenure: int, step: int, *, deputy: int = 0
) -> str:
    """The credential of one seat for one step; a deputy of that number has another."""
    return _letters(mac(mail_key, "reply", match, seat, str(tenure), str(step), *_of(deputy)))


def bounce_token(
    mail_key: bytes, match: str, seat: str, tenure: int, step: int, *, deputy: int = 0
) -> str:
    """Names the mail that came back, and is worth nothing as a credential."""
    return _letters(mac(mail_key, "bounce", match, seat, str(tenure), str(step), *_of(deputy)))


def confirm_token(mail_key: bytes, match: str, intake: str) -> str:
    """The credential of who reads the registered mailbox, for one held mail."""
    return _letters(mac(mail_key, "confirm", match, intake))


def reply_address(token: str, domain: str) -> str:
    """Where the player's answer goes."""
    return f"{REPLY}+{token}@{domain}"


def bounce_address(token: str, domain: str) -> str:
    """The envelope sender of a mail to that seat (VERP)."""
    return f"{BOUNCE}+{token}@{domain}"


def reply_token_in(address: str, domain: str | None = None) -> str | None:
    """The folded token of a recipient address, or None when it is not a reply address."""
    return _token_in(address, REPLY, domain)


def bounce_token_in(address: str, domain: str | None = None) -> str | None:
    """The folded token of one of our envelope senders, or None."""
    return _token_in(address, BOUNCE, domain)


def same_token(one: str, other: str) -> bool:
    """Compared in constant time, after folding."""
    return hmac.compare_digest(one.lower().encode(), other.lower().encode())


def hashed(token: str) -> str:
    """What is stored in place of a token."""
    return hashlib.sha256(token.lower().encode()).hexdigest()


def redact(text: str) -> str:
    """The text with the secret of every reply or bounce address taken out, for logs."""
    return TOKEN_IN_TEXT.sub(r"\1[redacted]", text)


def mac(mail_key: bytes, *fields: str) -> bytes:
    """HMAC-SHA256 over fields that can not run into each other."""
    if not mail_key:
        raise ValueError("The mail key is empty.")
    encoded = [field.encode() for field in fields]
    framed = b"".join(len(field).to_bytes(4, "big") + field for field in encoded)
    return hmac.digest(mail_key, framed, "sha256")


def _of(deputy: int) -> tuple[str, ...]:
    return ("deputy", str(deputy)) if deputy else ()


def _letters(digest: bytes) -> str:
    return base64.b32encode(digest).decode().lower()[:TOKEN_LETTERS]


def _token_in(address: str, purpose: str, domain: str | None) -> str | None:
    if len(address) > ADDRESS_LETTERS_MOST:
        return None
    local, at, host = address.strip().removeprefix("<").removesuffix(">").rpartition("@")
    if not at or (domain is not None and host.rstrip(".").lower() != domain.lower()):
        return None
    # What follows a further plus is a tag that some clients add.
    kind, plus, rest = local.replace('"', "").strip().lower().partition("+")
    token = rest.partition("+")[0]
    if kind != purpose or not plus or len(token) != TOKEN_LETTERS:
        return None
    return token if ALPHABET.issuperset(token) else None
