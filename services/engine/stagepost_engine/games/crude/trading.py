"""Phase 1, Market: one player's trades, folded one after another."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from stagepost_contracts.errors import IllegalMove
from stagepost_contracts.texts import say
from stagepost_engine.games.crude.ladders import (
    buys_most,
    cost,
    moved,
    open_of,
    proceeds,
    sells_most,
)
from stagepost_engine.games.crude.orders import Buy, Sell, Stay
from stagepost_engine.games.crude.state import (
    Quadrant,
    Table,
    closed_markets,
    named,
    owner_of,
    paid,
)
from stagepost_engine.games.crude.steps import Told, news
from stagepost_engine.games.crude.tables import MARKETS, Good, MarketName
from stagepost_engine.games.crude.words import barrels_word, market_word


class Trader(msgspec.Struct, frozen=True):
    """The phase so far: the table after it, and the market that was chosen."""

    table: Table
    quadrant: int
    market: MarketName | None = None
    told: Told = ()
    closed: bool = False

    @property
    def held(self) -> Quadrant:
        return self.table.quadrants[self.quadrant]

    @property
    def cash(self) -> int:
        return self.table.cash[owner_of(self.table, self.quadrant)]


def traded(trader: Trader, order: Buy | Sell | Stay, index: int) -> Trader:
    """Carry one order out. Raises IllegalMove with `index`."""
    match order:
        case Buy(count=count, good=good, market=market):
            return _bought(trader, count, good, market, index)
        case Sell(count=count, good=good, market=market):
            assert market != "consumer", "the forms of this phase offer two markets"
            return _sold(trader, count, good, market, index)
        case Stay():
            return replace(trader, closed=True)


def markets_of(trader: Trader) -> tuple[MarketName, ...]:
    """Ruling 20: one of the two markets per turn."""
    if trader.market is not None:
        return (trader.market,)
    closed = closed_markets(trader.table)
    return tuple(name for name in MARKETS if name not in closed)


def _bought(trader: Trader, count: int, good: Good, market: MarketName, index: int) -> Trader:
    table = trader.table
    most = buys_most(table, market, good, trader.cash)
    if count > most:
        raise IllegalMove(
            say(
                "You hold {cash} M$: in {market} that buys at the most {most}; you want {count}.",
                cash=trader.cash,
                market=market_word(market),
                most=barrels_word(good, most),
                count=count,
            ),
            index,
        )
    sum_ = cost(table, market, good, count)
    table = paid(table, {owner_of(table, trader.quadrant): sum_})
    table = moved(table, market, good, trader.quadrant, count)
    word = say(
        "{who} buys {barrels} in {market} for {sum} M$.",
        who=named(table, trader.quadrant),
        barrels=barrels_word(good, count),
        market=market_word(market),
        sum=sum_,
    )
    return replace(trader, table=table, market=market, told=trader.told + news(word))


def _sold(trader: Trader, count: int, good: Good, market: MarketName, index: int) -> Trader:
    table = trader.table
    stored = trader.held.crude if good == "crude" else trader.held.gasoline
    if count > sells_most(table, market, good, stored):
        raise IllegalMove(
            say(
                "You hold {stored}, and {market} has room for {room} more; you want to sell {count}.",
                stored=barrels_word(good, stored),
                market=market_word(market),
                room=open_of(table, market, good),
                count=count,
            ),
            index,
        )
    sum_ = proceeds(table, market, good, count)
    table = paid(table, {owner_of(table, trader.quadrant): -sum_})
    table = moved(table, market, good, trader.quadrant, -count)
    word = say(
        "{who} sells {barrels} in {market} for {sum} M$.",
        who=named(table, trader.quadrant),
        barrels=barrels_word(good, count),
        market=market_word(market),
        sum=sum_,
    )
    return replace(trader, table=table, market=market, told=trader.told + news(word))
