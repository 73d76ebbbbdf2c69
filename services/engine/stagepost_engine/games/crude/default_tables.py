"""Edition 1 of the tables: every value with the mark of where it comes from."""

from __future__ import annotations

from stagepost_engine.games.crude.tables import (
    AnyEffect,
    Consumer,
    EconomyCard,
    Mark,
    MarketClosed,
    Marks,
    News,
    NewsCard,
    PayPer,
    Price,
    Readings,
    ReceivePer,
    RemoveCheapest,
    Rungs,
    StartCash,
    StationBonus,
    Tables,
    Yields,
)

EDITION = 1

PRINTED: Marks = {"all": "rulebook"}
INFERRED: Marks = {"all": "inferred"}
FOUND: Marks = {"all": "found"}
DESIGNED: Marks = {"all": "designed"}


def _card(  # noqa: PLR0917 - a row of a printed table
    name: str,
    rig: tuple[int, int],
    station: tuple[int, int],
    refinery: tuple[int, int],
    well: int,
    change: int,
    following: str,
    mark: Mark,
) -> EconomyCard:
    return EconomyCard(
        id=name,
        rig=Price(buy=rig[0], sell=rig[1]),
        station=Price(buy=station[0], sell=station[1]),
        refinery=Price(buy=refinery[0], sell=refinery[1]),
        well=Price(sell=well),
        change=change,
        next=tuple(following.split()),
        provenance={"id": mark, "all": "designed"},
    )


def _news(name: str, effect: AnyEffect, *ends_on: int, mark: Mark = "found") -> NewsCard:
    """Return a card; `mark` tells where its kind comes from, its numbers are our own."""
    return NewsCard(
        id=name, effect=effect, ends_on=ends_on, provenance={"id": mark, "all": "designed"}
    )


def _start(players: int, cash: int) -> StartCash:
    return StartCash(players=players, cash=cash, provenance=PRINTED)


ECONOMY = (
    #     id              rig     station   refinery  well change  next card for a die of 1 to 6
    _card("depression", (5, 1), (9, 4), (24, 14), 14, -3,
          "depression recession recovery recovery recovery growth", "rulebook"),
    _card("recession", (6, 2), (13, 7), (36, 22), 21, -1,
          "depression depression slowdown recovery recovery growth", "found"),
    _card("slowdown", (8, 3), (21, 13), (56, 38), 35, 0,
          "depression recession recession recovery recovery growth", "designed"),
    _card("recovery", (7, 2), (17, 9), (50, 28), 28, 3,
          "recession slowdown growth growth rapid-growth prosperity", "rulebook"),
    _card("growth", (9, 4), (26, 18), (70, 52), 42, 4,
          "slowdown recovery rapid-growth rapid-growth prosperity prosperity", "found"),
    _card("rapid-growth", (10, 5), (31, 22), (84, 66), 56, 6,
          "recession slowdown growth prosperity prosperity prosperity", "found"),
    _card("prosperity", (12, 6), (37, 27), (100, 80), 70, 7,
          "depression recession slowdown slowdown recovery rapid-growth", "found"),
)  # fmt: skip

NEWS = (
    _news("barrel-tax", PayPer(crude=1, gasoline=1)),
    _news("gasoline-tax", PayPer(gasoline=3)),
    _news("refit", PayPer(rig=1, station=2, well=3, refinery=5)),
    _news("station-tax", PayPer(station=4)),
    _news("embargo", MarketClosed("foreign"), 2, 5),
    _news("crude-shortage", RemoveCheapest("domestic", "crude", 5)),
    _news("strategic-reserve", ReceivePer(crude=3)),
    _news("holiday-traffic", StationBonus(3), 4, mark="designed"),
)

DEFAULT_TABLES = Tables(
    start_cash=(_start(2, 300), _start(3, 250), _start(4, 200)),
    start_crude=2,
    start_gasoline=2,
    win_cash=750,
    track_limit=8,
    start_card="recovery",
    final_card="depression",
    yields=Yields(
        pump=2,
        pump_double=4,
        refine=1,
        refine_double=2,
        sell=1,
        sell_double=2,
        well_step=5,
        provenance=PRINTED,
    ),
    crude=Rungs(step=1, spaces=30, open=5, provenance={"spaces": "found", "all": "rulebook"}),
    gasoline=Rungs(step=2, spaces=30, open=7, provenance={"spaces": "found", "all": "rulebook"}),
    # Ruling 37: every third space is red, the only even spacing that fits the rulebook's example.
    consumer=Consumer(
        highest=80,
        start=26,
        red=tuple(range(3, 79, 3)),
        provenance={"highest": "found", "start": "rulebook", "red": "inferred"},
    ),
    economy=ECONOMY,
    news=News(
        likely=(1, 3),
        unlikely=(6,),
        cards=NEWS,
        provenance={"likely": "rulebook", "unlikely": "rulebook", "cards": "designed"},
    ),
    readings=Readings(provenance={"neighbours": "rulebook", "rounds_most": "designed"}),
    provenance=PRINTED,
)
