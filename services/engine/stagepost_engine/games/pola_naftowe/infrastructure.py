"""Phase 4, Infrastructure: each player in turn buys wells, tankers, a refinery, or gives some up."""

from __future__ import annotations

from msgspec.structs import replace

from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import Text, say
from stagepost_engine.games.pola_naftowe.building import built
from stagepost_engine.games.pola_naftowe.building_forms import building_forms
from stagepost_engine.games.pola_naftowe.building_limits import can_build, may_drop
from stagepost_engine.games.pola_naftowe.dues import dues
from stagepost_engine.games.pola_naftowe.opening import opened
from stagepost_engine.games.pola_naftowe.orders import DropTanker, DropWell, Stay
from stagepost_engine.games.pola_naftowe.parts import AUCTION, FEES, INFRASTRUCTURE
from stagepost_engine.games.pola_naftowe.state import Table, field_id
from stagepost_engine.games.pola_naftowe.yard import Yard, yard_of
from stagepost_engine.rules.dice import Dice
from stagepost_engine.rules.game import Forms, Move, Moves, Outcome, Phase


def question(table: Table, seat: Seat) -> Text:
    return say(
        "Build, or give up a well or a tanker. You hold {cash} P$, and {dues} P$ are certain to fall due by the Fees.",
        cash=table.holdings[seat].cash,
        dues=dues(table, seat, INFRASTRUCTURE, FEES).total,
    )


def actors(table: Table) -> tuple[Seat, ...]:
    if not table.queue:
        return ()
    seat = table.queue[0]
    return (seat,) if can_build(yard_of(table, seat)) else ()


def forms(table: Table, seat: Seat, so_far: Move) -> Forms:
    yard = _folded(table, seat, so_far)
    return () if yard.closed else building_forms(yard, started=bool(so_far))


def check(table: Table, seat: Seat, move: Move) -> None:
    _folded(table, seat, move)


def default(table: Table, seat: Seat) -> Move:
    """Stay; give up what costs most only if dues exceed cash and this makes them payable."""
    held = table.holdings[seat]
    if dues(table, seat, INFRASTRUCTURE, FEES).total <= held.cash:
        return (Stay(),)
    yard = yard_of(table, seat)
    drops: list[DropWell | DropTanker] = []
    if may_drop(yard, "well"):
        drops = [DropWell(field_id(table, at)) for at, count in enumerate(held.wells) if count]
    elif may_drop(yard, "tanker"):
        drops = [DropTanker()]
    left = {drop: _left_over(table, seat, drop) for drop in drops}
    best = max(drops, key=lambda drop: left[drop], default=None)
    return (best,) if best is not None and left[best] >= 0 else (Stay(),)


def resolve(table: Table, moves: Moves, dice: Dice) -> Outcome[Table]:
    seat, *others = table.queue
    yard = _folded(table, seat, moves.get(seat, (Stay(),)))
    table = replace(yard.table, queue=tuple(others))
    if not others:
        return opened(table, AUCTION, yard.told)
    return Outcome(table, yard.told)


def _folded(table: Table, seat: Seat, move: Move) -> Yard:
    yard = yard_of(table, seat)
    for index, order in enumerate(move):
        yard = built(yard, order, index)
    return yard


def _left_over(table: Table, seat: Seat, drop: DropWell | DropTanker) -> int:
    """Cash above what is certain to fall due, if this were given up."""
    after = built(yard_of(table, seat), drop, 0).table
    return after.holdings[seat].cash - dues(after, seat, INFRASTRUCTURE, FEES).total


BUILDING = Phase(
    name="infrastructure",
    part=INFRASTRUCTURE,
    title=say("Infrastructure"),
    question=question,
    actors=actors,
    forms=forms,
    check=check,
    default=default,
    resolve=resolve,
)
