"""A player over all matches, by a token of their own: what waits for them, and their tokens."""

from __future__ import annotations

from typing import Annotated, Any, Final

from litestar import Request, Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter

from stagepost_contracts.ids import MatchId
from stagepost_contracts.players import PlayerPage
from stagepost_contracts.tokens import TokenMade, TokenSeen, TokenWanted
from stagepost_contracts.watching import PAGE, PAGE_MOST
from stagepost_engine.api.bearer import bearer
from stagepost_engine.api.bodies import body_of
from stagepost_engine.api.described import described
from stagepost_engine.api.match_routes import CURSOR, StateWanted
from stagepost_engine.api.places import Place
from stagepost_engine.api.problems import language_of
from stagepost_engine.api.saying import said
from stagepost_engine.matches.playing import PlayedWanted, played

AnyRequest = Request[Any, Any, Any]
ENDED: Final = {204: "The token is ended."}


@get(
    "/player/matches",
    summary="The matches of a player",
    tags=["player"],
    opt=described(PlayerPage, caller="player", query=("state", "awaited", "cursor", "limit")),
)
async def list_played(
    request: AnyRequest,
    place: NamedDependency[Place],
    *,
    wanted: Annotated[StateWanted, QueryParameter(name="state")] = "any",
    awaited: FromQuery[bool] = False,
    cursor: Annotated[str, QueryParameter(pattern=CURSOR)] = "",
    limit: Annotated[int, QueryParameter(ge=1, le=PAGE_MOST)] = PAGE,
) -> Response[PlayerPage]:
    """Return a page of the matches in which the player holds a seat, by their ids."""
    person, _ = await place.players.person_of(bearer(request))
    state = None if wanted == "any" else wanted
    which = PlayedWanted(state, awaited, MatchId(cursor) if cursor else None, limit)
    page = await played(place.store, await place.players.persons.seats(person), which)
    return Response(said(page, language_of(request)))


@get(
    "/player/tokens",
    summary="The tokens of a player",
    tags=["player"],
    opt=described(tuple[TokenSeen, ...], caller="player"),
)
async def list_player_tokens(
    request: AnyRequest, place: NamedDependency[Place]
) -> tuple[TokenSeen, ...]:
    """Return what opens all seats of the player, without the tokens."""
    return await place.players.seen(bearer(request))


@post(
    "/player/tokens",
    summary="Make one more token of a player",
    tags=["player"],
    status_code=201,
    opt=described(TokenMade, caller="player", body=TokenWanted, status=201, codes=("illegal",)),
)
async def make_player_token(request: AnyRequest, place: NamedDependency[Place]) -> TokenMade:
    """Make a token beside the one that asks, and tell it once."""
    data = await body_of(request, TokenWanted)
    return await place.players.make(bearer(request), data, change=False)


@delete(
    "/player/tokens/{token:str}",
    summary="End one of a player's tokens",
    tags=["player"],
    status_code=204,
    opt=described(None, caller="player", codes=("not-found",), empty=ENDED),
)
async def end_player_token(
    request: AnyRequest, token: FromPath[str], place: NamedDependency[Place]
) -> None:
    """End a token of the player, by its id in the list."""
    await place.players.end(bearer(request), token)


@post(
    "/player/token",
    summary="Change a player's token",
    tags=["player"],
    status_code=201,
    opt=described(TokenMade, caller="player", body=TokenWanted, status=201),
)
async def change_player_token(request: AnyRequest, place: NamedDependency[Place]) -> TokenMade:
    """Put a new token in the place of the one that asks, and tell it once; the old one ends."""
    data = await body_of(request, TokenWanted)
    return await place.players.make(bearer(request), data, change=True)


@delete(
    "/player/token",
    summary="End a player's token",
    tags=["player"],
    status_code=204,
    opt=described(None, caller="player", empty=ENDED),
)
async def end_own_token(request: AnyRequest, place: NamedDependency[Place]) -> None:
    """End the token that asks; the seats' own tokens and mail go on."""
    await place.players.end(bearer(request))


PLAYER_ROUTES = (
    list_played,
    list_player_tokens,
    make_player_token,
    end_player_token,
    change_player_token,
    end_own_token,
)
