"""`stagepost rules`."""

from __future__ import annotations

import click

from stagepost_engine.api.game_routes import rulings
from stagepost_engine.games import GAMES


@click.command("rules")
@click.argument("game", type=click.Choice(sorted(GAMES)))
def command(*, game: str) -> None:
    """Show how doubts about a game's rules are ruled here."""
    click.echo(rulings(game))
