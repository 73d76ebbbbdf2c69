"""Steps without a decision: they resolve by themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import Text, say
from stagepost_engine.rules.dice import Dice
from stagepost_engine.rules.game import Forms, Move, Moves, Outcome, Phase, S, nobody


def forms_say_it_all(state: Any, seat: Seat, move: Move) -> None:
    """Check nothing: for a step whose forms hold every bound."""


def happening(
    name: str, part: int, title: Text, resolve: Callable[[S, Moves, Dice], Outcome[S]]
) -> Phase[S]:
    """Return a step without a decision."""
    return Phase(
        name=name,
        part=part,
        title=title,
        question=_nothing_asked,
        actors=nobody,
        forms=_no_forms,
        check=forms_say_it_all,
        default=_no_move,
        resolve=resolve,
    )


def _nothing_asked(state: Any, seat: Seat) -> Text:
    return say("Nothing is asked.")


def _no_forms(state: Any, seat: Seat, so_far: Move) -> Forms:
    return ()


def _no_move(state: Any, seat: Seat) -> Move:
    return ()
