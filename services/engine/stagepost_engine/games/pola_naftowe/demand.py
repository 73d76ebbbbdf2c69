"""Phase 2, Demand: as many white dice as there are players, added together."""

from __future__ import annotations

from msgspec.structs import replace

from stagepost_contracts.events import Event
from stagepost_contracts.texts import say
from stagepost_engine.games.pola_naftowe.opening import opened
from stagepost_engine.games.pola_naftowe.parts import RANDOM_EVENT
from stagepost_engine.games.pola_naftowe.state import Table
from stagepost_engine.games.pola_naftowe.steps import happens, listed
from stagepost_engine.rules.dice import Dice, roll
from stagepost_engine.rules.game import Moves, Outcome


def resolve(table: Table, moves: Moves, dice: Dice) -> Outcome[Table]:
    # Ruling 37: as many dice as players still in the game.
    pips = roll(dice, len(table.holdings), "demand")
    word = say(
        "The white dice show {pips}: demand is {demand} barrels in each session.",
        pips=listed(tuple(map(str, pips))),
        demand=sum(pips),
    )
    return opened(replace(table, demand=sum(pips)), RANDOM_EVENT, (Event(word),))


DEMAND_ROLL = happens("demand", say("Demand"), resolve)
