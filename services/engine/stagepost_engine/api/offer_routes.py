"""Offers over REST: made, accepted, declined, taken back, as typed calls."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, Response, delete, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from stagepost_contracts.answers import Answer
from stagepost_contracts.api import OfferWanted
from stagepost_contracts.errors import Problem, ProblemCode
from stagepost_contracts.ids import MatchId
from stagepost_contracts.texts import say
from stagepost_engine.api.answered import answered
from stagepost_engine.api.bodies import body_of
from stagepost_engine.api.described import described
from stagepost_engine.api.keys import digest, idempotency_key
from stagepost_engine.api.numbers import fits
from stagepost_engine.api.places import Place
from stagepost_engine.api.readers import shown_by
from stagepost_engine.api.unchanged import unchanged
from stagepost_engine.matches.access import owner_of, seat_of
from stagepost_engine.matches.command import Trade
from stagepost_engine.matches.service import Request as Wanted

AnyRequest = Request[Any, Any, Any]

OFFER: Final[tuple[ProblemCode, ...]] = ("busy", "unreadable", "illegal", "set-aside", "too-many")
DEAL: Final[tuple[ProblemCode, ...]] = ("no-such-deal", "busy", "illegal", "set-aside")
HEADERS: Final = ("Idempotency-Key", "If-Match")


@post(
    "/matches/{match:str}/offers",
    summary="Offer a deal",
    tags=["offers"],
    status_code=200,
    opt=described(Answer, caller="seat", body=OfferWanted, codes=OFFER, headers=HEADERS),
)
async def make_offer(
    request: AnyRequest,
    match: FromPath[str],
    place: NamedDependency[Place],
) -> Response[Answer]:
    """Open an offer; what it gives is set aside until it ends. Its name is in the answer."""
    data = await body_of(request, OfferWanted)
    if not fits(data.offer):
        raise Problem("unreadable", say("The offer holds a number that is far too large."))
    return await _traded(request, match, place, {**data.offer, "kind": "offer"})


@post(
    "/matches/{match:str}/offers/{deal:str}/accept",
    summary="Accept an offer",
    tags=["offers"],
    status_code=200,
    opt=described(Answer, caller="seat", codes=DEAL, headers=HEADERS),
)
async def accept_offer(
    request: AnyRequest, match: FromPath[str], deal: FromPath[str], place: NamedDependency[Place]
) -> Response[Answer]:
    """Take an offer made to the seat: it applies at once."""
    return await _traded(request, match, place, {"kind": "accept", "deal": deal})


@post(
    "/matches/{match:str}/offers/{deal:str}/decline",
    summary="Decline an offer",
    tags=["offers"],
    status_code=200,
    opt=described(Answer, caller="seat", codes=DEAL, headers=HEADERS),
)
async def decline_offer(
    request: AnyRequest, match: FromPath[str], deal: FromPath[str], place: NamedDependency[Place]
) -> Response[Answer]:
    """Refuse an offer made to the seat; its maker is told."""
    return await _traded(request, match, place, {"kind": "decline", "deal": deal})


@delete(
    "/matches/{match:str}/offers/{deal:str}",
    summary="Take an offer back",
    tags=["offers"],
    status_code=200,
    opt=described(Answer, caller="seat", codes=DEAL, headers=HEADERS),
)
async def withdraw_offer(
    request: AnyRequest, match: FromPath[str], deal: FromPath[str], place: NamedDependency[Place]
) -> Response[Answer]:
    """Take back an offer of the seat's own."""
    return await _traded(request, match, place, {"kind": "withdraw", "what": deal})


async def _traded(
    request: AnyRequest, match: str, place: Place, spoken: dict[str, Any]
) -> Response[Answer]:
    shown = await shown_by(request, place, match)
    wanted = Wanted(
        lambda envelope: Trade(seat_of(envelope, shown), spoken),
        idempotency_key(request, owner_of(shown)),
        digest(request.method.encode(), request.url.path.encode(), await request.body()),
        hold=unchanged(request),
        shown=shown,
    )
    return answered(request, await place.matches.act(MatchId(match), wanted))


OFFER_ROUTES = (make_offer, accept_offer, decline_offer, withdraw_offer)
