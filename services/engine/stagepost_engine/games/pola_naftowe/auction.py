"""Phase 5, Auction: one lot, open bids clockwise, who passes is out."""

from __future__ import annotations

from typing import cast

from msgspec.structs import replace

from stagepost_contracts.events import Event
from stagepost_contracts.forms import Amount, Choice, OrderForm
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import Text, say
from stagepost_engine.games.pola_naftowe.opening import Told, opened
from stagepost_engine.games.pola_naftowe.orders import Bid, Pass, UpTo
from stagepost_engine.games.pola_naftowe.parts import AUCTION, EXTRACTION
from stagepost_engine.games.pola_naftowe.state import Auction, Table, paid, tables_of, tokens_left
from stagepost_engine.rules.dice import Dice
from stagepost_engine.rules.game import Forms, Move, Moves, Outcome, Phase
from stagepost_engine.rules.steps import forms_say_it_all

BID = say("raise to this sum; it must be paid if nobody raises it")
PASS = say("leave the auction")
UP_TO = say("let the engine raise by the least step for you, then pass or be asked")


def question(table: Table, seat: Seat) -> Text:
    sale = running(table)
    if sale.leader is None:
        return say("A {lot} is up for auction; nobody has bid yet. Bid or pass.", lot=sale.lot)
    return say(
        "A {lot} is up for auction; {leader} leads with {price} P$. Bid or pass.",
        lot=sale.lot,
        leader=sale.leader,
        price=sale.price,
    )


def running(table: Table) -> Auction:
    assert table.auction is not None, f"no auction in {table.phase}"
    return table.auction


def least_raise(table: Table) -> int:
    """Ruling 32: each bid is at least one step above the last."""
    tables, sale = tables_of(table), running(table)
    return sale.price + tables.bid_step if sale.leader is not None else tables.least_bid


def can_bid(table: Table, seat: Seat) -> bool:
    """Ruling 33: cash in hand is the ceiling; ruling 8: a well needs a free token."""
    held = table.holdings[seat]
    token = running(table).lot != "well" or tokens_left(table, held) > 0
    return token and held.cash >= least_raise(table)


def actors(table: Table) -> tuple[Seat, ...]:
    seat = running(table).bidders[0]
    return (seat,) if can_bid(table, seat) else ()


def forms(table: Table, seat: Seat, so_far: Move) -> Forms:
    if so_far:
        return ()
    step = tables_of(table).bid_step
    raises = Amount("amount", least_raise(table), table.holdings[seat].cash, step)
    return (OrderForm("bid", (raises,), meaning=BID), OrderForm("pass", meaning=PASS))


def default(table: Table, seat: Seat) -> Move:
    return (Pass(),)


def standing(table: Table, seat: Seat) -> Forms:
    """Offer a limit to every seat that is still in, while the auction runs."""
    if table.auction is None or table.phase != "auction" or seat not in table.auction.bidders:
        return ()
    tables, cash = tables_of(table), table.holdings[seat].cash
    if cash < tables.least_bid:
        return ()
    limit = Amount("limit", tables.least_bid, cash, tables.bid_step)
    then = Choice("then", ("pass", "ask"), keyword="then", otherwise="pass")
    return (OrderForm("up to", (limit, then), meaning=UP_TO),)


def answer(table: Table, seat: Seat, orders: Move) -> Move | None:
    """Raise by the least step up to the limit, cut to the cash of the moment."""
    limit = cast(UpTo, orders[-1])
    bid = least_raise(table)
    if bid <= min(limit.limit, table.holdings[seat].cash):
        return (Bid(bid),)
    return None if limit.then == "ask" else (Pass(),)


def resolve(table: Table, moves: Moves, dice: Dice) -> Outcome[Table]:
    sale = running(table)
    seat, *others = sale.bidders
    order = moves[seat][0] if seat in moves else Pass()
    if isinstance(order, Bid):
        sale = Auction(sale.lot, (*others, seat), seat, order.amount)
        word = say("{seat} bids {amount} P$.", seat=seat, amount=order.amount)
    else:
        sale = replace(sale, bidders=tuple(others))
        word = say("{seat} passes.", seat=seat)
    table, told = replace(table, auction=sale), (Event(word),)
    if sale.bidders in ((), (sale.leader,)):
        return hammer(table, sale, told)
    return Outcome(table, told)


def hammer(table: Table, sale: Auction, told: Told) -> Outcome[Table]:
    """Close the sale: the leader pays the bank and takes the lot, if there is one."""
    if sale.leader is None:
        unsold = Event(say("Nobody bids: the {lot} stays where it is.", lot=sale.lot))
        return opened(replace(table, auction=None), EXTRACTION, (*told, unsold))
    word = say(
        "{seat} buys the {lot} for {price} P$.", seat=sale.leader, lot=sale.lot, price=sale.price
    )
    told = (*told, Event(word))
    table = paid(table, {sale.leader: sale.price})
    held = table.holdings[sale.leader]
    match sale.lot:
        case "well":
            return Outcome(replace(table, phase="place"), told)
        case "tanker":
            held, supply = replace(held, tankers=held.tankers + 1), {"tankers": table.tankers - 1}
        case "refinery":
            held = replace(held, refineries=held.refineries + 1)
            supply = {"refineries": table.refineries - 1}
    holdings = {**table.holdings, sale.leader: held}
    return opened(replace(table, auction=None, holdings=holdings, **supply), EXTRACTION, told)


BIDDING = Phase(
    name="auction",
    part=AUCTION,
    title=say("Auction: the bids"),
    question=question,
    actors=actors,
    forms=forms,
    check=forms_say_it_all,
    default=default,
    resolve=resolve,
    standing=standing,
    answer=answer,
)
