"""Game setup: money, barrels, markets, two open news, the first economy card."""

from __future__ import annotations

from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import say
from stagepost_engine.games.crude.squares import EMPTY
from stagepost_engine.games.crude.state import CORNERS, QUADRANTS, Ladders, Quadrant, Table, named
from stagepost_engine.games.crude.steps import news
from stagepost_engine.games.crude.tables import MARKETS, Tables
from stagepost_engine.rules.dice import Dice, drawn_from
from stagepost_engine.rules.game import Outcome


def setup(tables: Tables, seats: tuple[Seat, ...], dice: Dice) -> Outcome[Table]:
    # Ruling 38: the starting player is drawn.
    first = dice.below(len(seats), "first")
    names = tuple(card.id for card in tables.news.cards)
    likely, unlikely = drawn_from(dice, names, 2, "news")
    cash = next(row.cash for row in tables.start_cash if row.players == len(seats))
    quadrants = tuple(_quadrant(tables, owner) for owner in _owners(seats))
    table = Table(
        phase="purchase",
        seats=seats,
        first=first,
        turn=first,
        quadrants=quadrants,
        cash=dict.fromkeys(seats, cash),
        markets={name: Ladders(tables.crude.open, tables.gasoline.open) for name in MARKETS},
        consumer=tables.consumer.start,
        consumer_top=tables.consumer.start,
        economy=tables.start_card,
        likely=likely,
        unlikely=unlikely,
        unseen=tuple(name for name in names if name not in (likely, unlikely)),
        queue=tuple(
            at
            for step in range(QUADRANTS)
            if quadrants[at := (first + step) % QUADRANTS].owner is not None
        ),
        tables=tables,
    )
    begins = say("{who} begins; everybody holds {cash} M$.", who=named(table, first), cash=cash)
    places = tuple(
        say("{corner}: {who}", corner=corner.upper(), who=named(table, at))
        for at, corner in enumerate(CORNERS)
    )
    return Outcome(table, news(begins, say("The quadrants: {places}.", places=places)))


def _owners(seats: tuple[Seat, ...]) -> tuple[Seat | None, ...]:
    """Ruling 34: of two players each has two quadrants that lie opposite; of three one is empty."""
    if len(seats) == 2:
        return (*seats, *seats)
    return (*seats, *(None for _ in range(QUADRANTS - len(seats))))


def _quadrant(tables: Tables, owner: Seat | None) -> Quadrant:
    if owner is None:
        return Quadrant(None, EMPTY)
    return Quadrant(owner, EMPTY, tables.start_crude, tables.start_gasoline)
