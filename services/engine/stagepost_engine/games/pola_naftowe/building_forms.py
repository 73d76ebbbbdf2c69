"""Phase 4, Infrastructure: what may still be ordered, with today's bounds."""

from __future__ import annotations

from stagepost_contracts.forms import Amount, Choice, OrderForm
from stagepost_contracts.texts import say
from stagepost_engine.games.pola_naftowe import numbers
from stagepost_engine.games.pola_naftowe.building import (
    Yard,
    may_drop_tanker,
    may_drop_well,
    refineries_left,
    tankers_left,
    wells_left,
)
from stagepost_engine.games.pola_naftowe.state import field_id, rooms, tables_of
from stagepost_engine.rules.game import Forms

BUY_WELL = say("place wells on a field")
BUY_TANKER = say("buy tankers")
BUY_REFINERY = say("buy a refinery")
DROP_WELL = say("give up a well, for nothing")
DROP_TANKER = say("give up a tanker, for nothing")
STAY = say("build nothing and give up nothing")
FREE = 1_000_000  # how many of a thing that costs nothing the cash would pay


def building_forms(yard: Yard, *, started: bool) -> Forms:
    """Return the forms that may follow; `STAY` stands alone."""
    forms = [*_well_forms(yard), *_tanker_forms(yard), *_refinery_forms(yard)]
    if not started:
        forms.append(OrderForm("stay", meaning=STAY))
    return tuple(forms)


def _well_forms(yard: Yard) -> list[OrderForm]:
    table, held, left = yard.table, yard.held, wells_left(yard)
    forms = []
    open_fields = {at: room for at, room in enumerate(rooms(table)) if room > 0} if left > 0 else {}
    most = 0
    for at, room in open_fields.items():
        cost = numbers.place_cost(table, yard.seat, at)
        most = max(most, min(left, room, held.cash // cost if cost else FREE))
    if most:
        where = Choice("field", tuple(field_id(table, at) for at in open_fields))
        count = Amount("count", 1, most, otherwise=1)
        forms.append(OrderForm("buy well", (where, count), most=left, meaning=BUY_WELL))
    if may_drop_well(yard) and any(held.wells):
        own = tuple(field_id(table, at) for at, count in enumerate(held.wells) if count)
        forms.append(OrderForm("drop well", (Choice("field", own),), meaning=DROP_WELL))
    return forms


def _tanker_forms(yard: Yard) -> list[OrderForm]:
    forms, left = [], tankers_left(yard)
    cost = numbers.tanker_price(yard.table, yard.seat) if left else 0
    most = min(left, yard.held.cash // cost if cost else FREE)
    if most > 0:
        count = Amount("count", 1, most, otherwise=1)
        forms.append(OrderForm("buy tanker", (count,), most=left, meaning=BUY_TANKER))
    if yard.held.tankers and may_drop_tanker(yard):
        forms.append(OrderForm("drop tanker", meaning=DROP_TANKER))
    return forms


def _refinery_forms(yard: Yard) -> list[OrderForm]:
    left = refineries_left(yard)
    if left <= 0 or tables_of(yard.table).refinery.price > yard.held.cash:
        return []
    return [OrderForm("buy refinery", most=left, meaning=BUY_REFINERY)]
