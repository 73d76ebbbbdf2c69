"""Bearer tokens of requests (RFC 6750)."""

from __future__ import annotations

import hmac
from typing import Any

from litestar import Request

from stagepost_contracts.errors import Problem
from stagepost_contracts.texts import say

SCHEME = "bearer "


def bearer(request: Request[Any, Any, Any]) -> str | None:
    """Return the token of the request, None if it has none. Raises Problem `unauthorized`."""
    header = request.headers.get("authorization")
    if header is None:
        return None
    if not header.lower().startswith(SCHEME) or not header[len(SCHEME) :].strip():
        raise Problem("unauthorized", say("Write the header as: Authorization: Bearer <token>"))
    return header[len(SCHEME) :].strip()


def hold_to(request: Request[Any, Any, Any], *tokens: str) -> None:
    """Raise Problem unless the request carries one of these; compared in constant time."""
    given = bearer(request)
    if given is None:
        raise Problem("unauthorized", say("A token is needed: Authorization: Bearer <token>"))
    same = [hmac.compare_digest(given.encode(), token.encode()) for token in tokens]
    if not any(same):
        raise Problem("forbidden", say("This token does not open that."))
