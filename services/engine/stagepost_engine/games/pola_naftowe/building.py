"""Phase 4, Infrastructure: what one building order does, and why it may not."""

from __future__ import annotations

from msgspec.structs import replace

from stagepost_contracts.errors import IllegalMove
from stagepost_contracts.events import Event
from stagepost_contracts.texts import Text, say, say_many
from stagepost_engine.games.pola_naftowe import numbers
from stagepost_engine.games.pola_naftowe.building_limits import too_dear, wells_left, why_no_drop
from stagepost_engine.games.pola_naftowe.orders import (
    BuildOrder,
    BuyRefinery,
    BuyTanker,
    BuyWell,
    DropTanker,
    DropWell,
    Stay,
)
from stagepost_engine.games.pola_naftowe.state import (
    Holding,
    field_at,
    field_room,
    tables_of,
    with_holding,
)
from stagepost_engine.games.pola_naftowe.yard import Yard


def built(yard: Yard, order: BuildOrder, index: int) -> Yard:
    """Carry one order out. Raises IllegalMove with `index`."""
    try:
        match order:
            case BuyWell(field=field, count=count):
                return _well_bought(yard, field, count)
            case BuyTanker(count=count):
                return _tanker_bought(yard, count)
            case BuyRefinery():
                return _refinery_bought(yard)
            case DropWell(field=field):
                return _well_dropped(yard, field)
            case DropTanker():
                return _tanker_dropped(yard)
            case Stay():
                return _told(
                    replace(yard, closed=True), say("{seat} builds nothing.", seat=yard.seat)
                )
    except IllegalMove as refusal:
        refusal.index = index
        raise


def _well_bought(yard: Yard, field: str, count: int) -> Yard:
    at = field_at(yard.table, field)
    free = field_room(yard.table, at)
    if count > free:
        raise IllegalMove(
            say(
                "{field} has room for {free} more; you want {count}.",
                field=field,
                free=free,
                count=count,
            )
        )
    if count > wells_left(yard):
        raise IllegalMove(
            say(
                "You can buy {left} more wells this round; you want {count}.",
                left=wells_left(yard),
                count=count,
            )
        )
    cost = count * numbers.place_cost(yard.table, yard.seat, at)
    wells = tuple(here + count * (place == at) for place, here in enumerate(yard.held.wells))
    after = replace(_bill(yard, cost), wells=wells)
    word = say_many(
        "{seat} buys a well at {field} for {cost} P$.",
        "{seat} buys {count} wells at {field} for {cost} P$.",
        count=count,
        seat=yard.seat,
        field=field,
        cost=cost,
    )
    bought = replace(yard, wells_bought=yard.wells_bought + count)
    return _told(_with(bought, after, bank=yard.table.bank + cost), word)


def _tanker_bought(yard: Yard, count: int) -> Yard:
    cost = count * numbers.tanker_price(yard.table, yard.seat)
    after = replace(_bill(yard, cost), tankers=yard.held.tankers + count)
    word = say_many(
        "{seat} buys a tanker for {cost} P$.",
        "{seat} buys {count} tankers for {cost} P$.",
        count=count,
        seat=yard.seat,
        cost=cost,
    )
    table = yard.table
    bought = replace(yard, tankers_bought=yard.tankers_bought + count)
    return _told(_with(bought, after, bank=table.bank + cost, tankers=table.tankers - count), word)


def _refinery_bought(yard: Yard) -> Yard:
    table, cost = yard.table, tables_of(yard.table).refinery.price
    after = replace(_bill(yard, cost), refineries=yard.held.refineries + 1)
    word = say("{seat} buys a refinery for {cost} P$.", seat=yard.seat, cost=cost)
    bought = replace(yard, refineries_bought=yard.refineries_bought + 1)
    return _told(
        _with(bought, after, bank=table.bank + cost, refineries=table.refineries - 1), word
    )


def _well_dropped(yard: Yard, field: str) -> Yard:
    at = field_at(yard.table, field)
    if (why := why_no_drop(yard, "well")) is not None:
        raise IllegalMove(why)
    wells = tuple(here - (place == at) for place, here in enumerate(yard.held.wells))
    after = replace(yard.held, wells=wells)
    word = say("{seat} gives up a well at {field}.", seat=yard.seat, field=field)
    return _told(_with(replace(yard, wells_dropped=yard.wells_dropped + 1), after), word)


def _tanker_dropped(yard: Yard) -> Yard:
    if (why := why_no_drop(yard, "tanker")) is not None:
        raise IllegalMove(why)
    seat, table = yard.seat, yard.table
    held = replace(yard.held, tankers=yard.held.tankers - 1)
    room = numbers.room(with_holding(table, seat, held), seat)
    # Ruling 16: barrels that lose their place are lost, without a fine.
    lost = max(0, held.barrels - max(room, 0))
    after = replace(held, barrels=held.barrels - lost)
    dropped = replace(yard, tankers_dropped=yard.tankers_dropped + 1)
    word = say("{seat} gives up a tanker; barrels lost with it: {lost}.", seat=seat, lost=lost)
    return _told(_with(dropped, after, tankers=table.tankers + 1, oil=table.oil + lost), word)


def _bill(yard: Yard, cost: int) -> Holding:
    """Return the holding with the cost paid. Raises IllegalMove if it cannot be."""
    held = yard.held
    if cost > held.cash:
        raise IllegalMove(too_dear(cost, held.cash))
    return replace(held, cash=held.cash - cost)


def _with(yard: Yard, held: Holding, **changes: object) -> Yard:
    return replace(yard, table=with_holding(yard.table, yard.seat, held, **changes))


def _told(yard: Yard, word: Text) -> Yard:
    return replace(yard, told=(*yard.told, Event(word)))
