"""Whose eyes a request sees a match with, and whose hand it is."""

from __future__ import annotations

import hmac
from typing import Any

from litestar import Request

from stagepost_contracts.ids import MatchId
from stagepost_engine.api.bearer import bearer
from stagepost_engine.api.places import Place
from stagepost_engine.matches.access import OBSERVER, Reader, Shown, reader_of
from stagepost_engine.matches.envelope import Envelope
from stagepost_engine.matches.players import PREFIX

AnyRequest = Request[Any, Any, Any]


async def shown_by(request: AnyRequest, place: Place, match: str) -> Shown | None:
    """Return the token of the request, and of a player's what it is worth in the match.

    Raises Problem `unauthorized`.
    """
    token = bearer(request)
    if token is None or not token.startswith(PREFIX):
        return token
    return await place.players.shown(token, MatchId(match))


async def reader_by(request: AnyRequest, envelope: Envelope, place: Place) -> Reader:
    """Return who reads by the match's envelope; the operator sees what an observer sees."""
    shown = await shown_by(request, place, envelope.match)
    if isinstance(shown, str) and hmac.compare_digest(
        shown.encode(), place.operator_token.encode()
    ):
        return OBSERVER
    return reader_of(envelope, shown)
