"""The house itself: its health, and the games that can be played in it."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get
from litestar.di import NamedDependency

from stagepost_contracts.api import GameSeen, Health
from stagepost_engine.api.described import described
from stagepost_engine.api.places import Place
from stagepost_engine.api.problems import language_of
from stagepost_engine.api.saying import said
from stagepost_engine.games import GAMES

AnyRequest = Request[Any, Any, Any]


@get("/health", summary="Health", tags=["house"], opt=described(Health, also={503: Health}))
async def see_health(place: NamedDependency[Place]) -> Response[Health]:
    """Return whether the engine and its store answer: 200 if both do, else 503."""
    store = await place.store.answers()
    health = Health(ok=store, store=store, version=place.version)
    return Response(health, status_code=200 if store else 503)


@get("/games", summary="Games", tags=["house"], opt=described(tuple[GameSeen, ...]))
async def see_games(request: AnyRequest) -> Response[tuple[GameSeen, ...]]:
    """Return the games that a match can be made of."""
    found = tuple(
        GameSeen(game.key, game.title, game.edition, game.seats[0], game.seats[-1])
        for game in GAMES.values()
    )
    return Response(said(found, language_of(request)))


HOUSE_ROUTES = (see_health, see_games)
