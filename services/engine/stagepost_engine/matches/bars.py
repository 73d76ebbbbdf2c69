"""What bars the taking back of a step: chance, a secret, a promise, a player, or the end."""

from __future__ import annotations

from collections import Counter
from typing import Any, Literal, TypeAlias

from stagepost_engine.rules.game import Game
from stagepost_engine.rules.play import is_over

Bar: TypeAlias = Literal["", "drawn", "opened", "paid", "out", "over", "stand-in", "large"]
"""Why a decision stays; empty where it may be taken back."""


def bar_of(game: Game[Any, Any], before: Any, after: Any, *, moves: int, draws: int) -> Bar:
    """Return what bars the step between the two states, by what its record entry shows as well."""
    if is_over(after):
        return "over"
    if draws:
        return "drawn"
    # Of one actor alone nothing was sealed against anybody.
    if moves > 1:
        return "opened"
    if game.out(before) != game.out(after):
        return "out"
    # Two promises may be alike.
    if game.deals and Counter(game.deals.owed(before)) - Counter(game.deals.owed(after)):
        return "paid"
    return ""
