"""Hold a host's map and set-up against what can be played."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection

from stagepost_contracts.errors import Problem
from stagepost_contracts.folding import compact
from stagepost_contracts.texts import Text, say
from stagepost_engine.games.bombay.tables import COLOURS, HEIGHTS, Kind, Tables

PLACES_MOST = 60
PLACE_ID = re.compile(r"[A-Za-z][A-Za-z0-9]{0,19}")
RESERVED = frozenset(["nothing", "nobody", *COLOURS])
POSTS_ON_E = len(COLOURS)  # one post a colour


def check_map(tables: Tables) -> None:
    """Raise Problem `bad-tables` for a map that cannot be played on."""
    _check_places(tables)
    _check_roads(tables)
    _check_columns(tables)
    _check_first_game(tables)


def _check_places(tables: Tables) -> None:
    board, known = tables.board, set[str]()
    if len(board.places) > PLACES_MOST:
        raise _bad("board.places", say("A map has {most} places at most.", most=PLACES_MOST))
    for at, place in enumerate(board.places):
        name = f"board.places[{at}]"
        if not PLACE_ID.fullmatch(place.id) or compact(place.id) in known | RESERVED:
            word = say(
                "“{id}” cannot name a place: write letters and digits, each name once.", id=place.id
            )
            raise _bad(f"{name}.id", word)
        if not (0 <= place.x <= 100 and 0 <= place.y <= 100):
            raise _bad(name, say("{id} is off the map: x and y run from 0 to 100.", id=place.id))
        known.add(compact(place.id))
    if len(_names(tables, "post_e")) != POSTS_ON_E:
        raise _bad(
            "board.places", say("One E place for each of {count} colours.", count=POSTS_ON_E)
        )
    if board.start not in {place.id for place in board.places}:
        raise _bad("board.start", say("start is “{id}”, which is no place.", id=board.start))


def _check_roads(tables: Tables) -> None:
    board = tables.board
    ids, ways = {place.id for place in board.places}, set[frozenset[str]]()
    for at, road in enumerate(board.roads):
        if not set(road) <= ids or len(set(road)) != 2 or frozenset(road) in ways:
            word = say(
                "{road} is no road between two places, or is there twice.", road="-".join(road)
            )
            raise _bad(f"board.roads[{at}]", word)
        ways.add(frozenset(road))
    reached, grown = {board.start}, True
    while grown:
        more = {place for way in ways if way & reached for place in way}
        grown, reached = not more <= reached, reached | more
    if reached != ids:
        word = say(
            "No way leads from the start to: {places}.", places=", ".join(sorted(ids - reached))
        )
        raise _bad("board.roads", word)


def _check_columns(tables: Tables) -> None:
    for at, column in enumerate(tables.columns):
        if len(column) != HEIGHTS or len(set(column)) != HEIGHTS:
            word = say("A column has {count} different colours.", count=HEIGHTS)
            raise _bad(f"columns[{at}]", word)
    _check_each("columns", len(tables.columns), len(_names(tables, "city")))


def _check_first_game(tables: Tables) -> None:
    first = tables.first_game
    cities, tokens = range(len(tables.columns)), tables.palace_tokens
    if sorted(first.columns) != list(cities):
        raise _bad("first_game.columns", say("Each column goes to one city."))
    posts = (*_names(tables, "post_e"), *_names(tables, "post_f"))
    _check_each("first_game.posts", len(first.posts), len(posts))
    if sorted(first.posts[:POSTS_ON_E]) != sorted(COLOURS):
        # Ruling 9: with two or three players only the E places have posts.
        word = say(
            "The first four posts, on E, are one of each colour: {colours}.",
            colours=", ".join(COLOURS),
        )
        raise _bad("first_game.posts", word)
    if set(Counter(first.posts).values()) - {1, 2}:
        raise _bad("first_game.posts", say("A colour has two posts at most."))
    _check_each(
        "first_game.palace_tokens", len(first.palace_tokens), len(_names(tables, "palace_token"))
    )
    counts = Counter(first.palace_tokens)
    if counts != Counter({at: row.count for at, row in enumerate(tokens) if row.count}):
        word = say("palace_tokens of each kind lie on the map as often as their count says.")
        raise _bad("first_game.palace_tokens", word)


def _check_each(name: str, count: int, places: int) -> None:
    if count != places:
        word = say(
            "{name} has {count} values for {places} places.", name=name, count=count, places=places
        )
        raise _bad(name, word)


def _names(tables: Tables, kind: Kind) -> Collection[str]:
    return [place.id for place in tables.board.places if place.kind == kind]


def _bad(field: str, text: Text) -> Problem:
    return Problem("bad-tables", text, field=field)
