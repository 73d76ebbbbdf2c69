"""The special round and phase 4, Assets: what may still be ordered, with today's bounds."""

from __future__ import annotations

from stagepost_contracts.forms import Choice, OrderForm
from stagepost_contracts.texts import Text, say
from stagepost_engine.games.crude.squares import NAMES, SQUARES, blocks_free, free, names_of
from stagepost_engine.games.crude.state import tables_of
from stagepost_engine.games.crude.steps import STAY
from stagepost_engine.games.crude.tables import Kind
from stagepost_engine.games.crude.words import assets_word
from stagepost_engine.games.crude.yard import Yard, can_build, can_declare, price
from stagepost_engine.rules.game import Forms

MEANINGS: dict[Kind, Text] = {
    "rig": say("a rig on a square (row-column), or on every free square between two"),
    "station": say("a station on a square, or on every free square between two"),
    "well": say("a well on a square, or on every free square between two"),
    "refinery": say("a refinery on four squares; name the one with the lowest row and column"),
}
LAST = Choice("to", NAMES, keyword="to", otherwise="")
"""The second corner: any square may be named, free or not."""

LIQUIDATE = say("sell what the roll hit there, or all that it hit between two squares")
STAYS_ALONE = say("STAY says that you do nothing: it stands alone.")
DECLARE = say("declare victory, as the last line: every other quadrant has one more turn")


def yard_forms(yard: Yard, kinds: tuple[Kind, ...], *, started: bool) -> Forms:
    """Return the forms that may follow; what may not is offered 0 times, with the reason."""
    if yard.closed:
        return ()
    forms = [_build_form(yard, kind) for kind in kinds if price(yard, kind) is not None]
    if yard.sellable:
        hit = names_of(yard.sellable)
        forms.append(
            OrderForm("liquidate", (Choice("at", hit), LAST), most=len(hit), meaning=LIQUIDATE)
        )
    if can_declare(yard):
        forms.append(OrderForm("declare", meaning=DECLARE))
    elif yard.table.roll:
        forms.append(OrderForm("declare", most=0, meaning=why_no_victory(yard)))
    stay = OrderForm("stay", most=0, meaning=STAYS_ALONE) if started else STAY
    return (*forms, stay)


def has_choice(yard: Yard, kinds: tuple[Kind, ...]) -> bool:
    return bool(yard.sellable) or can_declare(yard) or any(can_build(yard, kind) for kind in kinds)


def why_no_victory(yard: Yard) -> Text:
    if yard.table.declared is not None:
        return say("Victory has been declared: this is the last turn.")
    return say(
        "Victory needs {sum} M$ in cash; you hold {cash}.",
        sum=tables_of(yard.table).win_cash,
        cash=yard.cash,
    )


def why_no_building(yard: Yard, kind: Kind) -> Text:
    cost = price(yard, kind)
    if cost is not None and cost > yard.cash:
        return say(
            "{assets} costs {cost} M$, and {cash} M$ are left to you.",
            assets=assets_word(kind, 1),
            cost=cost,
            cash=yard.cash,
        )
    return say("Your quadrant has no room left for {assets}.", assets=assets_word(kind, 1))


def _build_form(yard: Yard, kind: Kind) -> OrderForm:
    able, plan = can_build(yard, kind), yard.held.plan
    squares = blocks_free(plan) if kind == "refinery" else free(plan)
    where = Choice("at", names_of(squares) if able else NAMES)
    fields = (where,) if kind == "refinery" else (where, LAST)
    most, meaning = (SQUARES, MEANINGS[kind]) if able else (0, why_no_building(yard, kind))
    return OrderForm(f"build {kind}", fields, most=most, meaning=meaning)
