"""Phase 4, Infrastructure: how much of each kind is left to one player, and why there is no more."""

from __future__ import annotations

from typing import Literal

from stagepost_contracts.texts import Text, say
from stagepost_engine.games.pola_naftowe import numbers
from stagepost_engine.games.pola_naftowe.state import assets, rooms, tables_of, tokens_left
from stagepost_engine.games.pola_naftowe.yard import Yard

# Ruling 6: of each kind one buys or gives up.
ONE_WAY = say("Of each kind you buy or give up in one phase, not both.")
OWNS_NOTHING = say("A player cannot own nothing: keep at least one tanker, well or refinery.")


def wells_left(yard: Yard) -> int:
    """Wells that may still be bought: the limit of the phase and the tokens in hand."""
    if yard.wells_dropped:
        return 0
    left = tables_of(yard.table).limits.wells_bought - yard.wells_bought
    # Ruling 8: no free token, no buying.
    return min(left, tokens_left(yard.table, yard.held))


def tankers_left(yard: Yard) -> int:
    """Tankers that may still be bought: the limit of the phase and the supply."""
    if yard.tankers_dropped:
        return 0
    left = tables_of(yard.table).limits.tankers_bought - yard.tankers_bought
    return min(left, yard.table.tankers)


def refineries_left(yard: Yard) -> int:
    left = tables_of(yard.table).limits.refineries_bought - yard.refineries_bought
    return min(left, yard.table.refineries)


def may_drop(yard: Yard, kind: Literal["well", "tanker"]) -> bool:
    return why_no_drop(yard, kind) is None


def can_build(yard: Yard) -> bool:
    """Whether there is anything to do but stay; a quick look, the likely first."""
    cash = yard.held.cash
    if may_drop(yard, "tanker") or may_drop(yard, "well"):
        return True
    if tankers_left(yard) > 0 and numbers.tanker_price(yard.table, yard.seat) <= cash:
        return True
    return why_no_refinery(yard) is None or (
        wells_left(yard) > 0
        and any(
            room > 0 and numbers.place_cost(yard.table, yard.seat, at) <= cash
            for at, room in enumerate(rooms(yard.table))
        )
    )


def why_no_drop(yard: Yard, kind: Literal["well", "tanker"]) -> Text | None:
    limits, held = tables_of(yard.table).limits, yard.held
    if kind == "well":
        owned, bought = sum(held.wells), yard.wells_bought
        dropped, most = yard.wells_dropped, limits.wells_dropped
    else:
        owned, bought = held.tankers, yard.tankers_bought
        dropped, most = yard.tankers_dropped, limits.tankers_dropped
    if bought:
        return ONE_WAY
    if dropped >= most:
        return say("You can give up {most} {kind} in one phase, not more.", most=most, kind=kind)
    if not owned:
        return say("You own no {kind} to give up.", kind=kind)
    # Ruling 11: the last asset stays.
    return None if assets(held) > 1 else OWNS_NOTHING


def why_no_refinery(yard: Yard) -> Text | None:
    tables = tables_of(yard.table)
    if yard.refineries_bought >= tables.limits.refineries_bought:
        return say(
            "You can buy {most} refinery in one phase, not more.", most=yard.refineries_bought
        )
    if yard.table.refineries <= 0:
        return say("There is no refinery left in the supply.")
    if tables.refinery.price > yard.held.cash:
        return too_dear(tables.refinery.price, yard.held.cash)
    return None


def why_no_tanker(yard: Yard) -> Text:
    most = tables_of(yard.table).limits.tankers_bought
    if yard.tankers_dropped:
        return ONE_WAY
    if yard.tankers_bought >= most:
        return say("You can buy {most} tankers in one phase, not more.", most=most)
    if yard.table.tankers <= 0:
        return say("There is no tanker left in the supply.")
    return too_dear(numbers.tanker_price(yard.table, yard.seat), yard.held.cash)


def why_no_well(yard: Yard) -> Text:
    table, most = yard.table, tables_of(yard.table).limits.wells_bought
    if yard.wells_dropped:
        return ONE_WAY
    if yard.wells_bought >= most:
        return say("You can buy {most} wells in one phase, not more.", most=most)
    if tokens_left(table, yard.held) <= 0:
        return say("All {count} of your well tokens stand on fields.", count=sum(yard.held.wells))
    free = [at for at, room in enumerate(rooms(table)) if room > 0]
    if not free:
        return say("No field has room for another well.")
    least = min(numbers.place_cost(table, yard.seat, at) for at in free)
    return too_dear(least, yard.held.cash)


def too_dear(cost: int, cash: int) -> Text:
    return say("That costs {cost} P$, and {cash} P$ are left to you.", cost=cost, cash=cash)
