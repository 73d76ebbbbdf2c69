"""Special Purchase Round: once, clockwise, each player spends the first money on assets."""

from __future__ import annotations

from msgspec.structs import replace

from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import Text, say
from stagepost_engine.games.crude.parts import PART_OF
from stagepost_engine.games.crude.state import Table, card_now, named, owner_of
from stagepost_engine.games.crude.steps import news, stays
from stagepost_engine.games.crude.tables import Kind
from stagepost_engine.games.crude.turns import turn_begun
from stagepost_engine.games.crude.words import economy_word
from stagepost_engine.games.crude.yard import Yard, done
from stagepost_engine.games.crude.yard_forms import has_choice, yard_forms
from stagepost_engine.rules.dice import Dice
from stagepost_engine.rules.game import Forms, Move, Moves, Outcome, Phase

# Ruling 23: all assets but oil wells.
FOR_SALE: tuple[Kind, ...] = ("rig", "station", "refinery")


def question(table: Table, seat: Seat) -> Text:
    return say(
        "Special purchase round for {who}: buy and place assets at the prices of {card}, as many as you like. You hold {cash} M$.",
        who=named(table, table.queue[0]),
        card=economy_word(card_now(table).id),
        cash=table.cash[seat],
    )


def actors(table: Table) -> tuple[Seat, ...]:
    yard = _folded(table, ())
    return (owner_of(table, yard.quadrant),) if has_choice(yard, FOR_SALE) else ()


def forms(table: Table, seat: Seat, so_far: Move) -> Forms:
    return yard_forms(_folded(table, so_far), FOR_SALE, started=bool(so_far))


def check(table: Table, seat: Seat, move: Move) -> None:
    _folded(table, move)


def resolve(table: Table, moves: Moves, dice: Dice) -> Outcome[Table]:
    yard = _folded(table, moves.get(owner_of(table, table.queue[0]), ()))
    table, told = yard.table, yard.told
    if not told:
        told = news(say("{who} buys nothing.", who=named(table, yard.quadrant)))
    table = replace(table, queue=table.queue[1:])
    return Outcome(table, told) if table.queue else turn_begun(table, told)


def _folded(table: Table, move: Move) -> Yard:
    yard = Yard(table, table.queue[0])
    for index, order in enumerate(move):
        yard = done(yard, order, index)
    return yard


PURCHASE_ROUND = Phase(
    name="purchase",
    part=PART_OF["purchase"],
    title=say("Special purchase round"),
    question=question,
    actors=actors,
    forms=forms,
    check=check,
    default=stays,
    resolve=resolve,
)
