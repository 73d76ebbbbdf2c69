"""Phase 4, Assets Phase: buy and place, sell what was hit; phase 5: declare victory."""

from __future__ import annotations

from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import Text, say
from stagepost_engine.games.crude.parts import PART_OF
from stagepost_engine.games.crude.state import Table, card_now, owner_of
from stagepost_engine.games.crude.steps import stays
from stagepost_engine.games.crude.tables import KINDS
from stagepost_engine.games.crude.turns import turn_ended
from stagepost_engine.games.crude.words import economy_word
from stagepost_engine.games.crude.yard import Yard, can_declare, done, yard_hit
from stagepost_engine.games.crude.yard_forms import has_choice, yard_forms
from stagepost_engine.rules.dice import Dice
from stagepost_engine.rules.game import Forms, Move, Moves, Outcome, Phase


def question(table: Table, seat: Seat) -> Text:
    card, cash = economy_word(card_now(table).id), table.cash[seat]
    if can_declare(yard_hit(table)):
        return say(
            "Build, sell what your roll hit, declare victory or stay; the economy is {card}. You hold {cash} M$.",
            card=card,
            cash=cash,
        )
    return say(
        "Build, sell what your roll hit, or stay; the economy is {card}. You hold {cash} M$.",
        card=card,
        cash=cash,
    )


def actors(table: Table) -> tuple[Seat, ...]:
    return (owner_of(table, table.turn),) if has_choice(yard_hit(table), KINDS) else ()


def forms(table: Table, seat: Seat, so_far: Move) -> Forms:
    return yard_forms(_folded(table, so_far), KINDS, started=bool(so_far))


def check(table: Table, seat: Seat, move: Move) -> None:
    _folded(table, move)


def resolve(table: Table, moves: Moves, dice: Dice) -> Outcome[Table]:
    yard = _folded(table, moves.get(owner_of(table, table.turn), ()))
    return turn_ended(yard.table, yard.told)


def _folded(table: Table, move: Move) -> Yard:
    # Ruling 27: buying and selling in any order.
    yard = yard_hit(table)
    for index, order in enumerate(move):
        yard = done(yard, order, index)
    return yard


ASSETS = Phase(
    name="assets",
    part=PART_OF["assets"],
    title=say("Assets"),
    question=question,
    actors=actors,
    forms=forms,
    check=check,
    default=stays,
    resolve=resolve,
)
