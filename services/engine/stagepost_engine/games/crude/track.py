"""Phase 2, Change the Dice Difference Track, and Change the economy at its end."""

from __future__ import annotations

from msgspec.structs import replace

from stagepost_contracts.texts import say
from stagepost_engine.games.crude.consumer import demand_changed
from stagepost_engine.games.crude.state import Table, card_named, card_now, tables_of
from stagepost_engine.games.crude.steps import Told, happens, news
from stagepost_engine.games.crude.turns import production
from stagepost_engine.games.crude.words import economy_word
from stagepost_engine.rules.dice import Dice, roll
from stagepost_engine.rules.game import Moves, Outcome


def resolve(table: Table, moves: Moves, dice: Dice) -> Outcome[Table]:
    # Ruling 8: up by the difference of the two dice; a double adds nothing.
    row, column = table.roll
    table = replace(table, track=table.track + abs(row - column))
    if table.track < tables_of(table).track_limit:
        return production(table, ())
    table, told = economy_changed(table, dice)
    # Ruling 40: the new card's prices hold for the rest of the turn.
    return production(table, told)


def economy_changed(table: Table, dice: Dice) -> tuple[Table, Told]:
    """Roll the green die against the present card, and move consumer demand by the new one."""
    tables = tables_of(table)
    [face] = roll(dice, 1, "economy")
    card = card_named(tables, card_now(table).next[face - 1])
    before = table.consumer
    # Ruling 9: the die goes back to 0, the excess is lost.
    table = demand_changed(replace(table, track=0, economy=card.id), card.change)
    word = say(
        "The economy changes: the green die shows {face}, the new card is {card}. The consumer market's barrel stood on {before} and is on {after}.",
        face=face,
        card=economy_word(card.id),
        before=before,
        after=table.consumer,
    )
    return table, news(word)


TRACK = happens("track", say("Dice difference track and economy"), resolve)
