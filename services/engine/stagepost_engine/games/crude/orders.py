"""The orders of Crude: what a player can write, each a tagged struct."""

from __future__ import annotations

from typing import Literal, TypeAlias

from stagepost_engine.games.crude.tables import Good, MarketName
from stagepost_engine.rules.game import Order

ASK_ME = 0  # in a policy: no price is given, so the player is asked


class Stay(Order, frozen=True, tag="stay"):
    """Nothing in this part of the turn."""


class Buy(Order, frozen=True, tag="buy"):
    """BUY <count> <good> <market>."""

    count: int
    good: Good
    market: MarketName


class Sell(Order, frozen=True, tag="sell"):
    """SELL <count> <good> <market>; through hit stations the market is `consumer`."""

    count: int
    good: Good
    market: MarketName | Literal["consumer"]


class Refine(Order, frozen=True, tag="refine"):
    """REFINE <count>: crude into gasoline, over all refineries hit."""

    count: int


class Convert(Order, frozen=True, tag="convert"):
    """The rig that was hit twice becomes a well."""


class BuildRig(Order, frozen=True, tag="build_rig"):
    """BUILD RIG <square> (TO <square>): on every free square between two corners."""

    at: str
    to: str = ""


class BuildStation(Order, frozen=True, tag="build_station"):
    at: str
    to: str = ""


class BuildWell(Order, frozen=True, tag="build_well"):
    """Only where an economy card of the tables gives wells a price."""

    at: str
    to: str = ""


class BuildRefinery(Order, frozen=True, tag="build_refinery"):
    """Its first square: the lowest row and column of its four."""

    at: str


class Liquidate(Order, frozen=True, tag="liquidate"):
    """LIQUIDATE <square> (TO <square>): sell the pieces at their liquidation value."""

    at: str
    to: str = ""


class Cover(Order, frozen=True, tag="cover"):
    """Let the cheapest assets that cover the debt be sold."""


class Declare(Order, frozen=True, tag="declare"):
    """Victory is declared."""


class Policy(Order, frozen=True, tag="policy"):
    """A standing order for hits: what is not named is asked."""

    refine: Literal["all", "none", "ask"] = "ask"
    sell: int = ASK_ME
    convert: int = ASK_ME


Build: TypeAlias = BuildRig | BuildStation | BuildWell | BuildRefinery
YardOrder: TypeAlias = Build | Liquidate | Declare | Stay
WorksOrder: TypeAlias = Refine | Sell | Convert | Stay
AnyOrder: TypeAlias = (
    Stay | Buy | Sell | Refine | Convert | Build | Liquidate | Cover | Declare | Policy
)
