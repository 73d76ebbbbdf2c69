"""Tokens over REST: their holder has another one, or none."""

from __future__ import annotations

import base64
from typing import Any

from litestar import Request, delete, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from stagepost_contracts.ids import MatchId
from stagepost_contracts.tokens import TokenMade, TokenWanted
from stagepost_engine.api.bearer import bearer
from stagepost_engine.api.described import described
from stagepost_engine.api.places import Place
from stagepost_engine.matches.access import holder_of, token_hash
from stagepost_engine.matches.command import ChangeToken
from stagepost_engine.matches.service import Request as Wanted

AnyRequest = Request[Any, Any, Any]


@post(
    "/matches/{match:str}/token",
    summary="Change a token",
    tags=["tokens"],
    status_code=201,
    opt=described(TokenMade, caller="holder", body=TokenWanted, status=201, codes=("busy",)),
)
async def change_token(
    request: AnyRequest,
    match: FromPath[str],
    data: JSONBody[TokenWanted],
    place: NamedDependency[Place],
) -> TokenMade:
    """Put a new token in the place of the one that asks, and tell it once; the old one ends.

    The answer is kept nowhere, so that a key could not repeat it: hold on to the new token.
    """
    old = bearer(request)
    new = base64.b32encode(place.entropy()).decode().rstrip("=").lower()
    seat = holder_of((await place.matches.live(MatchId(match))).envelope, old).seat
    wanted = Wanted(
        lambda envelope: ChangeToken(
            holder_of(envelope, old).seat, token_hash(new), data.label, data.hours
        )
    )
    await place.matches.act(MatchId(match), wanted)
    envelope = (await place.matches.live(MatchId(match))).envelope
    term = envelope.seat(seat).term if seat else envelope.host_term
    return TokenMade(new, term.label, seat, term.until)


@delete(
    "/matches/{match:str}/token",
    summary="End a token",
    tags=["tokens"],
    status_code=204,
    opt=described(None, caller="holder", codes=("busy",), empty={204: "The token is ended."}),
)
async def end_token(
    request: AnyRequest, match: FromPath[str], place: NamedDependency[Place]
) -> None:
    """End the token that asks. The seat still plays by mail; its host can seat it anew."""
    old = bearer(request)
    wanted = Wanted(lambda envelope: ChangeToken(holder_of(envelope, old).seat))
    await place.matches.act(MatchId(match), wanted)


TOKEN_ROUTES = (change_token, end_token)
