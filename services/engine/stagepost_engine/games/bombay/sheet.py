"""The position for people: the map, who stands where with what, markets, demand, the screens."""

from __future__ import annotations

from stagepost_contracts.sheets import Board, Cell, Grid, Lines, Sheet
from stagepost_contracts.texts import Text, say
from stagepost_engine.games.bombay.board import board, numbered
from stagepost_engine.games.bombay.markets import market_name
from stagepost_engine.games.bombay.tables import (
    AnyEffect,
    ExtraCity,
    ExtraClient,
    FreeBale,
    Rupees,
)
from stagepost_engine.games.bombay.view import PlaceView, View

HIDDEN = "?"


def sheet(view: View) -> Sheet:
    title = say(
        "Set {set} of {sets}, turn {turn} of {turns}",
        set=view.set_number,
        sets=view.sets,
        turn=view.turn_number,
        turns=view.turns,
    )
    parts: tuple[Grid | Lines | Board, ...] = (
        board(view),
        _players(view),
        _markets(view),
        _cities(view),
        _places(view),
        Lines(say("Order of play"), _order(view)),
        Lines(say("What a turn costs"), _costs(view)),
    )
    return Sheet(title, parts)


def _players(view: View) -> Grid:
    numbers, purses = numbered(view), {row.seat: row for row in view.purses}
    rows: list[tuple[Cell, ...]] = []
    for row in view.seats:
        purse = purses.get(row.seat)
        seen: tuple[Cell, ...] = (HIDDEN, HIDDEN, HIDDEN)
        if purse is not None:
            seen = (purse.rupees, purse.clients, purse.city_tokens)
        open_part = (numbers[row.seat], row.seat, row.place, ", ".join(row.bales) or "-")
        rows.append((*open_part, len(row.palaces), *seen))
    head = (
        say("No."),
        say("Player"),
        say("Elephant"),
        say("Bales"),
        say("Palaces"),
        say("Rupees"),
        say("Clients"),
        say("City tokens"),
    )
    return Grid(say("Players"), head, tuple(rows))


def _markets(view: View) -> Grid:
    rows = tuple(
        (
            market_name(at),
            ", ".join(f"{count} {colour}" for colour, count in market.items()) or "-",
            view.actions.markets[at].points,
            view.actions.markets[at].rupees,
        )
        for at, market in enumerate(view.markets)
    )
    head = (say("Market"), say("Bales"), say("Points"), say("Rupees"))
    return Grid(say("Markets: what a bale costs"), head, rows)


def _cities(view: View) -> Grid:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (place.id, *place.demand, place.city_tokens)
        for place in view.places
        if place.kind == "city"
    )
    top, middle, bottom = (_height(view, at) for at in range(len(view.sale.heights)))
    head = (say("City"), top, middle, bottom, say("City tokens"))
    return Grid(say("Cities: what they ask for, from the top"), head, rows)


def _height(view: View, at: int) -> Text:
    pay = view.sale.heights[at]
    return say("rupees {rupees}, clients {clients}", rupees=pay.rupees, clients=pay.clients)


def _places(view: View) -> Grid:
    roads: dict[str, list[str]] = {place.id: [] for place in view.places}
    for one, other in view.roads:
        roads[one].append(other)
        roads[other].append(one)
    rows = tuple((place.id, place_word(place), ", ".join(roads[place.id])) for place in view.places)
    return Grid(
        say("Places and roads"), (say("Place"), say("What is there"), say("Roads to")), rows
    )


def place_word(place: PlaceView) -> Text:
    """What is to be found at a place, for a cell."""
    if place.palace is not None:
        return say("palace of {seat}", seat=place.palace)
    if place.post is not None and place.closed:
        return say("{colour} post, closed", colour=place.post)
    if place.post is not None:
        return say("{colour} post", colour=place.post)
    if place.token is not None:
        return token_word(place.token)
    match place.kind:
        case "city":
            return say("city")
        case "hill":
            return say("hill")
        case "post_e" | "post_f" | "palace_token" | "empty":
            return say("-")


def token_word(effect: AnyEffect) -> Text:
    """What a palace token is, as part of a sentence."""
    match effect:
        case ExtraClient():
            return say("palace token, one more client")
        case ExtraCity():
            return say("palace token, one more city")
        case Rupees(amount=amount):
            return say("palace token, rupees: {amount}", amount=amount)
        case FreeBale():
            return say("palace token, a free bale")


def _costs(view: View) -> tuple[Text, ...]:
    actions = view.actions
    bonus = (
        say(
            "{colour}: rupees {rupees}, clients {clients} more at each sale.",
            colour=colour,
            rupees=pay.rupees,
            clients=pay.clients,
        )
        for colour, pay in view.sale.bonus.items()
    )
    return (
        say(
            "Points: {points}. A move {move}, to a hill {hill}; a sale {sale}; a palace {palace} and a bale.",
            points=actions.points,
            move=actions.move,
            hill=actions.hill_move,
            sale=actions.sale,
            palace=actions.palace,
        ),
        say(
            "Purchases: at an open post, {most} in a turn at most; an elephant carries {carried}.",
            most=actions.purchases,
            carried=actions.carried,
        ),
        *bonus,
    )


def _order(view: View) -> tuple[Text, ...]:
    bag = ", ".join(f"{count} {colour}" for colour, count in view.bag.items()) or "-"
    lines = [say("First player: {first}.", first=view.first)]
    if view.queue:
        lines.append(say("Yet to act in this turn: {seats}.", seats=", ".join(view.queue)))
    return (*lines, say("In the bag: {bales}.", bales=bag))
