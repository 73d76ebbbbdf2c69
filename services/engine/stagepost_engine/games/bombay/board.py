"""The board as a picture: roads and places, what stands on them, the demand, the markets."""

from __future__ import annotations

from stagepost_contracts.ids import Seat
from stagepost_contracts.sheets import Board
from stagepost_contracts.texts import say
from stagepost_engine.games.bombay import shapes
from stagepost_engine.games.bombay.board_legend import legend
from stagepost_engine.games.bombay.glyphs import short, written
from stagepost_engine.games.bombay.tables import COLOURS
from stagepost_engine.games.bombay.view import PlaceView, View

WIDE, MAP_HIGH, HIGH = 600, 528, 612
ELEPHANT_WIDE, ELEPHANT_HIGH, ELEPHANTS_IN_A_ROW = 33, 34, 3
MARKET_WIDE = 188
Spot = tuple[float, float]


def board(view: View) -> Board:
    where = ", ".join(f"{row.seat} {row.place}" for row in view.seats)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{HIGH}"'
        f' viewBox="0 0 {WIDE} {HIGH}" fill="none" stroke-linecap="round" stroke-linejoin="round">'
        f"{shapes.PATTERNS}"
        f'<rect width="{WIDE}" height="{HIGH}" fill="{shapes.SAND}"/>'
        f"{_roads(view)}{_places(view)}{_elephants(view)}{_markets(view)}</svg>"
    )
    alt = say("The map with its roads. Elephants: {where}.", where=where)
    return Board(say("The map"), svg, alt, legend(view))


def numbered(view: View) -> dict[Seat, int]:
    """Players by the numbers that stand for them, from 1."""
    return {row.seat: 1 + at for at, row in enumerate(view.seats)}


def spot(place: PlaceView) -> Spot:
    return 34 + 5.3 * place.x, 36 + 4.6 * place.y


def _roads(view: View) -> str:
    spots = {place.id: spot(place) for place in view.places}
    lines = "".join(
        f"M{short(spots[one][0])} {short(spots[one][1])}"
        f" L{short(spots[other][0])} {short(spots[other][1])}"
        for one, other in view.roads
    )
    # A dark road with a light middle.
    return (
        f'<path d="{lines}" stroke="#6b5a3a" stroke-width="6"/>'
        f'<path d="{lines}" stroke="#fffaf0" stroke-width="3"/>'
    )


def _places(view: View) -> str:
    numbers = numbered(view)
    return "".join(_place(place, numbers) for place in view.places)


def _place(place: PlaceView, numbers: dict[Seat, int]) -> str:
    x, y = spot(place)
    if place.kind == "city":
        return shapes.city(place.id, x, y) + _city_goods(place, x, y)
    drawn = shapes.hill(x, y) if place.kind == "hill" else ""
    if place.palace is not None:
        drawn += shapes.palace(numbers[place.palace], x, y)
    elif place.post is not None:
        drawn += shapes.post(place.post, x, y, closed=place.closed)
    elif place.token is not None:
        drawn += shapes.token(place.token, x, y)
    elif place.kind != "hill":
        drawn += shapes.circle(x, y, 7)
    return drawn + written(place.id, x, y - _reach(place) - 6, 9)


def _reach(place: PlaceView) -> float:
    """How far a place's shape reaches up and down from its middle."""
    if place.kind == "city":
        return 21
    bare = place.palace is None and place.post is None and place.token is None
    return 8 if bare and place.kind != "hill" else 16


def _city_goods(place: PlaceView, x: float, y: float) -> str:
    """The demand from the top, on the side that has room, and a ring for each city token."""
    side = x + 31 if x + 44 < WIDE else x - 31
    cubes = "".join(
        shapes.bale(colour, side, y + 17 * (at - 1), 17) for at, colour in enumerate(place.demand)
    )
    left = x - 5 * (place.city_tokens - 1)
    rings = "".join(shapes.circle(left + 10 * at, y - 26, 4) for at in range(place.city_tokens))
    return cubes + rings


def _elephants(view: View) -> str:
    numbers, drawn = numbered(view), ""
    for place in view.places:
        here = [row for row in view.seats if row.place == place.id]
        x, y = spot(place)
        for at, row in enumerate(here):
            rank, column = divmod(at, ELEPHANTS_IN_A_ROW)
            across = min(ELEPHANTS_IN_A_ROW, len(here) - rank * ELEPHANTS_IN_A_ROW)
            left = x + ELEPHANT_WIDE * (column - (across - 1) / 2)
            top = y + _reach(place) + 10 + ELEPHANT_HIGH * rank
            drawn += shapes.elephant(numbers[row.seat], left, top, own=row.seat == view.you)
            first = left - 7 * (len(row.bales) - 1)
            drawn += "".join(
                shapes.bale(colour, first + 14 * number, top + 17, 14)
                for number, colour in enumerate(row.bales)
            )
    return drawn


def _markets(view: View) -> str:
    drawn = ""
    for at, market in enumerate(view.markets):
        left, top = 10 + (MARKET_WIDE + 8) * at, MAP_HIGH + 6
        price = view.actions.markets[at]
        drawn += shapes.rect(left, top, MARKET_WIDE, 72, shapes.PAPER, 2)
        drawn += "".join(
            shapes.star(left + 14 + 16 * number, top + 14, 7) for number in range(price.points)
        )
        coins = left + 26 + 16 * price.points
        drawn += shapes.circle(coins, top + 14, 9, "#f2f2f2", 2)
        drawn += written(str(price.rupees), coins, top + 14, 9)
        drawn += written(str(at + 1), left + MARKET_WIDE - 14, top + 14, 11)
        bales = [colour for colour in COLOURS for _ in range(market.get(colour, 0))]
        for number, colour in enumerate(bales):
            row, column = divmod(number, 9)
            drawn += shapes.bale(colour, left + 16 + 19.5 * column, top + 38 + 19 * row, 17)
    return drawn
