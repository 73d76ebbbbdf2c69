"""Phase 9, Stock Exchange: each declares in secret how many barrels to sell in this session."""

from __future__ import annotations

from msgspec.structs import replace

from stagepost_contracts.events import Event
from stagepost_contracts.forms import Amount, OrderForm
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import Text, say, say_many
from stagepost_engine.games.pola_naftowe import numbers
from stagepost_engine.games.pola_naftowe.dues import next_round
from stagepost_engine.games.pola_naftowe.exchange_adjust import revealed
from stagepost_engine.games.pola_naftowe.orders import Sell
from stagepost_engine.games.pola_naftowe.parts import EXCHANGE
from stagepost_engine.games.pola_naftowe.state import Table, players, tables_of
from stagepost_engine.rules.dice import Dice
from stagepost_engine.rules.game import Forms, Move, Moves, Outcome, Phase
from stagepost_engine.rules.steps import forms_say_it_all

SELL = say("barrels that you offer in this session, in secret")


def question(table: Table, seat: Seat) -> Text:
    scarce, ample = numbers.session_prices(table, table.session)
    return say(
        "Session {session}: declare in secret how many of your {held} barrels you sell. "
        "Demand is {demand}: {scarce} P$ a barrel up to that supply, {ample} P$ up to its double, {glut} P$ beyond.",
        session=table.session,
        held=table.holdings[seat].barrels,
        demand=table.demand,
        scarce=scarce,
        ample=ample,
        glut=tables_of(table).glut_price,
    )


def actors(table: Table) -> tuple[Seat, ...]:
    return tuple(seat for seat in players(table) if table.holdings[seat].barrels > 0)


def forms(table: Table, seat: Seat, so_far: Move) -> Forms:
    if so_far:
        return ()
    # Ruling 2: a declaration is between none and the barrels held.
    barrels = Amount("barrels", 0, table.holdings[seat].barrels)
    return (OrderForm("sell", (barrels,), meaning=SELL),)


def default(table: Table, seat: Seat) -> Move:
    """In session I none: the price is left alone.

    In session II the fewest barrels that make the next round's dues payable, each taken to
    bring the glut price; in the last round all, for barrels are worth nothing at the end.
    """
    held, tables = table.holdings[seat], tables_of(table)
    if table.session == 1:
        return (Sell(0),)
    if table.round == tables.rounds:
        return (Sell(held.barrels),)
    income = held.refineries * numbers.refinery_income(table, seat)
    for sold in range(held.barrels + 1):
        bill = next_round(table, seat, sold=sold)
        # Whether the refineries will be short is not certain yet.
        if held.cash + sold * tables.glut_price + income >= bill.total - bill.shortage:
            return (Sell(sold),)
    return (Sell(held.barrels),)


def resolve(table: Table, moves: Moves, dice: Dice) -> Outcome[Table]:
    declared = {seat: moves[seat][0].barrels if seat in moves else 0 for seat in players(table)}
    told = tuple(
        Event(
            say_many(
                "{seat} declares {count} barrel.",
                "{seat} declares {count} barrels.",
                count=count,
                seat=seat,
            )
        )
        for seat, count in declared.items()
    )
    return revealed(replace(table, declared=declared), told)


DECLARING = Phase(
    name="declare",
    part=EXCHANGE,
    title=say("Stock Exchange: declarations"),
    question=question,
    actors=actors,
    forms=forms,
    check=forms_say_it_all,
    default=default,
    resolve=resolve,
)
