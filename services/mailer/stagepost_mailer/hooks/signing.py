"""The scheme of Standard Webhooks: what is signed, with what, and in which headers it goes."""

from __future__ import annotations

import base64
import hashlib
import hmac

from stagepost_contracts.hooks import SECRET_PREFIX


def signed(secret: str, message: str, now: float, body: bytes) -> dict[str, str]:
    """Return the headers of a message: its id, the moment, and the signature over both and it."""
    moment = str(int(now))
    key = base64.b64decode(secret.removeprefix(SECRET_PREFIX))
    digest = hmac.digest(key, f"{message}.{moment}.".encode() + body, hashlib.sha256)
    return {
        "webhook-id": message,
        "webhook-timestamp": moment,
        "webhook-signature": f"v1,{base64.b64encode(digest).decode()}",
    }
