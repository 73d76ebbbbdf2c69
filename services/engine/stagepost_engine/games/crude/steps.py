"""What steps have in common: an empty turn, news for all, and steps that happen by themselves."""

from __future__ import annotations

from collections.abc import Callable

from stagepost_contracts.events import Event
from stagepost_contracts.forms import OrderForm
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import Text, say
from stagepost_engine.games.crude.orders import Stay
from stagepost_engine.games.crude.parts import PART_OF
from stagepost_engine.games.crude.state import Table
from stagepost_engine.rules.dice import Dice
from stagepost_engine.rules.game import Move, Moves, Outcome, Phase
from stagepost_engine.rules.steps import happening

Told = tuple[Event, ...]

STAY = OrderForm("stay", meaning=say("nothing in this part of the turn"))


def news(*words: Text) -> Told:
    """Return news for everybody: at this table nothing is secret."""
    return tuple(Event(word) for word in words)


def stays(table: Table, seat: Seat) -> Move:
    """Return the default of most phases: nothing is spent, and no price moves."""
    return (Stay(),)


def happens(
    name: str, title: Text, resolve: Callable[[Table, Moves, Dice], Outcome[Table]]
) -> Phase[Table]:
    """Return a step of this game without a decision: it resolves by itself."""
    return happening(name, PART_OF[name], title, resolve)
