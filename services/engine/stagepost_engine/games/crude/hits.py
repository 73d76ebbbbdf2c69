"""Phase 2, Assets Produce, and phase 3, The Neighbor Phase: hits are resolved one player at a time."""

from __future__ import annotations

from msgspec.structs import replace

from stagepost_contracts.forms import Amount, Choice, Field, OrderForm
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import Text, say
from stagepost_engine.games.crude.consumer import next_price
from stagepost_engine.games.crude.lines import acting, line_of
from stagepost_engine.games.crude.parts import PART_OF
from stagepost_engine.games.crude.policy import POLICY, moved_by
from stagepost_engine.games.crude.state import Table, named, owner_of, well_price
from stagepost_engine.games.crude.steps import STAY, stays
from stagepost_engine.games.crude.turns import next_hits
from stagepost_engine.games.crude.works import (
    Works,
    can_convert,
    can_work,
    refines_most,
    sells_most,
    worked,
    works_of,
)
from stagepost_engine.rules.dice import Dice
from stagepost_engine.rules.game import Forms, Move, Moves, Outcome, Phase
from stagepost_engine.rules.steps import forms_say_it_all

REFINE = say("turn crude into gasoline in the refineries hit")
SELL = say("sell gasoline through the stations hit, each barrel one M$ lower than the last")
NO_GASOLINE = say("You hold no gasoline: refine first, in a line before it.")
CONVERT = say("make the rig that was hit twice a well")


def question(table: Table, seat: Seat) -> Text:
    quadrant, works = acting(table), works_of(table)
    row, column = line_of(table, quadrant)
    lines = [say("row {row}", row=row)] if row else []
    lines += [say("column {column}", column=column)] if column else []
    able = _able(works)
    if quadrant == table.turn:
        return say("Your roll hits {lines}. You may {able}.", lines=tuple(lines), able=able)
    return say(
        "{who} rolled, and you are the neighbour: {lines} of yours is hit. You may {able}.",
        who=named(table, table.turn),
        lines=tuple(lines),
        able=able,
    )


def _able(works: Works) -> tuple[Text, ...]:
    table, able = works.table, []
    if (most := refines_most(works)) > 0:
        able.append(say("refine up to {most}", most=most))
    if works.selling > 0 and next_price(table) > 0:
        able.append(
            say(
                "sell up to {most}, the first for {price} M$",
                most=works.selling,
                price=next_price(table),
            )
        )
    if works.rig is not None:
        able.append(say("convert the rig for {price} M$", price=well_price(table)))
    return tuple(able)


def actors(table: Table) -> tuple[Seat, ...]:
    return (owner_of(table, acting(table)),) if table.queue and can_work(table) else ()


def forms(table: Table, seat: Seat, so_far: Move) -> Forms:
    works = _folded(table, so_far)
    if works.closed:
        return ()
    forms = []
    if (most := refines_most(works)) > 0:
        forms.append(OrderForm("refine", (Amount("count", 1, most),), most=most, meaning=REFINE))
    if (most := sells_most(works)) > 0:
        forms.append(OrderForm("sell", _sale(most), most=most, meaning=SELL))
    elif forms and works.selling > 0 and next_price(table) > 0:
        forms.append(OrderForm("sell", _sale(works.selling), most=0, meaning=NO_GASOLINE))
    if can_convert(works):
        forms.append(OrderForm("convert", meaning=CONVERT))
    elif forms and works.rig is not None:
        forms.append(OrderForm("convert", most=0, meaning=_too_dear(works)))
    return tuple(forms) if so_far else (*forms, STAY)


def _too_dear(works: Works) -> Text:
    return say(
        "A well costs {price} M$; you hold {cash}.",
        price=well_price(works.table),
        cash=works.cash,
    )


def _sale(most: int) -> tuple[Field, ...]:
    """The good and the market are of no choice here: SELL 2 says it all."""
    return (
        Amount("count", 1, most),
        Choice("good", ("gasoline",), otherwise="gasoline"),
        Choice("market", ("consumer",), otherwise="consumer"),
    )


def standing(table: Table, seat: Seat) -> Forms:
    """A policy may be given or changed at any time, as long as the match runs."""
    return (POLICY,) if table.phase else ()


def answer(table: Table, seat: Seat, orders: Move) -> Move | None:
    return moved_by(works_of(table), orders[-1])


def resolve(table: Table, moves: Moves, dice: Dice) -> Outcome[Table]:
    works = _folded(table, moves.get(owner_of(table, acting(table)), ()))
    table = replace(works.table, queue=table.queue[1:], pumped=0)
    return next_hits(table, works.told)


def _folded(table: Table, move: Move) -> Works:
    works = works_of(table)
    for order in move:
        works = worked(works, order)
    return works


HITS = Phase(
    name="hits",
    part=PART_OF["hits"],
    title=say("Hits"),
    question=question,
    actors=actors,
    forms=forms,
    check=forms_say_it_all,
    default=stays,
    resolve=resolve,
    standing=standing,
    answer=answer,
)
