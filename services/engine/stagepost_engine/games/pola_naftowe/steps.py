"""What steps have in common: one order and no more, nothing to check, and no actors at all."""

from __future__ import annotations

from collections.abc import Callable

from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import Text, TextArg, say
from stagepost_engine.games.pola_naftowe.parts import PART_OF
from stagepost_engine.games.pola_naftowe.state import Table
from stagepost_engine.rules.dice import Dice
from stagepost_engine.rules.game import Forms, Move, Moves, Outcome, Phase, nobody


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
        default=_no_move,
        resolve=resolve,
    )


def listed(words: tuple[str, ...]) -> TextArg:
    """Return names as a list of things in a sentence."""
    return tuple(say("{name}", name=word) for word in words)


def _nothing_asked(table: Table, seat: Seat) -> Text:
    return say("Nothing is asked.")


def _no_forms(table: Table, seat: Seat, so_far: Move) -> Forms:
    return ()


def _no_move(table: Table, seat: Seat) -> Move:
    return ()
