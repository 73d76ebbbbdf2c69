"""Game turn: the orders of one move, carried out one after the other."""

from __future__ import annotations

from msgspec.structs import replace

from stagepost_contracts.errors import IllegalMove
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import say, say_many
from stagepost_engine.games.bombay.building import built
from stagepost_engine.games.bombay.buying import bought
from stagepost_engine.games.bombay.moving import gone
from stagepost_engine.games.bombay.orders import AnyOrder, Build, Buy, Consolidate, Go, Sell, Stay
from stagepost_engine.games.bombay.selling import sold
from stagepost_engine.games.bombay.state import Table
from stagepost_engine.games.bombay.turn import Turn, refused, spent, turn_of, with_payment
from stagepost_engine.rules.game import Move

CONSOLIDATE_ALONE = say("[CONSOLIDATE] takes the whole turn and stands alone.")
STAY_ALONE = say("[STAY] is the empty turn and stands alone.")


def folded(table: Table, seat: Seat, move: Move) -> Turn:
    """Carry the orders out. Raises IllegalMove with the index of the first that fails."""
    turn = turn_of(table, seat)
    for order in move:
        turn = done(turn, order)
    return turn


def folded_as_far(table: Table, seat: Seat, move: Move) -> Turn | None:
    """Return the turn after the orders, or None if one of them fails."""
    try:
        return folded(table, seat, move)
    except IllegalMove:
        return None


def done(turn: Turn, order: AnyOrder) -> Turn:
    """Carry one order out. Raises IllegalMove."""
    match order:
        case Go():
            return gone(turn, order)
        case Buy():
            return bought(turn)
        case Sell():
            return sold(turn, order)
        case Build():
            return built(turn, order)
        case Consolidate():
            return _consolidated(turn)
        case Stay():
            if turn.orders:
                raise refused(turn, STAY_ALONE)
            word = say("{seat} does nothing.", seat=turn.seat)
            return replace(spent(turn, turn.points, word), closed=STAY_ALONE)


def _consolidated(turn: Turn) -> Turn:
    """Action A, Consolidating the fortune: all points at once for a rupee."""
    # Ruling 15: no other action goes with it.
    if turn.orders:
        raise refused(turn, CONSOLIDATE_ALONE)
    rupees = turn.actions.consolidated
    word = say_many(
        "{seat} takes {count} rupee for the whole turn.",
        "{seat} takes {count} rupees for the whole turn.",
        count=rupees,
        seat=turn.seat,
    )
    turn = spent(with_payment(turn, rupees), turn.points, word)
    return replace(turn, closed=CONSOLIDATE_ALONE)
