"""What steps have in common: one order and no more, nothing to check, and no actors at all."""

from __future__ import annotations

from collections.abc import Callable

from stagepost_contracts.texts import Text, TextArg, say
from stagepost_engine.games.pola_naftowe.parts import PART_OF
from stagepost_engine.games.pola_naftowe.state import Table
from stagepost_engine.rules.dice import Dice
from stagepost_engine.rules.game import Moves, Outcome, Phase
from stagepost_engine.rules.steps import happening


def happens(
    name: str, title: Text, resolve: Callable[[Table, Moves, Dice], Outcome[Table]]
) -> Phase[Table]:
    """Return a step of this game without a decision: it resolves by itself."""
    return happening(name, PART_OF[name], title, resolve)


def listed(words: tuple[str, ...]) -> TextArg:
    """Return names as a list of things in a sentence."""
    return tuple(say("{name}", name=word) for word in words)
