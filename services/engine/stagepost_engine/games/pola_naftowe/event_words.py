"""Phase 3, the Events table in words: one sentence for each kind of effect."""

from __future__ import annotations

from stagepost_contracts.texts import Text, say, say_many
from stagepost_engine.games.pola_naftowe.tables import (
    AnyEffect,
    DemandHalved,
    DemandRaised,
    PlacingCost,
    RefineryIncome,
    SessionPrices,
    TankerCapacity,
    TankerPrice,
    TankerUpkeep,
    WellOutput,
)


def described(effect: AnyEffect) -> Text:
    """Return what the event does, as a sentence of its own."""
    match effect:
        case DemandHalved():
            return say("World slump: demand is halved this round, rounded up.")
        case DemandRaised(each=each):
            return say(
                "Cold winter: demand rises by {each} for each player in the game this round.",
                each=each,
            )
        case SessionPrices(session=session, change=change):
            return _prices(session, change)
        case TankerCapacity(barrels=barrels):
            return say("Each tanker holds {barrels} barrels this round.", barrels=barrels)
        case TankerUpkeep(upkeep=upkeep):
            return say("The upkeep of a tanker is {upkeep} P$ this round.", upkeep=upkeep)
        case TankerPrice(price=price):
            return say(
                "A tanker costs {price} P$ in the Infrastructure phase this round.", price=price
            )
        case RefineryIncome(income=income):
            return say("Each refinery earns {income} P$ this round.", income=income)
        case WellOutput(change=change):
            return _output(change)
        case PlacingCost(change=change):
            return _placing(change)


def _prices(session: int, change: int) -> Text:
    if change < 0:
        return say(
            "Price cap: the good prices of session {session} are {change} P$ lower this round.",
            session=session,
            change=-change,
        )
    return say(
        "The good prices of session {session} are {change} P$ higher this round.",
        session=session,
        change=change,
    )


def _output(change: int) -> Text:
    if change < 0:
        return say_many(
            "Each well yields {count} barrel less this round.",
            "Each well yields {count} barrels less this round.",
            count=-change,
        )
    return say_many(
        "Each well yields {count} barrel more this round.",
        "Each well yields {count} barrels more this round.",
        count=change,
    )


def _placing(change: int) -> Text:
    if change < 0:
        return say("Placing a well costs {change} P$ less this round.", change=-change)
    return say("Placing a well costs {change} P$ more this round.", change=change)
