"""What the plain player reads off its view: the own quadrant, prices, the length of the match."""

from __future__ import annotations

from stagepost_contracts.ids import Seat
from stagepost_engine.games.crude.tables import Kind
from stagepost_engine.games.crude.view import QuadrantView, View

PACE = 45  # what the leader is taken to gain in a round


def own(view: View) -> QuadrantView:
    """Return the quadrant that acts."""
    return view.quadrants[view.acting]


def seat_of(view: View) -> Seat:
    owner = own(view).owner
    assert owner is not None, "nobody plays for the empty quadrant"
    return owner


def cash(view: View) -> int:
    return view.cash[seat_of(view)]


def price(view: View, kind: Kind) -> int | None:
    return next(row.buy for row in view.prices if row.kind == kind)


def value(view: View, kind: Kind) -> int:
    return next(row.sell for row in view.prices if row.kind == kind)


def final(view: View, kind: Kind) -> int:
    return next(row.final for row in view.prices if row.kind == kind)


def rounds_to_come(view: View) -> float:
    """Guess how many rounds are left, by the richest player's way to victory."""
    if view.declared is not None:
        return 0
    left = max(0, view.win_cash - max(view.cash.values())) / PACE
    if view.rounds_most:
        left = min(left, view.rounds_most - view.round)
    return left


def is_last_turn(view: View) -> bool:
    """Whether the quadrant that acts has no turn after this one."""
    if view.declared is not None:
        return True
    return 0 < view.rounds_most <= view.round
