"""Action B, Moving the elephant: along one road, paid by the place where it ends."""

from __future__ import annotations

from msgspec.structs import replace

from stagepost_contracts.events import Event
from stagepost_contracts.texts import Text, say, say_many
from stagepost_engine.games.bombay.orders import Go
from stagepost_engine.games.bombay.state import neighbours, paid, place_of
from stagepost_engine.games.bombay.turn import Turn, refused, spent, with_elephant


def move_cost(turn: Turn, place: str) -> int:
    # Ruling 18: only the place entered counts.
    hill = place_of(turn.table, place).kind == "hill"
    return turn.actions.hill_move if hill else turn.actions.move


def why_no_move(turn: Turn, place: str) -> Text | None:
    ways = neighbours(turn.table, turn.elephant.place)
    if turn.closed is None and place not in ways:
        return say(
            "No road leads to {place}; roads lead to: {ways}.", place=place, ways=", ".join(ways)
        )
    cost = move_cost(turn, place)
    if turn.closed is None and cost > turn.points:
        return say("A move to {place} costs points: {points}.", place=place, points=cost)
    return turn.closed


def gone(turn: Turn, order: Go) -> Turn:
    place = order.place
    if why := why_no_move(turn, place):
        raise refused(turn, why)
    cost = move_cost(turn, place)
    # Ruling 19: any number of elephants may share a place.
    turn = with_elephant(turn, replace(turn.elephant, place=place))
    turn = spent(turn, cost, say("{seat} goes to {place}.", seat=turn.seat, place=place))
    return _with_toll(turn, place)


def _with_toll(turn: Turn, place: str) -> Turn:
    """Ruling 14: the bank pays the owner at each entry by an opponent."""
    owner, toll = turn.table.palaces.get(place), turn.actions.toll
    if owner is None or owner == turn.seat or not toll:
        return turn
    word = say_many(
        "The bank pays {owner} {count} rupee for the palace at {place}.",
        "The bank pays {owner} {count} rupees for the palace at {place}.",
        count=toll,
        owner=owner,
        place=place,
    )
    return replace(turn, table=paid(turn.table, owner, toll), told=(*turn.told, Event(word)))
