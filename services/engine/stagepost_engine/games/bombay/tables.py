"""The printed numbers of Bombay as data: what a host's own file may replace."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Mark: TypeAlias = Literal["rulebook", "inferred", "found", "designed"]
"""Where a value comes from: printed, worked out from print, a public source, or our own."""

Marks: TypeAlias = dict[str, Mark]
"""A mark for each value of a struct by its name; `all` speaks for those not named."""

Colour: TypeAlias = Literal["yellow", "purple", "blue", "orange"]
Kind: TypeAlias = Literal["hill", "city", "post_e", "post_f", "palace_token", "empty"]

COLOURS: tuple[Colour, ...] = ("yellow", "purple", "blue", "orange")
HEIGHTS = 3  # demand cubes of a city, from the top
MARKETS = 3  # from the left


class Numbers(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True
):
    """A part of the tables, with the marks of its values."""

    provenance: Marks = {}


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """What a palace token does for its taker; a closed list of kinds."""


class ExtraClient(Effect, frozen=True, tag="client"):
    """Kept: one more client token at the end."""


class ExtraCity(Effect, frozen=True, tag="city"):
    """Kept: one more city token at the end."""


class Rupees(Effect, frozen=True, tag="rupees"):
    """Back to the box, for so many rupees at once."""

    amount: int


class FreeBale(Effect, frozen=True, tag="bale"):
    """Back to the box, for a bale from the leftmost market that has one."""


AnyEffect: TypeAlias = ExtraClient | ExtraCity | Rupees | FreeBale


class PalaceToken(Numbers, frozen=True):
    effect: AnyEffect
    count: int


class Seating(Numbers, frozen=True):
    """What changes with the number of players.

    `city_tokens` lie on each city; posts stand on E alone or on E and F; `rewards` are for
    the places by palaces and clients; `start_rupees` by the order of the first turn.
    """

    players: int
    sets: int
    turns: int
    city_tokens: int
    posts_on_f: bool
    rewards: tuple[int, ...]
    start_rupees: tuple[int, ...]


class MarketPrice(Numbers, frozen=True):
    points: int
    rupees: int


class Actions(Numbers, frozen=True):
    """What a turn holds, and what each action costs in points; `markets` from the left."""

    points: int
    consolidated: int
    move: int
    hill_move: int
    sale: int
    palace: int
    toll: int
    purchases: int
    carried: int
    markets: tuple[MarketPrice, ...]


class Pay(Numbers, frozen=True):
    rupees: int = 0
    clients: int = 0


class Sale(Numbers, frozen=True):
    """What a sale brings: by the height of the cube, and more for some colours."""

    heights: tuple[Pay, ...]
    bonus: dict[Colour, Pay]


class CityReward(Numbers, frozen=True):
    """Rupees at the end for so many city tokens or more; only the best row counts."""

    tokens: int
    rupees: int


class Place(Numbers, frozen=True):
    """A place of the map; `x` and `y` run from 0 to 100, from the left and from the top."""

    id: str
    kind: Kind
    x: int
    y: int


class Board(Numbers, frozen=True):
    """Places and the roads between them; `start` is the hill where all elephants begin."""

    places: tuple[Place, ...]
    roads: tuple[tuple[str, str], ...]
    start: str


class FirstGame(Numbers, frozen=True):
    """The set-up of a first game.

    Columns go by their place in `columns` to the cities, posts by colour to E and then F,
    palace tokens by their place in `palace_tokens` to G: each in the order of the places.
    """

    columns: tuple[int, ...]
    posts: tuple[Colour, ...]
    palace_tokens: tuple[int, ...]


class Readings(Numbers, frozen=True):
    """Readings that a host may choose.

    `first_game` lays the first game's set-up instead of drawing it; `open_holdings` plays
    without screens; `palaces_on_hills` lets a palace stand on a hill.
    """

    first_game: bool = False
    open_holdings: bool = False
    palaces_on_hills: bool = True


class Tables(Numbers, frozen=True):
    """`drawn` bales go to the markets at each restocking; `palaces` are each player's."""

    bales: dict[Colour, int]
    drawn: int
    palaces: int
    seatings: tuple[Seating, ...]
    actions: Actions
    sale: Sale
    city_rewards: tuple[CityReward, ...]
    palace_tokens: tuple[PalaceToken, ...]
    columns: tuple[tuple[Colour, ...], ...]
    board: Board
    first_game: FirstGame
    readings: Readings = Readings()
