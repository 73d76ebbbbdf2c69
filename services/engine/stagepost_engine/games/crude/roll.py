"""Phase 2, The Production Roll Phase: two dice, and what a double brings."""

from __future__ import annotations

from msgspec.structs import replace

from stagepost_contracts.texts import say
from stagepost_engine.games.crude.news_cards import happened, lasting_ended
from stagepost_engine.games.crude.state import Table, named
from stagepost_engine.games.crude.steps import happens, news
from stagepost_engine.rules.dice import Dice, roll
from stagepost_engine.rules.game import Moves, Outcome


def resolve(table: Table, moves: Moves, dice: Dice) -> Outcome[Table]:
    """The red die chooses the row, the black die the column (ruling 43)."""
    row, column = roll(dice, 2, "production")
    word = say(
        "{who} rolls: row {row}, column {column}.",
        who=named(table, table.turn),
        row=row,
        column=column,
    )
    table, told = replace(table, roll=(row, column)), news(word)
    if row == column:
        table, ended = lasting_ended(table, row)
        table, events = happened(table, row, dice)
        told = told + ended + events
    # Ruling 7: doubles, then the difference and the economy, then production.
    return Outcome(replace(table, phase="tax" if table.debts else "track"), told)


ROLL = happens("roll", say("The production roll"), resolve)
