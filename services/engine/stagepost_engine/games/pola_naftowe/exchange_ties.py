"""Phase 9, Stock Exchange: who won the lobby orders tied sellers, where it changes money."""

from __future__ import annotations

from msgspec.structs import replace

from stagepost_contracts.events import Event
from stagepost_contracts.forms import OrderForm, Permutation
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import Text, say
from stagepost_engine.games.pola_naftowe.market import price_of
from stagepost_engine.games.pola_naftowe.orders import SellingOrder
from stagepost_engine.games.pola_naftowe.parts import EXCHANGE
from stagepost_engine.games.pola_naftowe.state import Table, leads
from stagepost_engine.games.pola_naftowe.steps import listed
from stagepost_engine.rules.dice import Dice
from stagepost_engine.rules.game import Forms, Move, Moves, Outcome, Phase
from stagepost_engine.rules.steps import forms_say_it_all

ORDER = say("the tied sellers, who sells first of them first")


def question(table: Table, seat: Seat) -> Text:
    price = price_of(table)
    return say(
        "{seats} declared the same number, and the price of {good} P$ ends between them. You settle who sells first.",
        seats=listed(table.tied),
        good=price.good,
    )


def actors(table: Table) -> tuple[Seat, ...]:
    return (leads(table),)


def forms(table: Table, seat: Seat, so_far: Move) -> Forms:
    if so_far:
        return ()
    return (OrderForm("order", (Permutation("sellers", table.tied),), meaning=ORDER),)


def default(table: Table, seat: Seat) -> Move:
    """Clockwise from the left of who settles it, that player last."""
    return (SellingOrder(table.tied),)


def resolve(table: Table, moves: Moves, dice: Dice) -> Outcome[Table]:
    [(seat, (order,))] = moves.items()
    word = say(
        "{judge} lets them sell in this order: {seats}.", judge=seat, seats=", ".join(order.sellers)
    )
    return Outcome(replace(table, phase="selling", tied=order.sellers), (Event(word),))


ORDERING = Phase(
    name="tie_order",
    part=EXCHANGE,
    title=say("Stock Exchange: tied sellers"),
    question=question,
    actors=actors,
    forms=forms,
    check=forms_say_it_all,
    default=default,
    resolve=resolve,
)
