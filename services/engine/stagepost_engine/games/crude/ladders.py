"""Domestic and foreign market: ladders of prices, bought from the bottom, sold to the top."""

from __future__ import annotations

from math import isqrt

from msgspec.structs import replace

from stagepost_engine.games.crude.state import Ladders, Table, rungs_of, with_quadrant
from stagepost_engine.games.crude.tables import Good, MarketName


def open_of(table: Table, market: MarketName, good: Good) -> int:
    """Return how many of the lowest spaces are open."""
    ladders = table.markets[market]
    return ladders.crude if good == "crude" else ladders.gasoline


def covered(table: Table, market: MarketName, good: Good) -> int:
    """Return the barrels on a ladder."""
    return rungs_of(table, good).spaces - open_of(table, market, good)


def cost(table: Table, market: MarketName, good: Good, count: int) -> int:
    """Return the price of the `count` cheapest barrels."""
    below = open_of(table, market, good)
    return rungs_of(table, good).step * (count * below + count * (count + 1) // 2)


def proceeds(table: Table, market: MarketName, good: Good, count: int) -> int:
    """Return what `count` barrels bring on the highest open spaces."""
    top = open_of(table, market, good)
    return rungs_of(table, good).step * (count * top - count * (count - 1) // 2)


def buys_most(table: Table, market: MarketName, good: Good, cash: int) -> int:
    """Return how many barrels that cash buys."""
    steps, below = cash // rungs_of(table, good).step, 2 * open_of(table, market, good) + 1
    # The most n for which n * below + n * n is at most twice the steps that the cash makes.
    count = (isqrt(below * below + 8 * steps) - below) // 2
    return min(count, covered(table, market, good))


def sells_most(table: Table, market: MarketName, good: Good, held: int) -> int:
    # Ruling 22: where the ladder is full, nothing can be sold.
    return min(held, open_of(table, market, good))


def moved(table: Table, market: MarketName, good: Good, quadrant: int, count: int) -> Table:
    """Move `count` barrels from a ladder into a quadrant's store, or back if below nothing."""
    held = table.quadrants[quadrant]
    markets = {**table.markets, market: opened(table.markets[market], good, count)}
    if good == "crude":
        held = replace(held, crude=held.crude + count)
    else:
        held = replace(held, gasoline=held.gasoline + count)
    return with_quadrant(table, quadrant, held, markets=markets)


def opened(ladders: Ladders, good: Good, count: int) -> Ladders:
    """Return the ladders with so many more spaces of a good open."""
    if good == "crude":
        return replace(ladders, crude=ladders.crude + count)
    return replace(ladders, gasoline=ladders.gasoline + count)
