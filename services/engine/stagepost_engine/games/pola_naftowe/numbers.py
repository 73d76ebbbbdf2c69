"""The printed numbers as they hold for a seat now: the random event counted in, unless exempt."""

from __future__ import annotations

from stagepost_contracts.ids import Seat
from stagepost_engine.games.pola_naftowe.state import Table, tables_of
from stagepost_engine.games.pola_naftowe.tables import (
    AnyEffect,
    PlacingCost,
    RefineryIncome,
    SessionPrices,
    TankerCapacity,
    TankerPrice,
    TankerUpkeep,
    WellOutput,
)

FIRST_ROLL = 2  # of two dice: where the Events table begins


def effect_now(table: Table) -> AnyEffect | None:
    """Return this round's random event, as soon as it is rolled."""
    return tables_of(table).events[table.event - FIRST_ROLL].effect if table.event else None


def effect_on(table: Table, seat: Seat) -> AnyEffect | None:
    return None if seat == table.exempt else effect_now(table)


def room(table: Table, seat: Seat) -> int:
    """Barrels that the seat's tankers can store."""
    return tanker_capacity(table, seat) * table.holdings[seat].tankers


def tanker_capacity(table: Table, seat: Seat) -> int:
    effect = effect_on(table, seat)
    return (
        effect.barrels if isinstance(effect, TankerCapacity) else tables_of(table).tanker.capacity
    )


def upkeep(table: Table, seat: Seat) -> int:
    """What the seat's tankers and wells cost in the Fees phase."""
    fields, held = tables_of(table).fields, table.holdings[seat]
    return tanker_upkeep(table, seat) * held.tankers + sum(
        fields[at].upkeep * count for at, count in zip(table.fields, held.wells, strict=True)
    )


def tanker_upkeep(table: Table, seat: Seat) -> int:
    effect = effect_on(table, seat)
    return effect.upkeep if isinstance(effect, TankerUpkeep) else tables_of(table).tanker.upkeep


def output_of_one(table: Table, seat: Seat, at: int) -> int:
    """Barrels that one well of the seat yields on the field at that place."""
    effect = effect_on(table, seat)
    extract = tables_of(table).fields[table.fields[at]].extract
    return max(0, extract + effect.change) if isinstance(effect, WellOutput) else extract


def output(table: Table, seat: Seat) -> int:
    """Barrels that all wells of the seat yield in a round."""
    wells = table.holdings[seat].wells
    return sum(count * output_of_one(table, seat, at) for at, count in enumerate(wells) if count)


def tanker_price(table: Table, seat: Seat) -> int:
    effect = effect_on(table, seat)
    return effect.price if isinstance(effect, TankerPrice) else tables_of(table).tanker.price


def place_cost(table: Table, seat: Seat, at: int) -> int:
    effect = effect_on(table, seat)
    place = tables_of(table).fields[table.fields[at]].place
    return max(0, place + effect.change) if isinstance(effect, PlacingCost) else place


def refinery_income(table: Table, seat: Seat) -> int:
    """What one refinery earns the seat."""
    effect = effect_on(table, seat)
    return effect.income if isinstance(effect, RefineryIncome) else tables_of(table).refinery.income


def session_prices(table: Table, session: int) -> tuple[int, int]:
    """Return the good price while supply is at most demand, and above it."""
    tables, effect = tables_of(table), effect_now(table)
    row, change = tables.sessions[session - 1], 0
    if isinstance(effect, SessionPrices) and effect.session == session:
        change = effect.change
    least = tables.glut_price
    return max(least, row.scarce + change), max(least, row.ample + change)
