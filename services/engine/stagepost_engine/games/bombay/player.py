"""A plain player that sees only its own view: it tries each turn it can make and keeps the best."""

from __future__ import annotations

from collections.abc import Iterator

from stagepost_contracts.errors import IllegalMove
from stagepost_engine.games.bombay.building import free_colours
from stagepost_engine.games.bombay.folding import done
from stagepost_engine.games.bombay.imagined import imagined, own_seat
from stagepost_engine.games.bombay.orders import AnyOrder, Build, Buy, Consolidate, Go, Sell, Stay
from stagepost_engine.games.bombay.prospects import prospects, worth
from stagepost_engine.games.bombay.state import neighbours
from stagepost_engine.games.bombay.turn import Turn, turn_of
from stagepost_engine.games.bombay.view import View
from stagepost_engine.rules.dice import Dice
from stagepost_engine.rules.game import Forms, Move


def player(view: View, forms: Forms, dice: Dice) -> Move:
    """Return the move that leaves most: in hand, and to come from where it ends."""
    table, seat = imagined(view), own_seat(view)
    ahead = prospects(view)
    start = turn_of(table, seat)
    best: Move = (Consolidate(),)
    most = worth(done(start, Consolidate()), ahead)
    for move, turn in _turns(start, ()):
        if (value := worth(turn, ahead)) > most:
            best, most = move, value
    return best or (Stay(),)


def _turns(turn: Turn, move: Move) -> Iterator[tuple[Move, Turn]]:
    """Every way to use the points, shorter ones before what continues them."""
    yield move, turn
    for order in _orders(turn, move):
        try:
            after = done(turn, order)
        except IllegalMove:
            continue
        yield from _turns(after, (*move, order))


def _orders(turn: Turn, move: Move) -> Iterator[AnyOrder]:
    if not turn.points:
        return
    place, bales = turn.elephant.place, tuple(dict.fromkeys(turn.elephant.bales))
    if place in turn.table.posts:
        yield Buy()
    if place in turn.table.demand:
        yield from (Sell(bale) for bale in bales)
    elif place not in turn.table.posts and place not in turn.table.palaces:
        takes = free_colours(turn)
        for bale in bales:
            yield from ((Build(bale, take) for take in takes) if takes else (Build(bale),))
    yield from (Go(way) for way in neighbours(turn.table, place))
