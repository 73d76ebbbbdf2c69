"""A plain player that sees only its own view: correspondents, stand-ins, simulation."""

from __future__ import annotations

from typing import cast

from stagepost_contracts.forms import Amount, Choice, OrderForm, Permutation, is_possible
from stagepost_contracts.ids import Seat
from stagepost_engine.games.pola_naftowe.orders import (
    Add,
    Bid,
    BuyRefinery,
    BuyTanker,
    BuyWell,
    Choose,
    Concede,
    Cut,
    Deliver,
    Exempt,
    Keep,
    Lot,
    Pass,
    Pay,
    Place,
    PutUp,
    Sell,
    SellingOrder,
    Stay,
)
from stagepost_engine.games.pola_naftowe.player_plans import (
    Plan,
    cost_of,
    due_after,
    own,
    plans,
    worth,
)
from stagepost_engine.games.pola_naftowe.tables import (
    PlacingCost,
    RefineryIncome,
    TankerUpkeep,
    WellOutput,
)
from stagepost_engine.games.pola_naftowe.view import View
from stagepost_engine.rules.dice import Dice
from stagepost_engine.rules.game import Forms, Move

PURPOSE = "player"
STEP = 100
LOBBY_STEPS_MOST = 3
BARREL_KEPT = 180  # what a barrel not sold in session I is taken to bring


def player(view: View, forms: Forms, dice: Dice) -> Move:
    """Return a legal move for what is asked."""
    by_kind = {form.kind: form for form in forms if is_possible(form)}
    match view.phase:
        case "lobby":
            return _lobby(view, by_kind["bid"], dice)
        case "lobby_tie":
            return (Choose(_lobbyist(view, _words(by_kind["choose"]))),)
        case "exemption":
            return (Exempt(_exempted(view)),)
        case "infrastructure":
            return _build(view, by_kind)
        case "lot":
            return (PutUp(_lot(view, by_kind["auction"])),)
        case "auction":
            return _auction(view, by_kind["bid"])
        case "place":
            return (Place(_best_field(view, _words(by_kind["place"]))),)
        case "refinery":
            return (Deliver(_amount(by_kind["deliver"]).most),)
        case "declare":
            return (Sell(_declared(view)),)
        case "adjust":
            return _adjusted(view, by_kind)
        case "tie_order":
            return (_sellers(view, by_kind["order"]),)
        case _:
            return (Concede() if view.short else Pay(),)


def _amount(form: OrderForm) -> Amount:
    return cast(Amount, form.fields[0])


def _words(form: OrderForm) -> tuple[str, ...]:
    return cast(Choice, form.fields[0]).words


def _lobbyist(view: View, tied: tuple[str, ...]) -> Seat:
    """Oneself, else the weakest of the tied."""
    rows = [row for row in view.seats if row.seat in tied]
    return min(rows, key=lambda row: (row.seat != view.you, row.output, row.cash)).seat


def _lobby(view: View, form: OrderForm, dice: Dice) -> Move:
    bounds = _amount(form)
    spare = own(view).cash - view.due - bounds.least
    steps = min(dice.below(LOBBY_STEPS_MOST, PURPOSE), max(0, spare) // (2 * bounds.step))
    return (Bid(bounds.least + bounds.step * steps),)


def _exempted(view: View) -> str:
    """Oneself from what hurts; from what helps, the richest of the others."""
    match view.effect:
        case WellOutput(change=change):
            helps = change > 0
        case PlacingCost(change=change):
            helps = change < 0
        case TankerUpkeep(upkeep=upkeep):
            helps = upkeep < view.prices.tanker_upkeep_printed
        case effect:
            helps = isinstance(effect, RefineryIncome)
    others = [row for row in view.seats if row.seat != view.you]
    rival = max(others, key=lambda row: (row.output, row.cash)).seat
    return rival if helps or view.you is None else view.you


def _build(view: View, by_kind: dict[str, OrderForm]) -> Move:
    me, best, gain = own(view), Plan(), 0
    still = worth(view, Plan())
    for plan in _possible_plans(view, by_kind):
        cost = cost_of(view, plan)
        if cost + max(0, due_after(view, plan)) > me.cash:
            continue
        better = worth(view, plan) - still - cost
        if better > gain:
            best, gain = plan, better
    orders: list[BuyWell | BuyTanker | BuyRefinery] = [BuyWell(name) for name in best.wells]
    if best.tankers:
        orders.append(BuyTanker(best.tankers))
    if best.refineries:
        orders.append(BuyRefinery())
    return tuple(orders) or (Stay(),)


def _possible_plans(view: View, by_kind: dict[str, OrderForm]) -> list[Plan]:
    wells, tankers = by_kind.get("buy_well"), by_kind.get("buy_tanker")
    free = {field.id: field.free for field in view.fields}
    return [
        plan
        for plan in plans(
            _words(wells) if wells else (),
            min(2, wells.most) if wells else 0,
            _amount(tankers).most if tankers else 0,
            1 if "buy_refinery" in by_kind else 0,
        )
        if all(plan.wells.count(name) <= free[name] for name in plan.wells)
    ]


def _lot(view: View, form: OrderForm) -> Lot:
    """What is worth most to oneself."""
    lots = cast(tuple[Lot, ...], _words(form))
    return max(lots, key=lambda lot: _value(view, lot)[0])


def _auction(view: View, form: OrderForm) -> Move:
    sale, bounds = view.auction, _amount(form)
    assert sale is not None
    value, due = _value(view, sale.lot)
    bid = bounds.least
    if bid <= value // 2 and bid + max(0, due) <= own(view).cash:
        return (Bid(bid),)
    return (Pass(),)


def _value(view: View, lot: Lot) -> tuple[int, int]:
    """Return what the lot would earn until the end, and what would fall due with it."""
    if lot == "well":
        names = tuple(field.id for field in view.fields if field.free > 0)
        plan = Plan(wells=(_best_field(view, names),))
    else:
        plan = Plan(tankers=int(lot == "tanker"), refineries=int(lot == "refinery"))
    return worth(view, plan) - worth(view, Plan()), due_after(view, plan)


def _best_field(view: View, names: tuple[str, ...]) -> str:
    return max(names, key=lambda name: worth(view, Plan(wells=(name,))))


def _declared(view: View) -> int:
    me, prices = own(view), view.prices
    if view.session == len(prices.sessions):
        if view.round == view.rounds:
            return me.barrels
        kept = max(0, me.refineries * prices.refinery_barrels - me.output)
        spare = me.cash - view.due_next
        return me.barrels if spare < 0 else max(0, me.barrels - kept)
    share = view.demand // len(view.seats)
    return min(me.barrels, max(share, (me.barrels * 4 + 6) // 7))


def _adjusted(view: View, by_kind: dict[str, OrderForm]) -> Move:
    """Whatever brings most, by the prices that would then hold."""
    me = own(view)
    now = view.declared[me.seat]
    ways: dict[Add | Cut | Keep, int] = {Keep(): now}
    if "add" in by_kind:
        ways[Add()] = now + me.tankers
    if "cut" in by_kind:
        ways[Cut()] = now - me.tankers
    return (max(ways, key=lambda order: _brings(view, ways[order])),)


def _brings(view: View, count: int) -> int:
    me = own(view)
    others = [declared for seat, declared in view.declared.items() if seat != me.seat]
    supply = sum(others) + count
    scarce, ample = view.prices.sessions[view.session - 1]
    ahead = sum(declared for declared in others if declared > count)
    good = 0 if supply > 2 * view.demand else min(count, max(0, view.demand - ahead))
    price = scarce if supply <= view.demand else ample
    last = view.round == view.rounds and view.session == len(view.prices.sessions)
    kept = (me.barrels - count) * (0 if last else BARREL_KEPT)
    return good * price + (count - good) * view.prices.glut + kept


def _sellers(view: View, form: OrderForm) -> SellingOrder:
    words = [Seat(word) for word in cast(Permutation, form.fields[0]).words]
    words.sort(key=lambda seat: seat != view.you)
    return SellingOrder(tuple(words))
