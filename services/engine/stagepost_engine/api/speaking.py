"""A typed call done as the words that a mail would say: the same rules, the same answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from litestar import Request, Response

from stagepost_contracts.answers import Answer
from stagepost_contracts.ids import MatchId, Seat
from stagepost_engine.api.answered import answered
from stagepost_engine.api.keys import digest, idempotency_key
from stagepost_engine.api.places import Place
from stagepost_engine.api.readers import shown_by
from stagepost_engine.api.unchanged import unchanged
from stagepost_engine.matches.access import owner_of, seat_of
from stagepost_engine.matches.command import Command, Say
from stagepost_engine.matches.envelope import Envelope
from stagepost_engine.matches.service import Request as Wanted

AnyRequest = Request[Any, Any, Any]

LinesOf: TypeAlias = Callable[[Envelope, Seat], tuple[str, ...]]
"""The lines that a seat's mail would hold. Raises Problem for what cannot be said now."""

HEADERS: Final = ("Idempotency-Key", "If-Match")


async def spoken(
    request: AnyRequest, match: str, place: Place, lines_of: LinesOf
) -> Response[Answer]:
    """Do what the lines say for the seat whose token the request shows."""
    shown = await shown_by(request, place, match)

    def command(envelope: Envelope) -> Command:
        seat = seat_of(envelope, shown)
        return Say(seat, envelope.step, lines_of(envelope, seat))

    wanted = Wanted(
        command,
        idempotency_key(request, owner_of(shown)),
        digest(request.method.encode(), request.url.path.encode(), await request.body()),
        hold=unchanged(request),
        shown=shown,
    )
    return answered(request, await place.matches.act(MatchId(match), wanted))


def saying(line: str) -> LinesOf:
    """Return what says one line, whatever the match."""
    return lambda _, __: (line,)
