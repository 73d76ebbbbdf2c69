"""Is the post signed with our secret, and was it signed just now?"""

from __future__ import annotations

import hashlib
import hmac
import math
from collections.abc import Mapping
from dataclasses import dataclass

from stagepost_mailer.webhook.fields import Fields
from stagepost_mailer.webhook.forms import Form, Place

ALGORITHM = b"sha256="


@dataclass(frozen=True, slots=True)
class Post:
    """What came: headers by lower-cased name, the fields of the body, and the body itself."""

    headers: Mapping[bytes, bytes]
    fields: Fields
    body: bytes

    def at(self, place: Place) -> bytes:
        where, name = place
        return self.headers.get(name.encode(), b"") if where == "header" else self.field(name)

    def field(self, name: str) -> bytes:
        return self.fields.get(name, b"")


def refusal(form: Form, post: Post, secret: bytes, now: float) -> str:
    """Why the post is not believed, or nothing."""
    told = {
        "timestamp": post.at(form.timestamp),
        "nonce": nonce_of(form, post),
        "body": post.body,
    }
    signed = form.between.join(told[part] for part in form.signed)
    right = hmac.new(secret, signed, hashlib.sha256).hexdigest().encode()
    given = post.at(form.signature).strip().lower().removeprefix(ALGORITHM)
    if not hmac.compare_digest(right, given):
        return "the signature is not ours"
    moment = _seconds(told["timestamp"])
    if not abs(now - moment) <= form.window_seconds:
        return "the signature is too old, or a clock is wrong"
    if form.nonce is not None and not told["nonce"]:
        return "the nonce is missing"
    return ""


def nonce_of(form: Form, post: Post) -> bytes:
    """What makes this signature another one, where it does not cover the body."""
    return b"" if form.nonce is None else post.at(form.nonce)


def _seconds(written: bytes) -> float:
    try:
        return float(written)
    except ValueError:
        return math.inf
