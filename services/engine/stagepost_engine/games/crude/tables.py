"""The printed numbers of Crude as data: what a host's own file may replace."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Mark: TypeAlias = Literal["rulebook", "inferred", "found", "designed"]
"""Where a value comes from: printed, worked out from print, a public source, or our own."""

Marks: TypeAlias = dict[str, Mark]
"""A mark for each value of a struct by its name; `all` speaks for those not named."""

Kind: TypeAlias = Literal["rig", "station", "refinery", "well"]
Good: TypeAlias = Literal["crude", "gasoline"]
MarketName: TypeAlias = Literal["domestic", "foreign"]

KINDS: tuple[Kind, ...] = ("rig", "station", "refinery", "well")
GOODS: tuple[Good, ...] = ("crude", "gasoline")
MARKETS: tuple[MarketName, ...] = ("domestic", "foreign")


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of the tables, with the marks of its values."""

    provenance: Marks = {}


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """What a news card does; a closed list of kinds."""


class PayPer(Effect, frozen=True, tag="pay_per"):
    """Every player pays so much for each thing held."""

    crude: int = 0
    gasoline: int = 0
    rig: int = 0
    station: int = 0
    refinery: int = 0
    well: int = 0


class ReceivePer(Effect, frozen=True, tag="receive_per"):
    """Every player receives so much for each thing held, and keeps it."""

    crude: int = 0
    gasoline: int = 0
    rig: int = 0
    station: int = 0
    refinery: int = 0
    well: int = 0


class RemoveCheapest(Effect, frozen=True, tag="remove_cheapest"):
    """So many of the cheapest barrels leave a ladder."""

    market: MarketName
    good: Good
    count: int


class MarketClosed(Effect, frozen=True, tag="market_closed"):
    """A market is shut as long as the card lasts."""

    market: MarketName


class StationBonus(Effect, frozen=True, tag="station_bonus"):
    """Each barrel sold through a station brings so much more as long as the card lasts."""

    each: int


LastingEffect: TypeAlias = MarketClosed | StationBonus
AnyEffect: TypeAlias = PayPer | ReceivePer | RemoveCheapest | MarketClosed | StationBonus


class NewsCard(Numbers, frozen=True):
    """One news card; a lasting one ends with the doubles of `ends_on`."""

    id: str
    effect: AnyEffect
    ends_on: tuple[int, ...] = ()


class Price(Numbers, frozen=True):
    """What one piece costs and brings; without `buy` it is not for sale."""

    sell: int
    buy: int | None = None


class EconomyCard(Numbers, frozen=True):
    """One economy card: prices, red spaces that demand moves, the next card by the green die."""

    id: str
    rig: Price
    station: Price
    refinery: Price
    well: Price
    change: int
    next: tuple[str, ...]


class Rungs(Numbers, frozen=True):
    """A ladder of one good: its lowest price and step, its spaces, and how many start open."""

    step: int
    spaces: int
    open: int


class Consumer(Numbers, frozen=True):
    """The consumer track: prices from 1, the first barrel's place, and the red spaces."""

    highest: int
    start: int
    red: tuple[int, ...]


class Yields(Numbers, frozen=True):
    """What a hit and a double hit do to each asset, in barrels; a well's price step in M$."""

    pump: int
    pump_double: int
    refine: int
    refine_double: int
    sell: int
    sell_double: int
    well_step: int


class StartCash(Numbers, frozen=True):
    players: int
    cash: int


class News(Numbers, frozen=True):
    """Doubles that trigger the card next to the deck, and the one farther away."""

    likely: tuple[int, ...]
    unlikely: tuple[int, ...]
    cards: tuple[NewsCard, ...]


class Readings(Numbers, frozen=True):
    """Readings of a silent or doubtful rule that a host may choose.

    `neighbours` act after the active player: the left one with the row die, or both, each with
    the line shared with the active quadrant. `rounds_most` ends a match that would not end; 0 lifts it.
    """

    neighbours: Literal["left", "both"] = "left"
    rounds_most: int = 40


class Tables(Numbers, frozen=True):
    start_cash: tuple[StartCash, ...]
    start_crude: int
    start_gasoline: int
    win_cash: int
    track_limit: int
    start_card: str
    final_card: str
    yields: Yields
    crude: Rungs
    gasoline: Rungs
    consumer: Consumer
    economy: tuple[EconomyCard, ...]
    news: News
    readings: Readings = Readings()
