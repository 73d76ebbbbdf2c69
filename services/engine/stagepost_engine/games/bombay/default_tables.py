"""Edition 1 of the tables: every value with the mark of where it comes from."""

from __future__ import annotations

from stagepost_engine.games.bombay.default_map import DEFAULT_MAP
from stagepost_engine.games.bombay.tables import (
    Actions,
    AnyEffect,
    CityReward,
    ExtraCity,
    ExtraClient,
    FirstGame,
    FreeBale,
    Mark,
    MarketPrice,
    Marks,
    PalaceToken,
    Pay,
    Readings,
    Rupees,
    Sale,
    Seating,
    Tables,
)

EDITION = 1

PRINTED: Marks = {"all": "rulebook"}
DESIGNED: Marks = {"all": "designed"}


def _seating(
    players: int, sets: int, turns: int, rewards: tuple[int, ...], start: tuple[int, ...]
) -> Seating:
    return Seating(
        players=players,
        sets=sets,
        turns=turns,
        city_tokens=players - 1,
        posts_on_f=players > 3,
        rewards=rewards,
        start_rupees=start,
        provenance=PRINTED,
    )


def _token(effect: AnyEffect, mark: Mark) -> PalaceToken:
    # Ruling 33: eight tokens of four kinds, two of one kind found.
    marks: Marks = {"effect": "rulebook", "count": mark}
    return PalaceToken(effect=effect, count=2, provenance=marks)


def _market(points: int, rupees: int) -> MarketPrice:
    return MarketPrice(points=points, rupees=rupees, provenance=PRINTED)


def _pay(rupees: int = 0, clients: int = 0) -> Pay:
    return Pay(rupees=rupees, clients=clients, provenance=PRINTED)


DEFAULT_TABLES = Tables(
    bales={"yellow": 3, "purple": 4, "blue": 5, "orange": 5},
    drawn=9,
    palaces=5,
    seatings=(
        _seating(2, 4, 4, (4, 0), (2, 2)),
        _seating(3, 3, 5, (6, 2, 0), (2, 2, 2)),
        _seating(4, 4, 4, (8, 4, 2, 0), (2, 2, 2, 2)),
        _seating(5, 5, 3, (8, 6, 4, 2, 0), (2, 2, 2, 2, 3)),
    ),
    actions=Actions(
        points=3,
        consolidated=1,
        move=1,
        hill_move=2,
        sale=1,
        palace=1,
        toll=1,
        purchases=1,
        carried=2,
        markets=(_market(1, 1), _market(2, 1), _market(2, 2)),
        provenance=PRINTED,
    ),
    sale=Sale(
        heights=(_pay(rupees=4), _pay(rupees=3), _pay(rupees=1, clients=1)),
        bonus={"yellow": _pay(rupees=1), "purple": _pay(clients=1)},
        provenance=PRINTED,
    ),
    city_rewards=(
        CityReward(tokens=3, rupees=4, provenance=PRINTED),
        CityReward(tokens=4, rupees=8, provenance=PRINTED),
    ),
    palace_tokens=(
        _token(ExtraClient(), "inferred"),
        _token(ExtraCity(), "found"),
        _token(Rupees(2), "inferred"),
        _token(FreeBale(), "inferred"),
    ),
    # Each colour once at each height; the first agrees with the rulebook's sale in Bombay.
    columns=(
        ("yellow", "purple", "orange"),
        ("purple", "orange", "blue"),
        ("orange", "blue", "yellow"),
        ("blue", "yellow", "purple"),
    ),
    board=DEFAULT_MAP,
    first_game=FirstGame(
        columns=(0, 1, 2, 3),
        posts=("blue", "yellow", "orange", "purple", "orange", "purple", "blue", "yellow"),
        palace_tokens=(0, 2, 1, 3, 2, 1, 0, 3),
        provenance=DESIGNED,
    ),
    readings=Readings(provenance=DESIGNED),
    provenance={"columns": "designed", "all": "rulebook"},
)
