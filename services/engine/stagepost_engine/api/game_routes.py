"""The games: which there are, by which numbers they are played, and how doubts are ruled."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, Response, get
from litestar.params import FromPath

from stagepost_contracts.api import GameSeen, RulesSeen, TablesSeen
from stagepost_contracts.errors import Problem
from stagepost_contracts.texts import say
from stagepost_engine.api.described import described
from stagepost_engine.api.problems import language_of
from stagepost_engine.api.saying import said
from stagepost_engine.games import GAMES
from stagepost_engine.matches.rulebook import rulings
from stagepost_engine.rules.game import Game

AnyRequest = Request[Any, Any, Any]


@get("/games", summary="Games", tags=["games"], opt=described(tuple[GameSeen, ...]))
async def see_games(request: AnyRequest) -> Response[tuple[GameSeen, ...]]:
    """Return the games that a match can be made of."""
    found = tuple(
        GameSeen(game.key, game.title, game.edition, game.seats[0], game.seats[-1])
        for game in GAMES.values()
    )
    return Response(said(found, language_of(request)))


@get(
    "/games/{game:str}/tables",
    summary="A game's tables",
    tags=["games"],
    opt=described(TablesSeen, codes=("no-such-game",)),
)
async def see_tables(game: FromPath[str]) -> TablesSeen:
    """Return the game's numbers, each row marked with where its values come from.

    The same form, with other numbers, is what `tables` of a new match takes.
    """
    found = _game(game)
    tables: dict[str, Any] = msgspec.to_builtins(found.tables)
    return TablesSeen(found.key, found.edition, tables)


@get(
    "/games/{game:str}/rules",
    summary="A game's rulings",
    tags=["games"],
    opt=described(RulesSeen, codes=("no-such-game",)),
)
async def see_rules(game: FromPath[str]) -> RulesSeen:
    """Return our numbered answers where the rulebook is silent."""
    key = _game(game).key
    return RulesSeen(key, rulings(key))


def _game(key: str) -> Game[Any, Any]:
    found: Game[Any, Any] | None = GAMES.get(key)
    if found is None:
        raise Problem(
            "no-such-game",
            say(
                "There is no game “{game}” here; there is: {games}.",
                game=key,
                games=", ".join(sorted(GAMES)),
            ),
        )
    return found


GAME_ROUTES = (see_games, see_tables, see_rules)
