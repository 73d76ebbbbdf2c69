"""What steps have in common: an empty turn, nothing to check, and no actors at all."""

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
from stagepost_engine.rules.game import Forms, Move, Moves, Outcome, Phase, nobody

Told = tuple[Event, ...]

STAY = OrderForm("stay", meaning=say("nothing in this part of the turn"))


def news(*words: Text) -> Told:
    """Return news for everybody: at this table nothing is secret."""
    return tuple(Event(word) for word in words)


def stays(table: Table, seat: Seat) -> Move:
    """Return the default of most phases: nothing is spent, and no price moves."""
    return (Stay(),)


def forms_say_it_all(table: Table, seat: Seat, move: Move) -> None:
    """For a step whose forms hold every bound."""


def happens(
    name: str, title: Text, resolve: Callable[[Table, Moves, Dice], Outcome[Table]]
) -> Phase[Table]:
    """Return a step without a decision: it resolves by itself."""
    return Phase(
        name=name,
        part=PART_OF[name],
        title=title,
        question=_nothing_asked,
        actors=nobody,
        forms=_no_forms,
        check=forms_say_it_all,
        default=stays,
        resolve=resolve,
    )


def _nothing_asked(table: Table, seat: Seat) -> Text:
    return say("Nothing is asked.")


def _no_forms(table: Table, seat: Seat, so_far: Move) -> Forms:
    return ()
