"""Votes over REST: given and taken back, as typed calls."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, Response, delete, put
from litestar.di import NamedDependency
from litestar.params import FromPath

from stagepost_contracts.answers import Answer
from stagepost_contracts.errors import ProblemCode
from stagepost_contracts.ids import MatchId
from stagepost_engine.api.answered import answered
from stagepost_engine.api.described import described
from stagepost_engine.api.keys import digest, idempotency_key
from stagepost_engine.api.places import Place
from stagepost_engine.api.readers import shown_by
from stagepost_engine.api.unchanged import unchanged
from stagepost_engine.matches.access import owner_of, seat_of
from stagepost_engine.matches.command import Vote
from stagepost_engine.matches.service import Request as Wanted

AnyRequest = Request[Any, Any, Any]

VOTE: Final[tuple[ProblemCode, ...]] = ("no-such-seat", "busy", "illegal")
HEADERS: Final = ("Idempotency-Key", "If-Match")


@put(
    "/matches/{match:str}/votes/{what:str}",
    summary="Vote",
    tags=["votes"],
    opt=described(Answer, caller="seat", codes=VOTE, headers=HEADERS),
)
async def give_vote(
    request: AnyRequest, match: FromPath[str], what: FromPath[str], place: NamedDependency[Place]
) -> Response[Answer]:
    """Vote for `undo`, `finish`, `pause`, `resume`, or `kick:` and a seat's name.

    With the last vote that it takes it is done at once. The same vote again is the same vote.
    """
    return await _voted(request, match, place, what, given=True)


@delete(
    "/matches/{match:str}/votes/{what:str}",
    summary="Take a vote back",
    tags=["votes"],
    status_code=200,
    opt=described(Answer, caller="seat", codes=VOTE, headers=HEADERS),
)
async def take_vote_back(
    request: AnyRequest, match: FromPath[str], what: FromPath[str], place: NamedDependency[Place]
) -> Response[Answer]:
    """Take the seat's own vote back, while it is not decided."""
    return await _voted(request, match, place, what, given=False)


async def _voted(
    request: AnyRequest, match: str, place: Place, what: str, *, given: bool
) -> Response[Answer]:
    shown = await shown_by(request, place, match)
    wanted = Wanted(
        lambda envelope: Vote(seat_of(envelope, shown), what, given),
        idempotency_key(request, owner_of(shown)),
        digest(request.method.encode(), request.url.path.encode()),
        hold=unchanged(request),
        shown=shown,
    )
    return answered(request, await place.matches.act(MatchId(match), wanted))


VOTE_ROUTES = (give_vote, take_vote_back)
