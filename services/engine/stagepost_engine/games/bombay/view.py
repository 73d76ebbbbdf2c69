"""What one reader may see: all but what lies behind the screens of others."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from stagepost_contracts.ids import Seat
from stagepost_engine.games.bombay.markets import market_of
from stagepost_engine.games.bombay.ranking import is_open, ranking
from stagepost_engine.games.bombay.state import (
    Table,
    city_tokens_of,
    clients_of,
    palaces_of,
    seating,
    tables_of,
)
from stagepost_engine.games.bombay.tables import (
    Actions,
    AnyEffect,
    CityReward,
    Colour,
    Kind,
    Place,
    Sale,
)
from stagepost_engine.rules.game import Rank


class SeatView(msgspec.Struct, frozen=True):
    """What stands in front of a screen; `palaces` are built, `stock` are not."""

    seat: Seat
    place: str
    bales: tuple[Colour, ...]
    palaces: tuple[str, ...]
    stock: int


class PurseView(msgspec.Struct, frozen=True):
    """What lies behind a screen the reader may look behind.

    `clients` and `city_tokens` count those from palaces; `cities` are tokens from sales.
    """

    seat: Seat
    rupees: int
    clients: int
    cities: tuple[str, ...]
    city_tokens: int


class PlaceView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place of the map and what lies or stands on it; `demand` from the top."""

    id: str
    kind: Kind
    x: int
    y: int
    post: Colour | None = None
    closed: bool = False
    palace: Seat | None = None
    token: AnyEffect | None = None
    demand: tuple[Colour, ...] = ()
    city_tokens: int = 0


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table as one reader sees it; `you` is None for an observer.

    `purses` are only those the reader may see: the reader's own, and all where holdings are
    open or the match is over. `queue` are those yet to act in this turn.
    """

    you: Seat | None
    phase: str
    set_number: int
    sets: int
    turn_number: int
    turns: int
    first: Seat
    seats: tuple[SeatView, ...]
    purses: tuple[PurseView, ...]
    places: tuple[PlaceView, ...]
    roads: tuple[tuple[str, str], ...]
    start: str
    markets: tuple[dict[Colour, int], ...]
    bag: dict[Colour, int]
    actions: Actions
    sale: Sale
    city_rewards: tuple[CityReward, ...]
    rewards: tuple[int, ...]
    palaces_on_hills: bool
    queue: tuple[Seat, ...] = ()
    ranking: tuple[Rank, ...] = ()


def view(table: Table, seat: Seat | None) -> View:
    tables, row = tables_of(table), seating(table)
    you = seat if seat in table.purses else None
    seen = table.seats if is_open(table) else tuple(s for s in table.seats if s == you)
    return View(
        you=you,
        phase=table.phase,
        set_number=table.set_number,
        sets=row.sets,
        turn_number=table.turn_number,
        turns=row.turns,
        first=table.first,
        seats=tuple(_seat_view(table, other) for other in table.seats),
        purses=tuple(_purse_view(table, other) for other in seen),
        places=tuple(_place_view(table, place) for place in tables.board.places),
        roads=tables.board.roads,
        start=tables.board.start,
        markets=table.markets,
        bag=table.bag,
        actions=_bare_actions(tables.actions),
        sale=_bare_sale(tables.sale),
        city_rewards=tuple(replace(row, provenance={}) for row in tables.city_rewards),
        rewards=row.rewards,
        palaces_on_hills=tables.readings.palaces_on_hills,
        queue=table.queue,
        ranking=ranking(table) if is_open(table) else (),
    )


def _seat_view(table: Table, seat: Seat) -> SeatView:
    elephant = table.elephants[seat]
    return SeatView(
        seat=seat,
        place=elephant.place,
        bales=elephant.bales,
        palaces=palaces_of(table, seat),
        stock=elephant.palaces,
    )


def _purse_view(table: Table, seat: Seat) -> PurseView:
    purse = table.purses[seat]
    return PurseView(
        seat=seat,
        rupees=purse.rupees,
        clients=clients_of(table, seat),
        cities=purse.cities,
        city_tokens=city_tokens_of(table, seat),
    )


def _place_view(table: Table, place: Place) -> PlaceView:
    post, token = table.posts.get(place.id), table.tokens.get(place.id)
    return PlaceView(
        id=place.id,
        kind=place.kind,
        x=place.x,
        y=place.y,
        post=post,
        closed=post is not None and market_of(table, post) is None,
        palace=table.palaces.get(place.id),
        token=None if token is None else tables_of(table).palace_tokens[token].effect,
        demand=table.demand.get(place.id, ()),
        city_tokens=table.city_tokens.get(place.id, 0),
    )


def _bare_actions(actions: Actions) -> Actions:
    """Without the marks of where numbers come from: they say nothing of the position."""
    markets = tuple(replace(price, provenance={}) for price in actions.markets)
    return replace(actions, markets=markets, provenance={})


def _bare_sale(sale: Sale) -> Sale:
    heights = tuple(replace(pay, provenance={}) for pay in sale.heights)
    bonus = {colour: replace(pay, provenance={}) for colour, pay in sale.bonus.items()}
    return Sale(heights=heights, bonus=bonus)
