"""How providers name what they post, as data; a new provider is one more entry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Place: TypeAlias = tuple[Literal["header", "field"], str]
Signed: TypeAlias = Literal["timestamp", "nonce", "body"]

WINDOW_SECONDS = 300
# Mailgun tries again for eight hours, and does not say whether it signs each try anew.
WINDOW_SECONDS_MAILGUN = 9 * 3600


@dataclass(frozen=True, slots=True)
class Form:
    """The fields of a post, what its HMAC-SHA256 is made of, and what ends its tries.

    `received` is empty where no field says when the provider took the mail. `nonce` is there
    where the signature does not cover the body: it is good for one body only.
    """

    fields: Literal["json", "form"]
    recipient: str
    sender: str
    raw: str
    is_base64: bool
    received: str
    timestamp: Place
    signature: Place
    nonce: Place | None
    signed: tuple[Signed, ...]
    between: bytes = b""
    window_seconds: int = WINDOW_SECONDS
    unknown_status: int = 404


FORMS = {
    "stagepost": Form(
        fields="json",
        recipient="recipient",
        sender="sender",
        raw="raw",
        is_base64=True,
        received="received",
        timestamp=("header", "x-stagepost-timestamp"),
        signature=("header", "x-stagepost-signature"),
        nonce=None,
        signed=("timestamp", "body"),
        between=b".",
    ),
    # A route that forwards to a URL which ends in `mime`.
    "mailgun/mime": Form(
        fields="form",
        recipient="recipient",
        sender="sender",
        raw="body-mime",
        is_base64=False,
        received="",
        timestamp=("field", "timestamp"),
        signature=("field", "signature"),
        nonce=("field", "token"),
        signed=("timestamp", "nonce"),
        window_seconds=WINDOW_SECONDS_MAILGUN,
        unknown_status=406,
    ),
}
"""By the path below `/mail/`."""
