"""`stagepost demo`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click
from rich.console import Console

from stagepost_engine.games import GAMES
from stagepost_engine.matches.verify import NotTrueError
from stagepost_local import demo, opening
from stagepost_local.commands.asking import as_json, json_option
from stagepost_local.commands.completing import games
from stagepost_local.demo import Played, TooSlow, Wanted
from stagepost_local.engine_client import EngineAway, Refused
from stagepost_local.signals import Stopped
from stagepost_local.telling import Teller
from stagepost_local.valkey import CannotStart

STOPPED = 130
SECONDS_MOST = 600.0


@click.command("demo")
@click.option(
    "--game",
    default=opening.GAME,
    show_default=True,
    shell_complete=games,
    help="What is played.",
)
@click.option("--seats", type=int, default=4, show_default=True, help="How many play.")
@click.option("--seed", type=int, help="Play that very match again.")
@click.option(
    "-o", "--out", type=click.Path(path_type=Path), help="Folder for the mails and the record."
)
@click.option("--seconds", type=float, default=SECONDS_MOST, show_default=True, help="Limit.")
@click.option("--quiet", is_flag=True, help="Only the end, not each mail.")
@json_option
def command(
    *,
    game: str,
    seats: int,
    seed: int | None,
    out: Path | None,
    seconds: float,
    quiet: bool,
    wants_json: bool,
) -> None:
    """Play one whole match by mail, between programs, and verify its record."""
    _hold_to_game(game, seats)
    console = Console(file=sys.stderr if wants_json else sys.stdout)
    teller = Teller(console, quiet=quiet or wants_json)
    try:
        played = demo.play(Wanted(game, seats, seed, out, seconds), os.environ, teller)
    except (CannotStart, EngineAway, Refused, TooSlow, NotTrueError) as error:
        raise click.ClickException(str(error)) from error
    except Stopped:
        sys.exit(STOPPED)
    finally:
        teller.end()
    if wants_json:
        click.echo(as_json(played))
    else:
        _tell(played, teller)


def _hold_to_game(game: str, seats: int) -> None:
    if game not in GAMES:
        raise click.UsageError(f"No game is called {game}. There are: {', '.join(sorted(GAMES))}.")
    if seats not in GAMES[game].seats:
        least, most = GAMES[game].seats[0], GAMES[game].seats[-1]
        raise click.UsageError(f"{game} is for {least} to {most} seats; {seats} will not do.")


def _tell(played: Played, teller: Teller) -> None:
    ranking = sorted(played.standings.ranking, key=lambda rank: rank.place)
    places = ", ".join(f"{rank.place}. {rank.seat} ({rank.score})" for rank in ranking)
    teller.say(f"\nFinal standings: {places}")
    teller.say(f"mails: {played.mails} in {played.mbox}")
    teller.say(f"record: {played.record}")
    teller.say(f"verified: {played.verified.draws} draws, {played.verified.moves} moves")
    teller.say(f"played in {played.seconds:.1f} s")
