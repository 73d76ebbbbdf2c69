"""Phase 2, a news event that costs more than a player holds: which assets go."""

from __future__ import annotations

from stagepost_contracts.ids import Seat
from stagepost_engine.games.crude.squares import count_of, kind_at, pieces
from stagepost_engine.games.crude.state import Table, card_now, price_of, quadrants_of
from stagepost_engine.games.crude.tables import KINDS, Kind

Square = tuple[int, int]
"""A quadrant and a (first) square in it."""

UNPRICED = 10_000  # what a well without a buying price is taken to be worth: it goes last


def saleable(table: Table, seat: Seat) -> tuple[Square, ...]:
    """Return the seat's assets that bring something on the present card."""
    return tuple(
        (quadrant, at)
        for quadrant in quadrants_of(table, seat)
        for at in pieces(table.quadrants[quadrant].plan)
        if brings(table, (quadrant, at)) > 0
    )


def brings(table: Table, square: Square) -> int:
    return price_of(card_now(table), kind_of(table, square)).sell


def kind_of(table: Table, square: Square) -> Kind:
    quadrant, at = square
    return kind_at(table.quadrants[quadrant].plan, at)


def short(table: Table, seat: Seat) -> int:
    """Return what the seat owes beyond its cash."""
    return max(0, table.debts.get(seat, 0) - table.cash[seat])


def has_choice(table: Table, seat: Seat) -> bool:
    """Whether some of the assets are enough; if not, all of them go without a question."""
    values = [brings(table, square) for square in saleable(table, seat)]
    return len(values) > 1 and sum(values) - min(values) >= short(table, seat)


def cheapest(table: Table, seat: Seat) -> tuple[Square, ...]:
    """Return the assets that cover the debt with the least buying value; all, if none would do.

    Ruling 32: then the fewest pieces; then rigs, stations, refineries, wells; lowest row, column.
    """
    able, missing = saleable(table, seat), short(table, seat)
    if sum(brings(table, square) for square in able) <= missing:
        return able
    counts = _counts(table, seat, missing)
    chosen: list[Square] = []
    for kind in KINDS:
        squares = [square for square in able if kind_of(table, square) == kind]
        squares.sort(key=lambda square: (square[1], square[0]))
        chosen += squares[: counts[kind]]
    return tuple(chosen)


def _counts(table: Table, seat: Seat, missing: int) -> dict[Kind, int]:
    """Return how many of each kind to sell: every number of the dear kinds is tried."""
    card = card_now(table)
    sells = {kind: price_of(card, kind).sell for kind in KINDS}
    values = {
        kind: UNPRICED if (buy := price_of(card, kind).buy) is None else buy for kind in KINDS
    }
    held = {kind: _held(table, seat, kind) if sells[kind] else 0 for kind in KINDS}
    best: tuple[tuple[int, ...], dict[Kind, int]] | None = None
    for wells in range(held["well"] + 1):
        for refineries in range(held["refinery"] + 1):
            for stations in range(held["station"] + 1):
                found: dict[Kind, int] = {
                    "station": stations,
                    "refinery": refineries,
                    "well": wells,
                }
                left = missing - sum(sells[kind] * count for kind, count in found.items())
                rigs = 0 if left <= 0 else -(-left // sells["rig"]) if sells["rig"] else SCARCE
                if rigs > held["rig"]:
                    continue
                found["rig"] = rigs
                worth = sum(values[kind] * count for kind, count in found.items())
                key = (worth, sum(found.values()), -rigs, -stations, -refineries)
                if best is None or key < best[0]:
                    best = key, found
    assert best is not None, "all assets together cover the debt"
    return best[1]


def _held(table: Table, seat: Seat, kind: Kind) -> int:
    return sum(count_of(table.quadrants[at].plan, kind) for at in quadrants_of(table, seat))


SCARCE = 1_000  # more rigs than a board has squares
