"""The orders of Bombay: what a player can write, each a tagged struct."""

from __future__ import annotations

from typing import TypeAlias

from stagepost_engine.rules.game import Order

NOTHING = "nothing"


class Go(Order, frozen=True, tag="go"):
    """Along one road."""

    place: str


class Buy(Order, frozen=True, tag="buy"):
    """A bale of the colour of the post where the elephant stands."""


class Sell(Order, frozen=True, tag="sell"):
    bale: str


class Build(Order, frozen=True, tag="build"):
    """A palace for a bale; `take` is the colour of the bale that a palace token gives."""

    bale: str
    take: str = NOTHING


class Consolidate(Order, frozen=True, tag="consolidate"):
    """The whole turn for a rupee."""


class Stay(Order, frozen=True, tag="stay"):
    """The empty turn."""


AnyOrder: TypeAlias = Go | Buy | Sell | Build | Consolidate | Stay
