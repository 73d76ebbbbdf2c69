"""Game turn: what a player has done so far, what is left, and how an order is refused."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from stagepost_contracts.errors import IllegalMove
from stagepost_contracts.events import Event
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import Text, TextArg, say
from stagepost_engine.games.bombay.state import Elephant, Purse, Table, paid, tables_of
from stagepost_engine.games.bombay.tables import Actions


class Turn(msgspec.Struct, frozen=True):
    """One player's turn so far: the table after `orders` orders, and the points left.

    `closed` says why nothing may follow, where an order stands alone.
    """

    table: Table
    seat: Seat
    points: int
    orders: int = 0
    purchases: int = 0
    closed: Text | None = None
    told: tuple[Event, ...] = ()

    @property
    def elephant(self) -> Elephant:
        return self.table.elephants[self.seat]

    @property
    def purse(self) -> Purse:
        return self.table.purses[self.seat]

    @property
    def actions(self) -> Actions:
        return tables_of(self.table).actions


def turn_of(table: Table, seat: Seat) -> Turn:
    return Turn(table, seat, tables_of(table).actions.points)


def spent(turn: Turn, points: int, told: Text) -> Turn:
    """The turn after one more order, which cost so many points."""
    assert points <= turn.points, "points are looked at before they are spent"
    return replace(
        turn,
        points=turn.points - points,
        orders=turn.orders + 1,
        told=(*turn.told, Event(told)),
    )


def with_elephant(turn: Turn, elephant: Elephant) -> Turn:
    elephants = {**turn.table.elephants, turn.seat: elephant}
    return replace(turn, table=replace(turn.table, elephants=elephants))


def with_payment(turn: Turn, rupees: int, clients: int = 0) -> Turn:
    return replace(turn, table=paid(turn.table, turn.seat, rupees, clients))


def too_dear(turn: Turn, points: int) -> Text | None:
    """Why the points left are not enough, or None if they are."""
    if turn.closed is not None:
        return turn.closed
    if points <= turn.points:
        return None
    return say("That costs points: {points}.", points=points)


def refused(turn: Turn, why: Text) -> IllegalMove:
    """Return the refusal of the next order."""
    return IllegalMove(with_what_is_left(turn, why), turn.orders)


def with_what_is_left(turn: Turn, why: Text) -> Text:
    """Return a refusal with what the orders before it leave."""
    left: dict[str, TextArg] = {
        "why": why,
        "place": turn.elephant.place,
        "points": turn.points,
        "rupees": turn.purse.rupees,
        "bales": bales_word(turn.elephant.bales),
    }
    if turn.orders:
        return _left_after(left)
    return say(
        "{why} You stand at {place}; points: {points}; rupees: {rupees}; bales: {bales}.", **left
    )


def bales_word(bales: tuple[str, ...]) -> Text:
    """What an elephant carries, as part of a sentence."""
    if not bales:
        return say("none")
    return say("{bales}", bales=", ".join(bales))


def _left_after(left: dict[str, TextArg]) -> Text:
    return say(
        "{why} The orders before it leave you at {place}; points: {points}; rupees: {rupees}; bales: {bales}.",
        **left,
    )
