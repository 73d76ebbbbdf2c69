"""What one reader may see: all at this table is open but the news cards nobody has drawn."""

from __future__ import annotations

import msgspec

from stagepost_contracts.ids import Seat
from stagepost_engine.games.crude.consumer import next_price, sales_most
from stagepost_engine.games.crude.final import final_worth, ranking
from stagepost_engine.games.crude.ladders import covered, open_of
from stagepost_engine.games.crude.squares import count_of
from stagepost_engine.games.crude.state import (
    CORNERS,
    Table,
    card_named,
    card_now,
    closed_markets,
    news_named,
    price_of,
    rungs_of,
    tables_of,
    well_price,
)
from stagepost_engine.games.crude.tables import (
    GOODS,
    KINDS,
    MARKETS,
    Good,
    Kind,
    MarketName,
    NewsCard,
)
from stagepost_engine.games.crude.works import works_of
from stagepost_engine.rules.game import Rank


class QuadrantView(msgspec.Struct, frozen=True):
    """A quarter of the board: a mark for each square, row by row, and how many assets of a kind."""

    corner: str
    owner: Seat | None
    plan: str
    crude: int
    gasoline: int
    assets: dict[Kind, int]


class LadderView(msgspec.Struct, frozen=True):
    """A ladder: prices of the next barrel bought and sold, 0 if there is none."""

    market: MarketName
    good: Good
    step: int
    spaces: int
    open: int
    buy: int
    sell: int
    closed: bool


class PriceView(msgspec.Struct, frozen=True):
    """An asset on the card on top, None if not for sale; and what it brings at the end."""

    kind: Kind
    buy: int | None
    sell: int
    final: int


class HitsView(msgspec.Struct, frozen=True):
    """What the roll allows the quadrant that acts, and what its wells have pumped on it."""

    refining: int = 0
    selling: int = 0
    strike: bool = False
    pumped: int = 0


class ConsumerView(msgspec.Struct, frozen=True):
    """The consumer track: barrels lie from `lowest` to `top`, and the next one brings `sale`."""

    lowest: int
    top: int
    highest: int
    red: tuple[int, ...]
    sales_most: int
    sale: int


class NewsView(msgspec.Struct, frozen=True):
    """The open cards with the doubles that trigger them, the pile, and what is in force."""

    likely: NewsCard
    likely_doubles: tuple[int, ...]
    unlikely: NewsCard
    unlikely_doubles: tuple[int, ...]
    lasting: tuple[NewsCard, ...]
    pile: int
    seen: tuple[str, ...]


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table as one reader sees it; `you` is None for an observer.

    `acting` is the quadrant that is asked, or in turn.
    """

    you: Seat | None
    phase: str
    round: int
    rounds_most: int
    turn: int
    acting: int
    quadrants: tuple[QuadrantView, ...]
    cash: dict[Seat, int]
    final_worth: dict[Seat, int]
    ladders: tuple[LadderView, ...]
    consumer: ConsumerView
    economy: str
    next_economy: tuple[str, ...]
    prices: tuple[PriceView, ...]
    track: int
    track_limit: int
    news: NewsView
    well_price: int
    win_cash: int
    neighbours: str
    ranking: tuple[Rank, ...]
    roll: tuple[int, ...] = ()
    hits: HitsView = HitsView()
    debts: dict[Seat, int] = {}
    declared: int | None = None
    turns_left: int = 0


def view(table: Table, seat: Seat | None) -> View:
    tables, card = tables_of(table), card_now(table)
    return View(
        you=seat if seat in table.cash else None,
        phase=table.phase,
        round=table.round,
        rounds_most=tables.readings.rounds_most,
        turn=table.turn,
        acting=table.queue[0] if table.queue else table.turn,
        quadrants=tuple(_quadrant(table, at) for at in range(len(table.quadrants))),
        cash=table.cash,
        final_worth={seat: final_worth(table, seat) for seat in table.seats},
        ladders=tuple(_ladder(table, market, good) for market in MARKETS for good in GOODS),
        consumer=_consumer(table),
        economy=card.id,
        next_economy=card.next,
        prices=tuple(_price(table, kind) for kind in KINDS),
        track=table.track,
        track_limit=tables.track_limit,
        news=_news(table),
        well_price=well_price(table),
        win_cash=tables.win_cash,
        neighbours=tables.readings.neighbours,
        ranking=ranking(table),
        roll=table.roll,
        hits=_hits(table),
        debts=table.debts,
        declared=table.declared,
        turns_left=table.turns_left,
    )


def _consumer(table: Table) -> ConsumerView:
    track = tables_of(table).consumer
    return ConsumerView(
        lowest=table.consumer,
        top=table.consumer_top,
        highest=track.highest,
        red=track.red,
        sales_most=sales_most(table),
        sale=next_price(table),
    )


def _news(table: Table) -> NewsView:
    doubles = tables_of(table).news
    return NewsView(
        likely=news_named(table, table.likely),
        likely_doubles=doubles.likely,
        unlikely=news_named(table, table.unlikely),
        unlikely_doubles=doubles.unlikely,
        lasting=tuple(news_named(table, name) for name in table.lasting),
        # Ruling 42: how many cards nobody has seen; which come next is not known.
        pile=len(table.unseen),
        seen=table.seen,
    )


def _quadrant(table: Table, at: int) -> QuadrantView:
    held = table.quadrants[at]
    return QuadrantView(
        corner=CORNERS[at],
        owner=held.owner,
        plan=held.plan,
        crude=held.crude,
        gasoline=held.gasoline,
        assets={kind: count_of(held.plan, kind) for kind in KINDS},
    )


def _hits(table: Table) -> HitsView:
    if table.phase != "hits":
        return HitsView()
    works = works_of(table)
    return HitsView(works.refining, works.selling, works.rig is not None, table.pumped)


def _ladder(table: Table, market: MarketName, good: Good) -> LadderView:
    rungs, below = rungs_of(table, good), open_of(table, market, good)
    return LadderView(
        market=market,
        good=good,
        step=rungs.step,
        spaces=rungs.spaces,
        open=below,
        buy=rungs.step * (below + 1) if covered(table, market, good) else 0,
        sell=rungs.step * below,
        closed=market in closed_markets(table),
    )


def _price(table: Table, kind: Kind) -> PriceView:
    now = price_of(card_now(table), kind)
    tables = tables_of(table)
    final = price_of(card_named(tables, tables.final_card), kind)
    return PriceView(kind, now.buy, now.sell, final.sell)
