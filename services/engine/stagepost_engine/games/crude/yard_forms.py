"""The special round and phase 4, Assets: what may still be ordered, with today's bounds."""

from __future__ import annotations

from stagepost_contracts.forms import Choice, OrderForm
from stagepost_contracts.texts import Text, say
from stagepost_engine.games.crude.squares import NAMES, SQUARES, blocks_free, free
from stagepost_engine.games.crude.state import tables_of
from stagepost_engine.games.crude.steps import STAY
from stagepost_engine.games.crude.tables import Kind
from stagepost_engine.games.crude.yard import Yard, can_build, can_declare, price
from stagepost_engine.rules.game import Forms

MEANINGS: dict[Kind, Text] = {
    "rig": say("a rig on a square (row-column), or on every free square between two"),
    "station": say("a station on a square, or on every free square between two"),
    "well": say("a well on a square, or on every free square between two"),
    "refinery": say("a refinery on four squares; name the one with the lowest row and column"),
}
LIQUIDATE = say("sell what the roll hit there, or all that it hit between two squares")
DECLARE = say("declare victory, as the last line: every other quadrant has one more turn")


def yard_forms(yard: Yard, kinds: tuple[Kind, ...], *, started: bool) -> Forms:
    """Return the forms that may follow; `STAY` stands alone."""
    if yard.closed:
        return ()
    forms = [_build_form(yard, kind) for kind in kinds if can_build(yard, kind)]
    forms += [_later(yard, kind) for kind in kinds if _could_build(yard, kind)]
    if yard.sellable:
        hit = tuple(NAMES[at] for at in yard.sellable)
        forms.append(
            OrderForm("liquidate", (Choice("at", hit), _last()), most=len(hit), meaning=LIQUIDATE)
        )
    if can_declare(yard):
        forms.append(OrderForm("declare", meaning=DECLARE))
    elif yard.sellable and yard.table.declared is None:
        forms.append(_declare_later(yard))
    return tuple(forms) if started else (*forms, STAY)


def has_choice(yard: Yard, kinds: tuple[Kind, ...]) -> bool:
    return bool(yard.sellable) or can_declare(yard) or any(can_build(yard, kind) for kind in kinds)


def _build_form(yard: Yard, kind: Kind) -> OrderForm:
    plan = yard.held.plan
    squares = blocks_free(plan) if kind == "refinery" else free(plan)
    where = Choice("at", tuple(NAMES[at] for at in squares))
    fields = (where,) if kind == "refinery" else (where, _last())
    return OrderForm(f"build {kind}", fields, most=SQUARES, meaning=MEANINGS[kind])


def _could_build(yard: Yard, kind: Kind) -> bool:
    """Whether a sale before it may pay for it or make room."""
    return bool(yard.sellable) and price(yard, kind) is not None and not can_build(yard, kind)


def _later(yard: Yard, kind: Kind) -> OrderForm:
    fields = (Choice("at", NAMES),) if kind == "refinery" else (Choice("at", NAMES), _last())
    why = say(
        "It costs {price} M$ and needs room; you hold {cash}.",
        price=price(yard, kind) or 0,
        cash=yard.cash,
    )
    return OrderForm(f"build {kind}", fields, most=0, meaning=why)


def _declare_later(yard: Yard) -> OrderForm:
    why = say(
        "Victory is declared with {least} M$ or more; you hold {cash}.",
        least=tables_of(yard.table).win_cash,
        cash=yard.cash,
    )
    return OrderForm("declare", most=0, meaning=why)


def _last() -> Choice:
    """Return the second corner: any square may be named, free or not."""
    return Choice("to", NAMES, keyword="to", otherwise="")
