"""Hold a host's tables against what can be played: each refusal names the value and the remedy."""

from __future__ import annotations

from collections.abc import Iterator

from stagepost_contracts.errors import Problem
from stagepost_contracts.texts import say
from stagepost_engine.games.bombay.check_map import check_map
from stagepost_engine.games.bombay.tables import (
    COLOURS,
    HEIGHTS,
    MARKETS,
    ExtraCity,
    ExtraClient,
    FreeBale,
    Rupees,
    Seating,
    Tables,
)
from stagepost_engine.rules.bounds import hold_between

RUPEES_MOST = 1000
COUNT_MOST = 100
BALES_MOST = 18  # of one market, for they are drawn
POINTS_MOST = 6  # a turn is looked through by the plain player
CARRIED_MOST = 4
SETS_MOST = 12
TURNS_MOST = 12
PLAYERS = (2, 3, 4, 5)


def check_tables(tables: Tables) -> None:
    """Raise Problem `bad-tables` for the first value that cannot be played with."""
    for name, value, least, most in _counts(tables):
        hold_between(name, value, least, most)
    _check_rows("seatings", tuple(row.players for row in tables.seatings), PLAYERS)
    for at, row in enumerate(tables.seatings):
        _check_seating(f"seatings[{at}]", row)
    _check_length("actions.markets", len(tables.actions.markets), MARKETS)
    _check_length("sale.heights", len(tables.sale.heights), HEIGHTS)
    _check_colours("bales", tuple(tables.bales))
    check_map(tables)


def _counts(tables: Tables) -> Iterator[tuple[str, int, int, int]]:
    yield from _action_counts(tables)
    yield "drawn", tables.drawn, 1, BALES_MOST
    yield "palaces", tables.palaces, 0, COUNT_MOST
    for colour, count in tables.bales.items():
        yield f"bales.{colour}", count, 0, BALES_MOST
    for at, pay in enumerate(tables.sale.heights):
        yield f"sale.heights[{at}].rupees", pay.rupees, 0, RUPEES_MOST
        yield f"sale.heights[{at}].clients", pay.clients, 0, COUNT_MOST
    for colour, pay in tables.sale.bonus.items():
        yield f"sale.bonus.{colour}.rupees", pay.rupees, 0, RUPEES_MOST
        yield f"sale.bonus.{colour}.clients", pay.clients, 0, COUNT_MOST
    for at, reward in enumerate(tables.city_rewards):
        yield f"city_rewards[{at}].tokens", reward.tokens, 0, COUNT_MOST
        yield f"city_rewards[{at}].rupees", reward.rupees, 0, RUPEES_MOST
    for at, token in enumerate(tables.palace_tokens):
        yield f"palace_tokens[{at}].count", token.count, 0, COUNT_MOST
        match token.effect:
            case Rupees(amount=amount):
                yield f"palace_tokens[{at}].effect", amount, 0, 9
            case ExtraClient() | ExtraCity() | FreeBale():
                pass


def _action_counts(tables: Tables) -> Iterator[tuple[str, int, int, int]]:
    actions = tables.actions
    yield "actions.points", actions.points, 1, POINTS_MOST
    for name in ("move", "hill_move", "sale", "palace"):
        yield f"actions.{name}", getattr(actions, name), 1, POINTS_MOST
    yield "actions.consolidated", actions.consolidated, 0, RUPEES_MOST
    yield "actions.toll", actions.toll, 0, RUPEES_MOST
    yield "actions.purchases", actions.purchases, 0, COUNT_MOST
    yield "actions.carried", actions.carried, 1, CARRIED_MOST
    for at, price in enumerate(actions.markets):
        yield f"actions.markets[{at}].points", price.points, 1, POINTS_MOST
        yield f"actions.markets[{at}].rupees", price.rupees, 0, RUPEES_MOST


def _check_seating(name: str, row: Seating) -> None:
    hold_between(f"{name}.sets", row.sets, 1, SETS_MOST)
    hold_between(f"{name}.turns", row.turns, 1, TURNS_MOST)
    hold_between(f"{name}.city_tokens", row.city_tokens, 0, 8)
    _check_length(f"{name}.rewards", len(row.rewards), row.players)
    _check_length(f"{name}.start_rupees", len(row.start_rupees), row.players)
    for value in (*row.rewards, *row.start_rupees):
        hold_between(name, value, 0, RUPEES_MOST)


def _check_length(name: str, count: int, wanted: int) -> None:
    if count != wanted:
        raise Problem(
            "bad-tables",
            say(
                "{name} has {count} values; write {wanted}.", name=name, count=count, wanted=wanted
            ),
            field=name,
        )


def _check_rows(name: str, found: tuple[int, ...], wanted: tuple[int, ...]) -> None:
    if found != wanted:
        raise Problem(
            "bad-tables",
            say(
                "{name} has one row for each of these, in this order: {wanted}.",
                name=name,
                wanted=", ".join(map(str, wanted)),
            ),
            field=name,
        )


def _check_colours(name: str, found: tuple[str, ...]) -> None:
    if sorted(found) != sorted(COLOURS):
        raise Problem(
            "bad-tables",
            say("{name}: name each of these once: {wanted}.", name=name, wanted=", ".join(COLOURS)),
            field=name,
        )
