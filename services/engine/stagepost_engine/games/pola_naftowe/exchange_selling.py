"""Phase 9, Stock Exchange: all declared barrels are sold, then session II or the incomes follow."""

from __future__ import annotations

from msgspec.structs import replace

from stagepost_contracts.events import Event
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import Text, say, say_many
from stagepost_engine.games.pola_naftowe.market import Price, price_of, sellers
from stagepost_engine.games.pola_naftowe.opening import Told, opened
from stagepost_engine.games.pola_naftowe.parts import INCOME
from stagepost_engine.games.pola_naftowe.state import Sale, Table, tables_of
from stagepost_engine.games.pola_naftowe.steps import happens
from stagepost_engine.rules.dice import Dice
from stagepost_engine.rules.game import Moves, Outcome

SESSIONS = 2


def resolve(table: Table, moves: Moves, dice: Dice) -> Outcome[Table]:
    price = price_of(table)
    told = [Event(_price_word(table, price))]
    holdings, bank, left = dict(table.holdings), table.bank, price.count
    # Ruling 25: declared barrels are sold, without a further choice.
    for seat in sellers(table):
        count = table.declared[seat]
        good = min(count, left)
        proceeds = good * price.good + (count - good) * price.glut
        held = holdings[seat]
        holdings[seat] = replace(held, cash=held.cash + proceeds, barrels=held.barrels - count)
        bank, left = bank - proceeds, left - good
        told.append(Event(_sold_word(seat, good, count - good, price, proceeds)))
    sale = Sale(table.round, table.session, price.good if price.count else price.glut)
    after = replace(
        table,
        holdings=holdings,
        bank=bank,
        oil=table.oil + price.supply,
        declared={},
        tied=(),
        history=(*table.history, sale),
    )
    return _next_session(after, price, tuple(told))


def _next_session(table: Table, price: Price, told: Told) -> Outcome[Table]:
    if table.session == SESSIONS:
        return opened(replace(table, session=0), INCOME, told)
    # Ruling 23: session II measures supply against the whole demand again.
    if not tables_of(table).readings.demand_again:
        table = replace(table, demand=max(0, table.demand - min(price.supply, price.count)))
    return Outcome(replace(table, phase="declare", session=SESSIONS), told)


def _price_word(table: Table, price: Price) -> Text:
    if not price.supply:
        return say("Nobody sells in session {session}.", session=table.session)
    if not price.count:
        return say(
            "Supply is {supply} and demand {demand}: every barrel brings {glut} P$.",
            supply=price.supply,
            demand=table.demand,
            glut=price.glut,
        )
    if price.supply <= price.count:
        return say(
            "Supply is {supply} and demand {demand}: every barrel brings {good} P$.",
            supply=price.supply,
            demand=table.demand,
            good=price.good,
        )
    return say(
        "Supply is {supply} and demand {demand}: the first {demand} barrels bring {good} P$ each, the others {glut} P$.",
        supply=price.supply,
        demand=table.demand,
        good=price.good,
        glut=price.glut,
    )


def _sold_word(seat: Seat, good: int, rest: int, price: Price, proceeds: int) -> Text:
    if good and rest:
        return say(
            "{seat} sells {good} at {price} P$ and {rest} at {glut} P$ a barrel, for {sum} P$.",
            seat=seat,
            good=good,
            price=price.good,
            rest=rest,
            glut=price.glut,
            sum=proceeds,
        )
    return say_many(
        "{seat} sells {count} barrel at {price} P$, for {sum} P$.",
        "{seat} sells {count} barrels at {price} P$, for {sum} P$.",
        count=good + rest,
        seat=seat,
        price=price.good if good else price.glut,
        sum=proceeds,
    )


SELLING = happens("selling", say("Stock Exchange: sales"), resolve)
