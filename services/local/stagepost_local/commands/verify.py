"""`stagepost verify`."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click
import msgspec

from stagepost_engine.matches.record import decode_record
from stagepost_engine.matches.verify import NotTrueError, verified
from stagepost_local.commands.asking import as_json, json_option


@click.command("verify")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@json_option
def command(*, file: Path, wants_json: bool) -> None:
    """Check every draw and every opened move of a finished match's record."""
    try:
        found = verified(decode_record(file.read_bytes()))
    except msgspec.DecodeError as error:
        raise click.ClickException(f"{file} is no record: {error}") from error
    except NotTrueError as error:
        raise click.ClickException(f"not true, {error}") from error
    if wants_json:
        click.echo(as_json(asdict(found)))
        return
    words = f"verified: {found.draws} draws, {found.moves} moves"
    if found.undone:
        words += f", {found.undone} taken back"
    if found.ended:
        words += f"; the match was not played out: {found.ended}"
    click.echo(words)
