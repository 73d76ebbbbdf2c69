"""What a holding is worth to the plain player: a guess at the rounds to come."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

import msgspec

from stagepost_engine.games.pola_naftowe.view import FieldView, SeatView, View

# What a barrel is taken to bring: so many of a player's in a round at each price.
SHARE = 7
PRICES = ((SHARE, 300), (SHARE, 180))
PRICE_BEYOND = 100


class Plan(msgspec.Struct, frozen=True):
    """What to buy: fields by id (one for each well), tankers, refineries."""

    wells: tuple[str, ...] = ()
    tankers: int = 0
    refineries: int = 0


def own(view: View) -> SeatView:
    return next(row for row in view.seats if row.seat == view.you)


def plans(fields: tuple[str, ...], wells: int, tankers: int, refineries: int) -> Iterator[Plan]:
    """Yield every way to buy within these bounds."""
    for count in range(wells + 1):
        for chosen in combinations_with_replacement(fields, count):
            for more in range(tankers + 1):
                for plants in range(refineries + 1):
                    yield Plan(chosen, more, plants)


def cost_of(view: View, plan: Plan) -> int:
    """Return the price of the plan in the Infrastructure phase."""
    prices = view.prices
    by_id = {field.id: field for field in view.fields}
    wells = sum(max(0, by_id[name].place + prices.placing_change) for name in plan.wells)
    return wells + plan.tankers * prices.tanker + plan.refineries * prices.refinery


def due_after(view: View, plan: Plan) -> int:
    """Return what falls due by the Fees of this round, if the plan were carried out."""
    me, prices = own(view), view.prices
    added = _fields_of(view, plan)
    room = (me.tankers + plan.tankers) * prices.tanker_capacity
    output = me.output + sum(max(0, field.extract + prices.output_change) for field in added)
    upkeep = sum(field.upkeep for field in added) + plan.tankers * prices.tanker_upkeep
    before = _fines(view, me.barrels, me.output, me.room, me.refineries)
    after = _fines(view, me.barrels, output, room, me.refineries + plan.refineries)
    return view.due + upkeep + after - before


def worth(view: View, plan: Plan) -> int:
    """Return what the holding would earn until the end, the plan carried out."""
    me, prices = own(view), view.prices
    added = _fields_of(view, plan)
    by_id = {field.id: field for field in view.fields}
    tankers, refineries = me.tankers + plan.tankers, me.refineries + plan.refineries
    wells = sum(by_id[name].extract * count for name, count in me.wells.items())
    output = wells + sum(field.extract for field in added)
    upkeep = tankers * prices.tanker_upkeep_printed + sum(field.upkeep for field in added)
    upkeep += sum(by_id[name].upkeep * count for name, count in me.wells.items())
    room = tankers * prices.tanker_capacity
    fines = _fines(view, 0, output, room, refineries)
    to_sell = max(0, min(room, output) - refineries * prices.refinery_barrels)
    earned = refineries * prices.refinery_income + _proceeds(to_sell)
    return (view.rounds - view.round + 1) * (earned - fines - upkeep)


def _fields_of(view: View, plan: Plan) -> list[FieldView]:
    by_id = {field.id: field for field in view.fields}
    return [by_id[name] for name in plan.wells]


def _fines(view: View, held: int, output: int, room: int, refineries: int) -> int:
    prices = view.prices
    overflow = min(output, max(0, held + output - room))
    missing = refineries * prices.refinery_barrels - min(room, held + output)
    return prices.overflow_fine * overflow + prices.shortage_fine * max(0, missing)


def _proceeds(barrels: int) -> int:
    total = 0
    for share, price in PRICES:
        total += min(barrels, share) * price
        barrels -= min(barrels, share)
    return total + barrels * PRICE_BEYOND
