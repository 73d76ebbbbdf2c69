"""Restocking and the three markets: what lies where, what it costs, which posts are closed."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from stagepost_contracts.texts import Text, say
from stagepost_engine.games.bombay.state import Table, moved
from stagepost_engine.games.bombay.tables import COLOURS, MARKETS, Colour

Market = dict[Colour, int]


def sorted_out(bales: Iterable[Colour]) -> tuple[Market, ...]:
    """Ruling 4: the largest count goes left, the next in the middle, all the rest right."""
    drawn = tuple(bales)
    counts = {colour: drawn.count(colour) for colour in sorted(COLOURS) if colour in drawn}
    sizes = sorted(set(counts.values()), reverse=True)
    markets: tuple[Market, ...] = tuple({} for _ in range(MARKETS))
    for colour, count in counts.items():
        markets[min(sizes.index(count), MARKETS - 1)][colour] = count
    return markets


def market_of(table: Table, colour: Colour) -> int | None:
    """Where bales of the colour lie, from 0 at the left; None: its posts are closed."""
    # Ruling 7: the posts of a colour close with its last bale and open at the next restocking.
    return next((at for at, market in enumerate(table.markets) if colour in market), None)


def leftmost(table: Table) -> int | None:
    """Ruling 11: the leftmost market that still has a bale."""
    return next((at for at, market in enumerate(table.markets) if market), None)


def without_bale(table: Table, at: int, colour: Colour) -> Table:
    markets = [
        moved(market, colour, -1) if place == at else market
        for place, market in enumerate(table.markets)
    ]
    return replace(table, markets=tuple(markets))


def into_bag(table: Table, colour: Colour) -> Table:
    return replace(table, bag=moved(table.bag, colour, 1))


def market_name(at: int) -> Text:
    """The market's name, as part of a sentence."""
    return (say("left market"), say("middle market"), say("right market"))[at]
