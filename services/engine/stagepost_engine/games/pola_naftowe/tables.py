"""The printed numbers of Pola Naftowe as data: what a host's own file may replace."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Mark: TypeAlias = Literal["rulebook", "inferred", "found", "designed"]
"""Where a value comes from: printed, worked out from print, a public source, or our own."""

Marks: TypeAlias = dict[str, Mark]
"""A mark for each value of a struct by its name; `all` speaks for those not named."""


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of the tables, with the marks of its values."""

    provenance: Marks = {}


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """What a random event does for its round; a closed list of kinds."""


class DemandHalved(Effect, frozen=True, tag="demand_halved"):
    """Demand is halved, rounded up."""


class DemandRaised(Effect, frozen=True, tag="demand_raised"):
    """Demand rises by so many barrels for each player still in the game."""

    each: int


class SessionPrices(Effect, frozen=True, tag="session_prices"):
    """The good prices of one session move by so much, never below the glut price."""

    session: Literal[1, 2]
    change: int


class TankerCapacity(Effect, frozen=True, tag="tanker_capacity"):
    barrels: int


class TankerUpkeep(Effect, frozen=True, tag="tanker_upkeep"):
    upkeep: int


class TankerPrice(Effect, frozen=True, tag="tanker_price"):
    """Of the Infrastructure phase; the auction is free."""

    price: int


class RefineryIncome(Effect, frozen=True, tag="refinery_income"):
    income: int


class WellOutput(Effect, frozen=True, tag="well_output"):
    """Each well yields so many barrels more or less, never below none."""

    change: int


class PlacingCost(Effect, frozen=True, tag="placing_cost"):
    """Placing a well costs so much more or less, never below nothing."""

    change: int


MarketEffect: TypeAlias = DemandHalved | DemandRaised | SessionPrices
SeatEffect: TypeAlias = (
    TankerCapacity | TankerUpkeep | TankerPrice | RefineryIncome | WellOutput | PlacingCost
)
AnyEffect: TypeAlias = MarketEffect | SeatEffect


class RandomEvent(Numbers, frozen=True):
    """One line of the Events table: `roll` is the sum of the two black dice."""

    roll: int
    id: str
    effect: AnyEffect
    ignorable: bool = True


class OilField(Numbers, frozen=True):
    """One field board: P$ to place a well, P$ a round to keep it, barrels a round, wells."""

    id: str
    place: int
    upkeep: int
    extract: int
    capacity: int


class Supply(Numbers, frozen=True):
    """Tokens that lie ready for so many players."""

    players: int
    tankers: int
    refineries: int


class Tanker(Numbers, frozen=True):
    price: int
    upkeep: int
    capacity: int


class Refinery(Numbers, frozen=True):
    price: int
    income: int
    barrels: int
    shortage_fine: int


class Session(Numbers, frozen=True):
    """The price of a barrel while supply is at most demand, and above it."""

    scarce: int
    ample: int


class Limits(Numbers, frozen=True):
    """How much one player may build and give up in one Infrastructure phase."""

    wells_bought: int
    wells_dropped: int
    tankers_bought: int
    tankers_dropped: int
    refineries_bought: int


class Readings(Numbers, frozen=True):
    """Readings of a silent or doubtful rule that a host may choose."""

    starting_tankers_from_supply: bool = True
    barrels_stay: bool = True
    demand_again: bool = True


class Tables(Numbers, frozen=True):
    rounds: int
    start_cash: int
    start_tankers: int
    wells_each: int
    least_bid: int
    bid_step: int
    overflow_fine: int
    glut_price: int
    supply: tuple[Supply, ...]
    tanker: Tanker
    refinery: Refinery
    limits: Limits
    sessions: tuple[Session, ...]
    fields: tuple[OilField, ...]
    events: tuple[RandomEvent, ...]
    readings: Readings = Readings()
