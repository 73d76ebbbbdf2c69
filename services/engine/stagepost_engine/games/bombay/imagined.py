"""The table as a view lets one imagine it: what is hidden from its reader is empty."""

from __future__ import annotations

from msgspec.structs import replace

from stagepost_contracts.ids import Seat
from stagepost_engine.games.bombay.default_tables import DEFAULT_TABLES
from stagepost_engine.games.bombay.state import Elephant, Purse, Table
from stagepost_engine.games.bombay.tables import (
    AnyEffect,
    Board,
    ExtraCity,
    ExtraClient,
    PalaceToken,
    Place,
    Readings,
    Tables,
)
from stagepost_engine.games.bombay.view import PurseView, View

CITY = 1  # the place of a city token among the kinds known here


def imagined(view: View) -> Table:
    """Return a table on which the reader can try a turn; nothing in it is known of others."""
    known: list[AnyEffect] = [ExtraClient(), ExtraCity()]
    effects = [place.token for place in view.places if place.token is not None]
    effects = list(dict.fromkeys([*known, *effects]))
    return Table(
        phase=view.phase,
        seats=tuple(row.seat for row in view.seats),
        first=view.first,
        elephants={row.seat: Elephant(row.place, row.bales, row.stock) for row in view.seats},
        purses={row.seat: Purse(0) for row in view.seats}
        | {row.seat: _purse(row) for row in view.purses},
        bag=view.bag,
        markets=view.markets,
        demand={place.id: place.demand for place in view.places if place.kind == "city"},
        posts={place.id: place.post for place in view.places if place.post is not None},
        tokens={
            place.id: effects.index(place.token) for place in view.places if place.token is not None
        },
        city_tokens={place.id: place.city_tokens for place in view.places if place.kind == "city"},
        palaces={place.id: place.palace for place in view.places if place.palace is not None},
        queue=view.queue,
        tables=_tables(view, tuple(PalaceToken(effect=effect, count=1) for effect in effects)),
    )


def _purse(row: PurseView) -> Purse:
    extra = row.city_tokens - len(row.cities)
    return Purse(row.rupees, row.clients, row.cities, (CITY,) * extra)


def _tables(view: View, tokens: tuple[PalaceToken, ...]) -> Tables:
    places = tuple(
        Place(id=place.id, kind=place.kind, x=place.x, y=place.y) for place in view.places
    )
    return replace(
        DEFAULT_TABLES,
        actions=view.actions,
        sale=view.sale,
        palace_tokens=tokens,
        board=Board(places=places, roads=view.roads, start=view.start),
        readings=Readings(palaces_on_hills=view.palaces_on_hills),
    )


def own_seat(view: View) -> Seat:
    assert view.you is not None, "an observer moves nothing"
    return view.you
