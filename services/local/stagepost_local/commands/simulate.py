"""`stagepost simulate`."""

from __future__ import annotations

import random

import click

from stagepost_engine.games import GAMES
from stagepost_local.commands.asking import as_json, json_option
from stagepost_local.commands.playing import game_argument, hold_to_seats
from stagepost_local.commands.progress import progress
from stagepost_local.simulation.figures import figures_of
from stagepost_local.simulation.match import Wanted
from stagepost_local.simulation.pool import simulated
from stagepost_local.simulation.styles import STYLES
from stagepost_local.simulation.words import lines_of

MATCHES = 1000
SEED_BITS = 32


@click.command("simulate")
@game_argument
@click.option("-n", "--matches", type=click.IntRange(1), default=MATCHES, show_default=True)
@click.option("--seats", type=int, help="How many play; by default as many as can, up to 4.")
@click.option("--seed", type=int, help="Play the very same matches again.")
@click.option(
    "--style",
    "styles",
    multiple=True,
    type=click.Choice(tuple(STYLES)),
    help="How the seats play; again for more, and each seat draws one. All of them by default.",
)
@click.option("--workers", type=click.IntRange(1), help="Processes; one for each core by default.")
@json_option
def command(
    *,
    game: str,
    matches: int,
    seats: int | None,
    seed: int | None,
    styles: tuple[str, ...],
    workers: int | None,
    wants_json: bool,
) -> None:
    """Play many matches of GAME without mail, and tell what they came to."""
    found = GAMES[game]
    count = hold_to_seats(found, seats)
    number = random.SystemRandom().getrandbits(SEED_BITS) if seed is None else seed
    click.echo(f"seed {number}: replay with --seed {number}", err=wants_json)
    with progress(f"{game}, {count} seats", matches, quiet=wants_json) as advance:
        tally = simulated(
            Wanted(game, count, number, styles or tuple(STYLES)),
            matches,
            advance,
            workers=workers,
        )
    figures = figures_of(found, count, number, tally)
    click.echo(as_json(figures) if wants_json else "\n".join(lines_of(figures)))
