"""Ways to play any game: by chance, half asleep, and by the game's own plain player."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from stagepost_contracts.ids import Seat
from stagepost_engine.rules.dice import Dice
from stagepost_engine.rules.game import Game, Move
from stagepost_engine.rules.sampling import sampled_move

Style: TypeAlias = Callable[[Game[Any, Any], Any, Seat, Dice], Move]
"""Returns a legal move of the seat, or something that the game refuses: then its default."""

PURPOSE = "cautious"


def random(game: Game[Any, Any], state: Any, seat: Seat, dice: Dice) -> Move:
    """Whatever the forms allow."""
    move = sampled_move(game, state, seat, dice)
    return game.phase(state.phase).default(state, seat) if move is None else move


def cautious(game: Game[Any, Any], state: Any, seat: Seat, dice: Dice) -> Move:
    """The default, as if the deadline had passed, every other time; else as the greedy do."""
    if dice.below(2, PURPOSE) == 0:
        return game.phase(state.phase).default(state, seat)
    return greedy(game, state, seat, dice)


def greedy(game: Game[Any, Any], state: Any, seat: Seat, dice: Dice) -> Move:
    """What the game's plain player does, who sees the seat's own view."""
    forms = game.phase(state.phase).forms(state, seat, ())
    return game.player(game.view(state, seat), forms, dice)


STYLES: Final[Mapping[str, Style]] = MappingProxyType(
    {"random": random, "cautious": cautious, "greedy": greedy}
)
