"""A game by its key, and a number of seats that it can be played by."""

from __future__ import annotations

from typing import Any

import click

from stagepost_engine.games import GAMES
from stagepost_engine.rules.game import Game

SEATS_BY_DEFAULT = 4

game_argument = click.argument("game", type=click.Choice(tuple(GAMES)))


def hold_to_seats(game: Game[Any, Any], seats: int | None) -> int:
    """Return how many play. Raises UsageError."""
    if seats is None:
        return min(SEATS_BY_DEFAULT, game.seats[-1])
    if seats not in game.seats:
        least, most = game.seats[0], game.seats[-1]
        raise click.UsageError(f"{game.key} is for {least} to {most} seats; {seats} will not do.")
    return seats
