"""Action D, Selling one bale of silk in a city: its price, the demand after it, the city token."""

from __future__ import annotations

from msgspec.structs import replace

from stagepost_contracts.events import Event
from stagepost_contracts.texts import Text, say
from stagepost_engine.games.bombay.markets import into_bag
from stagepost_engine.games.bombay.orders import Sell
from stagepost_engine.games.bombay.state import tables_of
from stagepost_engine.games.bombay.tables import Colour, Pay, Sale
from stagepost_engine.games.bombay.turn import (
    Turn,
    bales_word,
    refused,
    spent,
    too_dear,
    with_elephant,
    with_payment,
)


def brings(sale: Sale, height: int, colour: Colour) -> Pay:
    """What a bale brings at a height of the demand, 0 at the top."""
    pay, bonus = sale.heights[height], sale.bonus.get(colour, Pay())
    return Pay(rupees=pay.rupees + bonus.rupees, clients=pay.clients + bonus.clients)


def demand_after(column: tuple[Colour, ...], colour: Colour) -> tuple[Colour, ...]:
    """Ruling 3: the cube of the colour sold goes to the bottom, the others move up."""
    return (*(other for other in column if other != colour), colour)


def why_no_sale(turn: Turn, bale: str | None = None) -> Text | None:
    """Why this bale (or any) cannot be sold where the elephant stands, or None."""
    if turn.closed is not None:
        return turn.closed
    place, bales = turn.elephant.place, turn.elephant.bales
    column = turn.table.demand.get(place)
    if column is None:
        return say("{place} is no city: bales are sold in cities.", place=place)
    if bale is None and not bales:
        return say("Your elephant carries no bale.")
    if bale is not None and bale not in bales:
        return not_carried(bale)
    # Ruling 30: what the city does not ask for cannot be sold there.
    if bale is not None and bale not in column:
        return say(
            "{place} does not ask for {bale}; it asks for: {wanted}.",
            place=place,
            bale=bale,
            wanted=", ".join(column),
        )
    if bale is None and not set(bales) & set(column):
        return say(
            "{place} asks for {wanted}; you carry: {bales}.",
            place=place,
            wanted=", ".join(column),
            bales=bales_word(bales),
        )
    return too_dear(turn, turn.actions.sale)


def not_carried(bale: str) -> Text:
    return say("Your elephant does not carry {bale}.", bale=bale)


def sold(turn: Turn, order: Sell) -> Turn:
    if why := why_no_sale(turn, order.bale):
        raise refused(turn, why)
    turn, colour = without_load(turn, order.bale)
    place, demand = turn.elephant.place, turn.table.demand
    column = demand[place]
    pay = brings(tables_of(turn.table).sale, column.index(colour), colour)
    turn = with_payment(turn, pay.rupees, pay.clients)
    demand = {**demand, place: demand_after(column, colour)}
    turn = replace(turn, table=replace(turn.table, demand=demand))
    word = say(
        "{seat} is paid for a {colour} bale in {place}: rupees {rupees}, client tokens {clients}.",
        seat=turn.seat,
        colour=colour,
        place=place,
        rupees=pay.rupees,
        clients=pay.clients,
    )
    return _with_city_token(spent(turn, turn.actions.sale, word), place)


def without_load(turn: Turn, bale: str) -> tuple[Turn, Colour]:
    """Take a bale from the elephant and put it into the bag."""
    bales = turn.elephant.bales
    at = next(at for at, colour in enumerate(bales) if colour == bale)
    colour, left = bales[at], bales[:at] + bales[at + 1 :]
    turn = with_elephant(turn, replace(turn.elephant, bales=left))
    return replace(turn, table=into_bag(turn.table, colour)), colour


def _with_city_token(turn: Turn, city: str) -> Turn:
    """Ruling 13: one of each city at most, while any is left, by itself."""
    table, purse = turn.table, turn.purse
    if city in purse.cities or not table.city_tokens[city]:
        return turn
    purse = replace(purse, cities=(*purse.cities, city))
    table = replace(
        table,
        purses={**table.purses, turn.seat: purse},
        city_tokens={**table.city_tokens, city: table.city_tokens[city] - 1},
    )
    word = say("{seat} takes a city token of {city}.", seat=turn.seat, city=city)
    return replace(turn, table=table, told=(*turn.told, Event(word)))
