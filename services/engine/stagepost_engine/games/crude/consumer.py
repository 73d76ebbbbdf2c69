"""The consumer track: sales go down space by space, a changed economy moves the last barrel."""

from __future__ import annotations

from msgspec.structs import replace

from stagepost_engine.games.crude.state import Table, station_bonus, tables_of
from stagepost_engine.games.crude.tables import Consumer


def sales_most(table: Table) -> int:
    """Ruling 39: no sale below 1."""
    return table.consumer - 1


def next_price(table: Table) -> int:
    """Return what the next barrel brings at a station, the news counted in; 0 if none can be sold."""
    return table.consumer - 1 + station_bonus(table) if table.consumer > 1 else 0


def revenue(table: Table, count: int) -> int:
    """Return what the next `count` barrels bring."""
    first = next_price(table)
    return count * first - count * (count - 1) // 2


def demand_changed(table: Table, change: int) -> Table:
    """Remove all barrels but the lowest, and move that one by red spaces."""
    at = moved_by_red(tables_of(table).consumer, table.consumer, change)
    removed = table.consumer_top - table.consumer
    return replace(
        table,
        consumer=at,
        consumer_top=at,
        supply_gasoline=table.supply_gasoline + removed,
    )


def moved_by_red(track: Consumer, at: int, change: int) -> int:
    """Return the place so many red spaces up or down; the barrel's own space never counts."""
    ahead = [red for red in track.red if red > at] if change > 0 else []
    behind = [red for red in reversed(track.red) if red < at] if change < 0 else []
    line = ahead or behind
    # Ruling 41: the highest and the lowest red space are the ends.
    return line[min(abs(change), len(line)) - 1] if line else at
