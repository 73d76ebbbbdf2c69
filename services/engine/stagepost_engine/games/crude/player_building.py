"""How the plain player builds and sells: what an asset earns until the end against its price."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from stagepost_contracts.forms import Choice
from stagepost_engine.games.crude.orders import (
    Build,
    BuildRefinery,
    BuildRig,
    BuildStation,
    BuildWell,
    Declare,
    Liquidate,
)
from stagepost_engine.games.crude.player_sight import (
    cash,
    final,
    is_last_turn,
    own,
    price,
    rounds_to_come,
    seat_of,
    value,
)
from stagepost_engine.games.crude.player_style import Style
from stagepost_engine.games.crude.squares import (
    AT,
    NAMES,
    SIDE,
    SQUARES,
    blocks_free,
    free,
    kind_at,
    placed,
)
from stagepost_engine.games.crude.tables import KINDS, Kind
from stagepost_engine.games.crude.view import View
from stagepost_engine.rules.game import Forms, Move

RESERVE = 30  # cash that is not built away
BUILT_MOST = 6  # assets of a kind in one turn
HIT_EACH_ROUND = 0.5  # of one square: own row and column, and the neighbour's row
BARREL_COST = 14
CRUDE_WORTH = 5
WELL_WORTH = 45
STRIKE_EACH_ROUND = 1 / 36
DIAGONAL = tuple(7 * step % SQUARES for step in range(SQUARES))
"""All squares so that the first six share no row and no column."""


def opening(view: View, style: Style) -> Move:
    """Spend the first money as the style likes it."""
    return _built(view, own(view).plan, cash(view) - RESERVE, style.first)


def assets(view: View, forms: Forms, style: Style) -> Move:
    """Sell what brings more than it will earn, build what will earn more, declare when it wins."""
    hit = _hit(forms)
    plan, purse = own(view).plan, cash(view)
    everything = purse + sum(value(view, kind_at(plan, at)) for at in hit)
    if view.declared is None and everything >= view.win_cash and _wins(view, everything):
        return (*(Liquidate(NAMES[at]) for at in hit), Declare())
    sold = [at for at in hit if value(view, kind_at(plan, at)) > _kept(view, kind_at(plan, at))]
    orders: list[Build | Liquidate] = [Liquidate(NAMES[at]) for at in sold]
    gone = {kind_at(plan, at) for at in sold}
    wanted = [(kind, _wanted(view, kind, style)) for kind in KINDS if kind not in gone]
    orders += _built(view, plan, purse - RESERVE, wanted)
    return tuple(orders)


def _wins(view: View, mine: int) -> bool:
    """Whether no other player is as rich: each has one more turn."""
    return all(mine >= held for seat, held in view.cash.items() if seat != seat_of(view))


def _hit(forms: Forms) -> tuple[int, ...]:
    for form in forms:
        if form.kind == "liquidate":
            return tuple(AT[name] for name in cast(Choice, form.fields[0]).words)
    return ()


def _kept(view: View, kind: Kind) -> float:
    """Guess what an asset will bring if it is kept."""
    if is_last_turn(view):
        return final(view, kind) - 1
    return _earns(view, kind) * rounds_to_come(view) + final(view, kind)


def _earns(view: View, kind: Kind) -> float:
    """Guess what one asset earns in a round."""
    usual = (view.consumer.sale + 24) / 2 - BARREL_COST
    match kind:
        case "station":
            return HIT_EACH_ROUND * max(1.0, usual)
        case "refinery":
            return 2 * HIT_EACH_ROUND * max(1.0, usual - 4)
        case "well":
            return 2 * HIT_EACH_ROUND * CRUDE_WORTH
        case "rig":
            return STRIKE_EACH_ROUND * max(0, WELL_WORTH - view.well_price / 2)


def _wanted(view: View, kind: Kind, style: Style) -> int:
    cost = price(view, kind)
    if cost is None or cost >= _kept(view, kind):
        return 0
    return min(BUILT_MOST, max(0, style.most[kind] - own(view).assets[kind]))


def _built(
    view: View, plan: str, purse: int, wanted: Iterable[tuple[Kind, int]]
) -> tuple[Build, ...]:
    """Place what the money pays: refineries off the diagonal, stations along it, then rigs."""
    orders: list[Build] = []
    for kind, count in wanted:
        cost = price(view, kind)
        if cost is None or count <= 0:
            continue
        squares: list[int] = []
        for _ in range(min(count, max(0, purse) // cost)):
            if (at := _square(plan, kind)) is None:
                break
            squares.append(at)
            plan, purse = placed(plan, at, kind), purse - cost
        if kind == "refinery":
            orders += [BuildRefinery(NAMES[at]) for at in squares]
        else:
            orders += _in_lines(kind, sorted(squares))
    return tuple(orders)


def _square(plan: str, kind: Kind) -> int | None:
    """Return where the next asset of a kind goes, None if there is no room."""
    if kind == "refinery":
        blocks = blocks_free(plan)
        return max(blocks, key=lambda at: abs(at // SIDE - at % SIDE), default=None)
    able = free(plan)
    return (
        next((at for at in DIAGONAL if at in able), None)
        if kind == "station"
        else next(iter(able), None)
    )


def _in_lines(kind: Kind, squares: Iterable[int]) -> Iterator[Build]:
    """Name neighbours in a row by the first and the last of them."""
    runs: list[list[int]] = []
    for at in squares:
        if runs and at == runs[-1][-1] + 1 and at % SIDE:
            runs[-1].append(at)
        else:
            runs.append([at])
    for run in runs:
        last = NAMES[run[-1]] if len(run) > 1 else ""
        match kind:
            case "station":
                yield BuildStation(NAMES[run[0]], last)
            case "well":
                yield BuildWell(NAMES[run[0]], last)
            case _:
                yield BuildRig(NAMES[run[0]], last)
