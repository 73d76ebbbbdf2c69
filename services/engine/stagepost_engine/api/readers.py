"""Whose eyes a request sees a match with."""

from __future__ import annotations

import hmac
from typing import Any

from litestar import Request

from stagepost_engine.api.bearer import bearer
from stagepost_engine.api.places import Place
from stagepost_engine.matches.access import OBSERVER, Reader, reader_of
from stagepost_engine.matches.envelope import Envelope
from stagepost_engine.matches.live import Live


def reader_at(request: Request[Any, Any, Any], live: Live, place: Place) -> Reader:
    """Return who reads; the operator sees what an observer sees."""
    return reader_by(request, live.envelope, place)


def reader_by(request: Request[Any, Any, Any], envelope: Envelope, place: Place) -> Reader:
    """Return who reads by the match's envelope; the operator sees what an observer sees."""
    token = bearer(request)
    if token is not None and hmac.compare_digest(token.encode(), place.operator_token.encode()):
        return OBSERVER
    return reader_of(envelope, token)
