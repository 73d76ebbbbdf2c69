"""Phases 2 and 3, Assets Produce: what hits allow one player, folded order by order."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from stagepost_contracts.texts import say
from stagepost_engine.games.crude.consumer import revenue, sales_most
from stagepost_engine.games.crude.lines import Line, acting, line_of
from stagepost_engine.games.crude.orders import Convert, Refine, Sell, Stay, WorksOrder
from stagepost_engine.games.crude.squares import SIDE, cleared, placed, struck
from stagepost_engine.games.crude.state import (
    Quadrant,
    Table,
    named,
    owner_of,
    paid,
    tables_of,
    well_price,
    with_quadrant,
)
from stagepost_engine.games.crude.steps import Told, news
from stagepost_engine.games.crude.words import barrels_word


class Works(msgspec.Struct, frozen=True):
    """One player's hits so far: the table after it, and what the hits still allow."""

    table: Table
    quadrant: int
    refining: int
    selling: int
    rig: int | None
    told: Told = ()
    closed: bool = False

    @property
    def held(self) -> Quadrant:
        return self.table.quadrants[self.quadrant]

    @property
    def cash(self) -> int:
        return self.table.cash[owner_of(self.table, self.quadrant)]


def works_of(table: Table) -> Works:
    """Return what the roll allows the first of the queue."""
    quadrant, yields = acting(table), tables_of(table).yields
    plan, line = table.quadrants[quadrant].plan, line_of(table, quadrant)
    return Works(
        table,
        quadrant,
        _allowed(plan, line, "F", yields.refine, yields.refine_double),
        _allowed(plan, line, "s", yields.sell, yields.sell_double),
        _rig_struck(plan, line),
    )


def pumped(table: Table, plan: str, line: Line) -> int:
    """Return what the wells hit pump; wells collect without a question."""
    yields = tables_of(table).yields
    return _allowed(plan, line, "w", yields.pump, yields.pump_double)


def can_work(table: Table) -> bool:
    """Whether the first of the queue has a choice."""
    works = works_of(table)
    return refines_most(works) > 0 or sells_most(works) > 0 or can_convert(works)


def refines_most(works: Works) -> int:
    """Ruling 12: crude pumped on this roll is not refined on it."""
    return min(works.refining, works.held.crude - works.table.pumped)


def sells_most(works: Works) -> int:
    return min(works.selling, works.held.gasoline, sales_most(works.table))


def can_convert(works: Works) -> bool:
    return works.rig is not None and works.cash >= well_price(works.table)


def worked(works: Works, order: WorksOrder) -> Works:
    """Carry one order out; the forms hold every bound."""
    match order:
        case Refine(count=count):
            return _refined(works, count)
        case Sell(count=count):
            return _sold(works, count)
        case Convert():
            return _converted(works)
        case Stay():
            return replace(works, closed=True)


def _allowed(plan: str, line: Line, mark: str, single: int, double: int) -> int:
    if mark not in plan:
        return 0
    hits = (count for at, count in struck(plan, *line).items() if plan[at] == mark)
    return sum(double if count == 2 else single for count in hits)


def _rig_struck(plan: str, line: Line) -> int | None:
    """Return the square where row and column cross, if a rig stands there."""
    row, column = line
    at = SIDE * (row - 1) + column - 1 if row and column else None
    return at if at is not None and plan[at] == "r" else None


def _refined(works: Works, count: int) -> Works:
    # Ruling 10: crude goes to the supply, as much gasoline comes from it.
    table, held = works.table, works.held
    held = replace(held, crude=held.crude - count, gasoline=held.gasoline + count)
    table = with_quadrant(
        table,
        works.quadrant,
        held,
        supply_crude=table.supply_crude + count,
        supply_gasoline=table.supply_gasoline - count,
    )
    word = say(
        "{who} refines {barrels}.",
        who=named(table, works.quadrant),
        barrels=barrels_word("crude", count),
    )
    done = replace(works, table=table, refining=works.refining - count)
    return replace(done, told=works.told + news(word))


def _sold(works: Works, count: int) -> Works:
    table, sum_ = works.table, revenue(works.table, count)
    held = replace(works.held, gasoline=works.held.gasoline - count)
    table = paid(table, {owner_of(table, works.quadrant): -sum_})
    table = with_quadrant(table, works.quadrant, held, consumer=table.consumer - count)
    word = say(
        "{who} sells {barrels} through gas stations for {sum} M$.",
        who=named(table, works.quadrant),
        barrels=barrels_word("gasoline", count),
        sum=sum_,
    )
    done = replace(works, table=table, selling=works.selling - count)
    return replace(done, told=works.told + news(word))


def _converted(works: Works) -> Works:
    assert works.rig is not None, "a rig was hit twice"
    table, price = works.table, well_price(works.table)
    plan = placed(cleared(works.held.plan, (works.rig,)), works.rig, "well")
    table = paid(table, {owner_of(table, works.quadrant): price})
    # Ruling 17: the new well pumps nothing this turn; the old ones have pumped already.
    table = with_quadrant(table, works.quadrant, replace(works.held, plan=plan))
    word = say(
        "{who} strikes oil: the rig becomes a well for {price} M$.",
        who=named(table, works.quadrant),
        price=price,
    )
    return replace(works, table=table, rig=None, told=works.told + news(word))
