"""Edition 1 of the tables: every value with the mark of where it comes from."""

from __future__ import annotations

from stagepost_engine.games.pola_naftowe.tables import (
    AnyEffect,
    DemandHalved,
    DemandRaised,
    Limits,
    Mark,
    Marks,
    OilField,
    PlacingCost,
    RandomEvent,
    Readings,
    Refinery,
    RefineryIncome,
    Session,
    SessionPrices,
    Supply,
    Tables,
    Tanker,
    TankerCapacity,
    TankerPrice,
    TankerUpkeep,
    WellOutput,
)

EDITION = 1

PRINTED: Marks = {"all": "rulebook"}
INFERRED: Marks = {"all": "inferred"}
DESIGNED: Marks = {"all": "designed"}
# The three fields of the worked example: its sums leave only one solution.
WORKED_OUT: Marks = {"id": "rulebook", "all": "inferred", "capacity": "designed"}
NAMED: Marks = {"id": "rulebook", "all": "designed"}


def _field(  # noqa: PLR0917 - a row of a printed table
    name: str, place: int, upkeep: int, extract: int, capacity: int, marks: Marks
) -> OilField:
    return OilField(
        id=name, place=place, upkeep=upkeep, extract=extract, capacity=capacity, provenance=marks
    )


def _event(
    roll: int, name: str, effect: AnyEffect, *, ignorable: bool = True, mark: Mark = "designed"
) -> RandomEvent:
    return RandomEvent(
        roll=roll, id=name, effect=effect, ignorable=ignorable, provenance={"all": mark}
    )


def _supply(players: int, tankers: int, refineries: int, marks: Marks) -> Supply:
    return Supply(players=players, tankers=tankers, refineries=refineries, provenance=marks)


FIELDS = (
    #      id               place upkeep extract capacity
    _field("texas", 200, 300, 4, 5, WORKED_OUT),
    _field("persian-gulf", 200, 200, 3, 5, WORKED_OUT),
    _field("north-sea", 400, 500, 7, 3, WORKED_OUT),
    _field("indian-ocean", 300, 400, 6, 4, NAMED),
    _field("siberia", 100, 400, 5, 4, DESIGNED),
    _field("venezuela", 100, 100, 2, 6, DESIGNED),
    _field("alaska", 500, 400, 7, 3, DESIGNED),
    _field("niger-delta", 300, 300, 5, 4, DESIGNED),
)

EVENTS = (
    _event(2, "world-slump", DemandHalved(), ignorable=False),
    _event(3, "storm-season", TankerCapacity(4)),
    _event(4, "fuel-shortage", RefineryIncome(1000)),
    _event(5, "rich-seam", WellOutput(1), mark="rulebook"),
    _event(6, "port-dues", TankerUpkeep(300)),
    _event(7, "calm-seas", TankerUpkeep(100)),
    _event(8, "pump-failure", WellOutput(-1)),
    _event(9, "cheap-steel", PlacingCost(-100)),
    _event(10, "busy-shipyards", TankerPrice(700)),
    _event(11, "cold-winter", DemandRaised(1), ignorable=False),
    _event(12, "price-cap", SessionPrices(1, -100), ignorable=False),
)

DEFAULT_TABLES = Tables(
    rounds=5,
    start_cash=3000,
    start_tankers=1,
    wells_each=8,
    least_bid=100,
    bid_step=100,
    overflow_fine=100,
    glut_price=100,
    # Ruling 3: 4n tankers and 2n+1 refineries fit the example and use the box up at five.
    supply=(_supply(3, 12, 7, INFERRED), _supply(4, 16, 9, PRINTED), _supply(5, 20, 11, INFERRED)),
    tanker=Tanker(price=500, upkeep=200, capacity=5, provenance=PRINTED),
    refinery=Refinery(price=700, income=800, barrels=3, shortage_fine=300, provenance=PRINTED),
    limits=Limits(
        wells_bought=2,
        wells_dropped=1,
        tankers_bought=2,
        tankers_dropped=1,
        refineries_bought=1,
        provenance=PRINTED,
    ),
    sessions=(
        Session(scarce=400, ample=300, provenance=PRINTED),
        Session(scarce=300, ample=200, provenance=PRINTED),
    ),
    fields=FIELDS,
    events=EVENTS,
    readings=Readings(provenance=INFERRED),
    provenance=PRINTED,
)
