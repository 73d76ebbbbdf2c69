"""`stagepost rules`."""

from __future__ import annotations

import click

from stagepost_engine.games import GAMES
from stagepost_engine.matches.rulebook import rulebook
from stagepost_local.commands.asking import as_json, json_option
from stagepost_local.commands.playing import game_argument
from stagepost_local.sheet_words import sheet_lines
from stagepost_texts.catalogue import SOURCE_LANGUAGE


@click.command("rules")
@game_argument
@click.option("--language", default=SOURCE_LANGUAGE, show_default=True, help="Of the sentences.")
@json_option
def command(*, game: str, language: str, wants_json: bool) -> None:
    """Show GAME in short, how doubts about its rules are ruled, and its tables."""
    sheet = rulebook(GAMES[game], GAMES[game].tables)
    click.echo(as_json(sheet) if wants_json else "\n".join(sheet_lines(sheet, language)))
