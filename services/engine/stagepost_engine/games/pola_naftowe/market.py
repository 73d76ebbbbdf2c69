"""Phase 9, Stock Exchange: supply against demand, the prices, and who sells at which of them."""

from __future__ import annotations

import msgspec

from stagepost_contracts.ids import Seat
from stagepost_engine.games.pola_naftowe.numbers import session_prices
from stagepost_engine.games.pola_naftowe.state import Table, clockwise, tables_of


class Price(msgspec.Struct, frozen=True):
    """The first `count` barrels sold bring `good` each, the others `glut`."""

    supply: int
    good: int
    glut: int
    count: int


def price_of(table: Table) -> Price:
    """Return the price of the barrels now declared."""
    supply, demand, glut = sum(table.declared.values()), table.demand, tables_of(table).glut_price
    scarce, ample = session_prices(table, table.session)
    # Ruling 21: equal to demand is still the first price, equal to its double the second.
    if supply > 2 * demand:
        return Price(supply, glut, glut, 0)
    # Ruling 22: the good price is for as many barrels as the demand, in selling order.
    return Price(supply, scarce if supply <= demand else ample, glut, demand)


def sellers(table: Table) -> tuple[Seat, ...]:
    """Ruling 24: by the amount declared, the most first; ties as they were settled."""
    order = table.tied or _from_left(table)
    places = {seat: order.index(seat) if seat in order else -1 for seat in table.declared}
    selling = [seat for seat, count in table.declared.items() if count]
    return tuple(sorted(selling, key=lambda seat: (-table.declared[seat], places[seat])))


def contested(table: Table) -> tuple[Seat, ...]:
    """Return the tied sellers between whom the good price ends: their order changes money."""
    price = price_of(table)
    if price.good == price.glut or price.supply <= price.count:
        return ()
    left = price.count
    by_count: dict[int, list[Seat]] = {}
    for seat in sellers(table):
        by_count.setdefault(table.declared[seat], []).append(seat)
    for count, tied in by_count.items():
        if left < count * len(tied):
            return tuple(tied) if len(tied) > 1 and left > 0 else ()
        left -= count * len(tied)
    return ()


def _from_left(table: Table) -> tuple[Seat, ...]:
    """Clockwise from the left of who settles ties, that player last."""
    first, *others = clockwise(table, table.leader)
    return (*others, first)
