"""What a position is worth to the plain player: what is in hand, and what may come of it."""

from __future__ import annotations

import heapq
from typing import NamedTuple

from stagepost_engine.games.bombay.markets import market_of
from stagepost_engine.games.bombay.selling import brings
from stagepost_engine.games.bombay.state import (
    city_tokens_of,
    clients_of,
    palaces_of,
    tables_of,
)
from stagepost_engine.games.bombay.tables import Colour
from stagepost_engine.games.bombay.turn import Turn
from stagepost_engine.games.bombay.view import PlaceView, View

CLIENT = 1.6  # rupees that a client or a palace is taken to be worth in the end
POINT = 0.5  # rupees that a point is taken to be worth
TOLL = 0.06  # visits by each opponent in a turn that a palace is taken to see
CITIES = (0.0, 0.8, 2.0, 4.0, 8.0)  # rupees that so many city tokens are taken to be worth
BUY_LATER = 0.8  # of what a bale not yet bought is taken to bring


class Prospects(NamedTuple):
    """Ways in points between all places, turns still to come, and opponents."""

    ways: dict[str, dict[str, int]]
    turns: int
    opponents: int


def prospects(view: View) -> Prospects:
    turns = (view.sets - view.set_number + 1) * view.turns - view.turn_number
    return Prospects(_ways(view), turns, len(view.seats) - 1)


def worth(turn: Turn, ahead: Prospects) -> float:
    """Rupees that the seat is taken to end with."""
    table, seat, purse = turn.table, turn.seat, turn.purse
    built = len(palaces_of(table, seat))
    value = purse.rupees + CLIENT * (clients_of(table, seat) + built)
    value += built * TOLL * ahead.turns * ahead.opponents * turn.actions.toll
    value += CITIES[min(city_tokens_of(table, seat), len(CITIES) - 1)]
    here = ahead.ways[turn.elephant.place]
    bales = sorted(
        (_best_sale(turn, bale, here, ahead) for bale in turn.elephant.bales), reverse=True
    )
    value += sum(bales)
    if len(bales) < turn.actions.carried:
        value += _best_purchase(turn, here, ahead)
    return value


def _best_sale(turn: Turn, bale: Colour, here: dict[str, int], ahead: Prospects) -> float:
    table, best = turn.table, 0.0
    for city, column in table.demand.items():
        points = here[city] + turn.actions.sale
        if bale not in column or points > ahead.turns * turn.actions.points:
            continue
        best = max(best, _sale(turn, city, bale) - POINT * points)
    return best


def _sale(turn: Turn, city: str, bale: Colour) -> float:
    table = turn.table
    pay = brings(tables_of(table).sale, table.demand[city].index(bale), bale)
    value = pay.rupees + CLIENT * pay.clients
    if table.city_tokens[city] and city not in turn.purse.cities:
        held = city_tokens_of(table, turn.seat)
        value += CITIES[min(held + 1, len(CITIES) - 1)] - CITIES[min(held, len(CITIES) - 1)]
    return value


def _best_purchase(turn: Turn, here: dict[str, int], ahead: Prospects) -> float:
    table, best = turn.table, 0.0
    for place, colour in table.posts.items():
        at = market_of(table, colour)
        if at is None:
            continue
        price = turn.actions.markets[at]
        if price.rupees > turn.purse.rupees:
            continue
        spent = here[place] + price.points
        left = Prospects(ahead.ways, ahead.turns - 1 - spent // turn.actions.points, 0)
        value = _best_sale(turn, colour, ahead.ways[place], left) - price.rupees - POINT * spent
        best = max(best, BUY_LATER * value)
    return best


def _ways(view: View) -> dict[str, dict[str, int]]:
    costs = {
        place.id: view.actions.hill_move if place.kind == "hill" else view.actions.move
        for place in view.places
    }
    roads: dict[str, list[str]] = {place.id: [] for place in view.places}
    for one, other in view.roads:
        roads[one].append(other)
        roads[other].append(one)
    return {place.id: _ways_from(place, costs, roads) for place in view.places}


def _ways_from(
    place: PlaceView, costs: dict[str, int], roads: dict[str, list[str]]
) -> dict[str, int]:
    found, ahead = {place.id: 0}, [(0, place.id)]
    while ahead:
        points, name = heapq.heappop(ahead)
        for other in roads[name]:
            longer = points + costs[other]
            if longer < found.get(other, longer + 1):
                found[other] = longer
                heapq.heappush(ahead, (longer, other))
    return found
