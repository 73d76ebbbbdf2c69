"""Idempotency keys: whose they are, and what tells one body from another."""

from __future__ import annotations

import hashlib
import re
from typing import Any

from litestar import Request

from stagepost_contracts.errors import Problem
from stagepost_contracts.texts import say

HEADER = "idempotency-key"
KEY = re.compile(r"[\x21-\x7e]{1,200}")


def idempotency_key(request: Request[Any, Any, Any], owner: str) -> str:
    """Return the key under which the answer is kept, empty if the request names none.

    Keys of one owner never meet another's. Raises Problem `bad-request`.
    """
    key = request.headers.get(HEADER)
    if key is None:
        return ""
    if not KEY.fullmatch(key):
        raise Problem(
            "bad-request",
            say("An Idempotency-Key is 1 to {most} visible ASCII characters.", most=200),
            field="Idempotency-Key",
        )
    return hashlib.sha256(f"{owner}\n{key}".encode()).hexdigest()[:32]


def digest(*parts: bytes) -> bytes:
    """Return what tells this request from another under the same key."""
    return hashlib.sha256(b"\n".join(parts)).digest()[:16]
