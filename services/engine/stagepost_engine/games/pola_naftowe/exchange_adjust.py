"""Phase 9, Stock Exchange: once, who won the lobby adds or withdraws as many barrels as tankers."""

from __future__ import annotations

from msgspec.structs import replace

from stagepost_contracts.events import Event
from stagepost_contracts.forms import OrderForm
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import Text, say
from stagepost_engine.games.pola_naftowe.market import contested
from stagepost_engine.games.pola_naftowe.opening import Told
from stagepost_engine.games.pola_naftowe.orders import Add, Keep
from stagepost_engine.games.pola_naftowe.parts import EXCHANGE
from stagepost_engine.games.pola_naftowe.state import Table
from stagepost_engine.rules.dice import Dice
from stagepost_engine.rules.game import Forms, Move, Moves, Outcome, Phase
from stagepost_engine.rules.steps import forms_say_it_all

ADD = say("declare as many barrels more as you own tankers")
CUT = say("withdraw as many barrels as you own tankers")
KEEP = say("leave your declaration; you can still use this in a later session")


def revealed(table: Table, told: Told) -> Outcome[Table]:
    """The declarations are open: the adjustment follows if it is possible, then the selling."""
    if not table.adjusted and any(_possible(table)):
        return Outcome(replace(table, phase="adjust"), told)
    return settled_supply(table, told)


def settled_supply(table: Table, told: Told) -> Outcome[Table]:
    """The supply stands: ties that change money are settled, then all sell."""
    tied = contested(table)
    return Outcome(replace(table, phase="tie_order" if tied else "selling", tied=tied), told)


def question(table: Table, seat: Seat) -> Text:
    return say(
        "Supply is {supply} and demand {demand}; you declared {declared}. "
        "Once in the two sessions you may add or withdraw exactly {tankers}, as many as you own tankers.",
        supply=sum(table.declared.values()),
        demand=table.demand,
        declared=table.declared[seat],
        tankers=table.holdings[seat].tankers,
    )


def actors(table: Table) -> tuple[Seat, ...]:
    lobbyist = table.lobbyist
    return (lobbyist,) if lobbyist is not None and any(_possible(table)) else ()


def forms(table: Table, seat: Seat, so_far: Move) -> Forms:
    if so_far:
        return ()
    more, fewer = _possible(table)
    add = (OrderForm("add", meaning=ADD),) if more else ()
    cut = (OrderForm("cut", meaning=CUT),) if fewer else ()
    return (*add, *cut, OrderForm("keep", meaning=KEEP))


def default(table: Table, seat: Seat) -> Move:
    return (Keep(),)


def resolve(table: Table, moves: Moves, dice: Dice) -> Outcome[Table]:
    for seat, (order,) in moves.items():
        if isinstance(order, Keep):
            word = say("{seat} leaves the declaration as it is.", seat=seat)
            return settled_supply(table, (Event(word),))
        tankers = table.holdings[seat].tankers
        change = tankers if isinstance(order, Add) else -tankers
        after = table.declared[seat] + change
        if isinstance(order, Add):
            word = say(
                "{seat} adds {count} barrels, {after} in all.",
                seat=seat,
                count=tankers,
                after=after,
            )
        else:
            word = say(
                "{seat} withdraws {count} barrels: {after} are left.",
                seat=seat,
                count=tankers,
                after=after,
            )
        declared = {**table.declared, seat: after}
        return settled_supply(replace(table, declared=declared, adjusted=True), (Event(word),))
    return settled_supply(table, ())


def _possible(table: Table) -> tuple[bool, bool]:
    """Whether adding and whether withdrawing is possible to the winner of the lobby."""
    # Ruling 26: his own declaration, exactly his tankers, and the result is 0 to what he holds.
    # Ruling 38: the adjustment is the winner's own and lapses with him.
    if table.lobbyist not in table.holdings:
        return False, False
    held, declared = table.holdings[table.lobbyist], table.declared[table.lobbyist]
    if not held.tankers:
        return False, False
    return declared + held.tankers <= held.barrels, declared >= held.tankers


ADJUSTING = Phase(
    name="adjust",
    part=EXCHANGE,
    title=say("Stock Exchange: the adjustment"),
    question=question,
    actors=actors,
    forms=forms,
    check=forms_say_it_all,
    default=default,
    resolve=resolve,
)
