"""Phase 4, Infrastructure: what may still be ordered, with today's bounds, or why it may not."""

from __future__ import annotations

from stagepost_contracts.forms import Amount, Choice, OrderForm
from stagepost_contracts.texts import Text, say
from stagepost_engine.games.pola_naftowe import numbers
from stagepost_engine.games.pola_naftowe.building_limits import (
    refineries_left,
    tankers_left,
    wells_left,
    why_no_drop,
    why_no_refinery,
    why_no_tanker,
    why_no_well,
)
from stagepost_engine.games.pola_naftowe.state import field_id, rooms
from stagepost_engine.games.pola_naftowe.yard import Yard
from stagepost_engine.rules.game import Forms

BUY_WELL = say("place wells on a field")
BUY_TANKER = say("buy tankers")
BUY_REFINERY = say("buy a refinery")
DROP_WELL = say("give up a well, for nothing")
DROP_TANKER = say("give up a tanker, for nothing")
STAY = say("build nothing and give up nothing")
STAYS_ALONE = say("STAY says that you build nothing: it stands alone.")
FREE = 1_000_000  # how many of a thing that costs nothing the cash would pay


def building_forms(yard: Yard, *, started: bool) -> Forms:
    """Return the forms that may follow; what may not is offered 0 times, with the reason."""
    stay = (
        OrderForm("stay", most=0, meaning=STAYS_ALONE)
        if started
        else OrderForm("stay", meaning=STAY)
    )
    return (
        _buy_well(yard),
        _drop_well(yard),
        _buy_tanker(yard),
        _drop_tanker(yard),
        _buy_refinery(yard),
        stay,
    )


def _buy_well(yard: Yard) -> OrderForm:
    table, left = yard.table, wells_left(yard)
    open_fields = {at: room for at, room in enumerate(rooms(table)) if room > 0}
    most = 0
    for at, room in open_fields.items():
        cost = numbers.place_cost(table, yard.seat, at)
        most = max(most, min(left, room, yard.held.cash // cost if cost else FREE))
    where = tuple(field_id(table, at) for at in (open_fields if most else range(len(table.fields))))
    fields = (Choice("field", where), Amount("count", 1, max(1, most), otherwise=1))
    return _offered(
        "buy well", fields, left if most else 0, BUY_WELL if most else why_no_well(yard)
    )


def _drop_well(yard: Yard) -> OrderForm:
    why, count = why_no_drop(yard, "well"), len(yard.held.wells)
    own = [at for at in range(count) if why is not None or yard.held.wells[at]]
    fields = (Choice("field", tuple(field_id(yard.table, at) for at in own)),)
    return _offered("drop well", fields, 0 if why else 1, why or DROP_WELL)


def _buy_tanker(yard: Yard) -> OrderForm:
    left = tankers_left(yard)
    cost = numbers.tanker_price(yard.table, yard.seat) if left > 0 else 0
    most = min(left, yard.held.cash // cost if cost else FREE)
    fields = (Amount("count", 1, max(1, most), otherwise=1),)
    if most > 0:
        return _offered("buy tanker", fields, left, BUY_TANKER)
    return _offered("buy tanker", fields, 0, why_no_tanker(yard))


def _drop_tanker(yard: Yard) -> OrderForm:
    why = why_no_drop(yard, "tanker")
    return _offered("drop tanker", (), 0 if why else 1, why or DROP_TANKER)


def _buy_refinery(yard: Yard) -> OrderForm:
    why = why_no_refinery(yard)
    return _offered("buy refinery", (), 0 if why else refineries_left(yard), why or BUY_REFINERY)


def _offered(verb: str, fields: tuple[Choice | Amount, ...], most: int, meaning: Text) -> OrderForm:
    return OrderForm(verb, fields, most=most, meaning=meaning)
