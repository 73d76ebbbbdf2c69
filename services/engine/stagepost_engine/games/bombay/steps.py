"""What the steps that resolve by themselves have in common: no actors, no forms, no moves."""

from __future__ import annotations

from collections.abc import Callable

from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import Text, say
from stagepost_engine.games.bombay.state import Table
from stagepost_engine.rules.dice import Dice
from stagepost_engine.rules.game import Forms, Move, Moves, Outcome, Phase, nobody


def happens(
    name: str, part: int, title: Text, resolve: Callable[[Table, Moves, Dice], Outcome[Table]]
) -> Phase[Table]:
    """Return a step without a decision."""
    return Phase(
        name=name,
        part=part,
        title=title,
        question=_nothing_asked,
        actors=nobody,
        forms=_no_forms,
        check=_nothing_checked,
        default=_no_move,
        resolve=resolve,
    )


def _nothing_asked(table: Table, seat: Seat) -> Text:
    return say("Nothing is asked.")


def _no_forms(table: Table, seat: Seat, so_far: Move) -> Forms:
    return ()


def _nothing_checked(table: Table, seat: Seat, move: Move) -> None:
    return


def _no_move(table: Table, seat: Seat) -> Move:
    return ()
