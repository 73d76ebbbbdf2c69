"""If-Match: a change is made only of what its maker has seen (RFC 9110, 13.1.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from litestar import Request

from stagepost_contracts.errors import Problem
from stagepost_contracts.texts import say
from stagepost_engine.api.bearer import bearer
from stagepost_engine.api.tags import names
from stagepost_engine.matches.access import reader_of
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.seen import etag, seen


def unchanged(request: Request[Any, Any, Any]) -> Callable[[Live], None] | None:
    """Return what holds the match to the request's If-Match, None where it has none."""
    header, token = request.headers.get("if-match"), bearer(request)
    if header is None:
        return None

    def hold(live: Live) -> None:
        if not names(header, etag(seen(live, reader_of(live.envelope, token)))):
            text = say("What you see of the match has changed since; look again, and decide anew.")
            raise Problem("precondition-failed", text, field="If-Match")

    return hold
