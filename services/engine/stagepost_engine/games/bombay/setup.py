"""Setup: the first player, elephants on the start hill, demand, posts, palace and city tokens."""

from __future__ import annotations

from stagepost_contracts.events import Event
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import say
from stagepost_engine.games.bombay.state import Elephant, Purse, Table, seating_of
from stagepost_engine.games.bombay.tables import MARKETS, Colour, Kind, Seating, Tables
from stagepost_engine.rules.dice import Dice, drawn_from
from stagepost_engine.rules.game import Outcome


def setup(tables: Tables, seats: tuple[Seat, ...], dice: Dice) -> Outcome[Table]:
    row = seating_of(tables, len(seats))
    # Ruling 35: who saw an elephant last is drawn.
    at = dice.below(len(seats), "first player")
    order = (*seats[at:], *seats[:at])
    start = tables.board.start
    table = Table(
        phase="restock",
        seats=seats,
        first=seats[at],
        elephants={seat: Elephant(start, (), tables.palaces) for seat in seats},
        # Ruling 27: the sums go by the order of the first turn.
        purses={
            seat: Purse(rupees)
            for seat, rupees in sorted(zip(order, row.start_rupees, strict=True))
        },
        bag={colour: tables.bales[colour] for colour in sorted(tables.bales)},
        markets=tuple({} for _ in range(MARKETS)),
        demand=_demand(tables, dice),
        posts=_posts(tables, row, dice),
        tokens=_tokens(tables, dice),
        city_tokens=dict.fromkeys(_places(tables, "city"), row.city_tokens),
        bank=-sum(row.start_rupees),
        tables=tables,
    )
    return Outcome(table, _told(table, row))


def _places(tables: Tables, *kinds: Kind) -> tuple[str, ...]:
    return tuple(place.id for kind in kinds for place in tables.board.places if place.kind == kind)


def _demand(tables: Tables, dice: Dice) -> dict[str, tuple[Colour, ...]]:
    # Ruling 28: a first game has a set-up of its own, later ones are drawn.
    columns = tables.first_game.columns
    if not tables.readings.first_game:
        columns = drawn_from(dice, columns, len(columns), "columns")
    cities = _places(tables, "city")
    return {city: tables.columns[at] for city, at in zip(cities, columns, strict=True)}


def _posts(tables: Tables, row: Seating, dice: Dice) -> dict[str, Colour]:
    # Ruling 9: with two or three players the F places stay empty.
    places = _places(tables, "post_e", "post_f") if row.posts_on_f else _places(tables, "post_e")
    colours = tables.first_game.posts[: len(places)]
    if not tables.readings.first_game:
        colours = drawn_from(dice, colours, len(colours), "posts")
    return dict(zip(places, colours, strict=True))


def _tokens(tables: Tables, dice: Dice) -> dict[str, int]:
    """Ruling 31: they lie face up, so all know them."""
    tokens = tables.first_game.palace_tokens
    if not tables.readings.first_game:
        tokens = drawn_from(dice, tokens, len(tokens), "palace tokens")
    return dict(zip(_places(tables, "palace_token"), tokens, strict=True))


def _told(table: Table, row: Seating) -> tuple[Event, ...]:
    sums = ", ".join(f"{seat} {table.purses[seat].rupees}" for seat in table.seats)
    cities = "; ".join(f"{city} {' '.join(column)}" for city, column in table.demand.items())
    posts = ", ".join(f"{place} {colour}" for place, colour in table.posts.items())
    return (
        Event(
            say(
                "Everybody starts at {start}. Rupees: {sums}. City tokens on each city: {tokens}.",
                start=table.elephants[table.first].place,
                sums=sums,
                tokens=row.city_tokens,
            )
        ),
        Event(say("Demand from the top: {cities}.", cities=cities)),
        Event(say("Trading posts: {posts}.", posts=posts)),
    )
