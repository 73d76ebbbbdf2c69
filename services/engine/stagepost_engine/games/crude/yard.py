"""The special round and phase 4, Assets: what one player builds and sells, folded order by order."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from stagepost_contracts.errors import IllegalMove
from stagepost_contracts.texts import Text, say
from stagepost_engine.games.crude.orders import (
    Build,
    BuildRefinery,
    BuildRig,
    BuildStation,
    BuildWell,
    Declare,
    Liquidate,
    Stay,
    YardOrder,
)
from stagepost_engine.games.crude.squares import (
    AT,
    FREE,
    KIND_OF,
    blocks_free,
    cleared,
    kind_at,
    placed,
    rectangle,
    struck,
)
from stagepost_engine.games.crude.state import (
    Quadrant,
    Table,
    card_now,
    named,
    owner_of,
    paid,
    price_of,
    tables_of,
    with_quadrant,
)
from stagepost_engine.games.crude.steps import Told, news
from stagepost_engine.games.crude.tables import Kind
from stagepost_engine.games.crude.words import assets_word, squares_word


class Yard(msgspec.Struct, frozen=True):
    """One player's phase so far; `sellable` are the squares of what the own roll hit."""

    table: Table
    quadrant: int
    sellable: tuple[int, ...] = ()
    told: Told = ()
    closed: bool = False

    @property
    def held(self) -> Quadrant:
        return self.table.quadrants[self.quadrant]

    @property
    def cash(self) -> int:
        return self.table.cash[owner_of(self.table, self.quadrant)]


def yard_hit(table: Table) -> Yard:
    """Ruling 25: only what the own roll of this turn hit can be sold, a new well too (ruling 26)."""
    plan = table.quadrants[table.turn].plan
    return Yard(table, table.turn, tuple(struck(plan, *table.roll)))


def price(yard: Yard, kind: Kind) -> int | None:
    """Return what a piece costs now; None if it is not for sale (ruling 16)."""
    return price_of(card_now(yard.table), kind).buy


def can_build(yard: Yard, kind: Kind) -> bool:
    cost = price(yard, kind)
    if cost is None or cost > yard.cash:
        return False
    return bool(blocks_free(yard.held.plan)) if kind == "refinery" else FREE in yard.held.plan


def can_declare(yard: Yard) -> bool:
    """Ruling 28: with enough cash, and if nobody has declared yet."""
    return yard.table.declared is None and yard.cash >= tables_of(yard.table).win_cash


def done(yard: Yard, order: YardOrder, index: int) -> Yard:
    """Carry one order out. Raises IllegalMove with `index`."""
    try:
        match order:
            case BuildRig() | BuildStation() | BuildWell() | BuildRefinery():
                return _built(yard, order)
            case Liquidate(at=at, to=to):
                return _liquidated(yard, AT[at], AT[to or at])
            case Declare():
                return _declared(yard)
            case Stay():
                return replace(yard, closed=True)
    except IllegalMove as refusal:
        refusal.index = index
        raise


def _built(yard: Yard, order: Build) -> Yard:
    kind, squares = _plot(yard.held.plan, order)
    each, count = price(yard, kind), len(squares)
    assert each is not None, "the forms offer only what has a price"
    if each * count > yard.cash:
        raise IllegalMove(
            say(
                "{assets} cost {cost} M$, and {cash} M$ are left to you: enough for {most}.",
                assets=assets_word(kind, count),
                cost=each * count,
                cash=yard.cash,
                most=yard.cash // each,
            )
        )
    plan = yard.held.plan
    for at in squares:
        plan = placed(plan, at, kind)
    word = say(
        "{who} builds {assets} for {cost} M$: {squares}.",
        who=named(yard.table, yard.quadrant),
        assets=assets_word(kind, count),
        cost=each * count,
        squares=squares_word(squares),
    )
    return _after(yard, plan, each * count, word)


def _plot(plan: str, order: Build) -> tuple[Kind, Sequence[int]]:
    """Return what is built on which squares: every free one between the two named."""
    match order:
        case BuildRefinery(at=at):
            return "refinery", (AT[at],)
        case BuildRig(at=at, to=to):
            kind: Kind = "rig"
        case BuildStation(at=at, to=to):
            kind = "station"
        case BuildWell(at=at, to=to):
            kind = "well"
    return kind, tuple(square for square in rectangle(AT[at], AT[to or at]) if plan[square] == FREE)


def _liquidated(yard: Yard, first: int, last: int) -> Yard:
    between = tuple(at for at in rectangle(first, last) if at in yard.sellable)
    card, plan = card_now(yard.table), yard.held.plan
    kinds = [kind_at(plan, at) for at in between]
    sum_ = sum(price_of(card, kind).sell for kind in kinds)
    word = say(
        "{who} sells {assets} for {sum} M$: {squares}.",
        who=named(yard.table, yard.quadrant),
        assets=tuple(
            assets_word(kind, kinds.count(kind)) for kind in KIND_OF.values() if kind in kinds
        ),
        sum=sum_,
        squares=squares_word(between),
    )
    left = tuple(at for at in yard.sellable if at not in between)
    return _after(replace(yard, sellable=left), cleared(plan, between), -sum_, word)


def _declared(yard: Yard) -> Yard:
    word = say(
        "{who} declares victory with {cash} M$: every other quadrant takes one last turn.",
        who=named(yard.table, yard.quadrant),
        cash=yard.cash,
    )
    turns = len(yard.table.quadrants)
    table = replace(yard.table, declared=yard.quadrant, turns_left=turns)
    return replace(yard, table=table, told=yard.told + news(word), closed=True)


def _after(yard: Yard, plan: str, cost: int, word: Text) -> Yard:
    table = paid(yard.table, {owner_of(yard.table, yard.quadrant): cost})
    table = with_quadrant(table, yard.quadrant, replace(yard.held, plan=plan))
    return replace(yard, table=table, told=yard.told + news(word))
