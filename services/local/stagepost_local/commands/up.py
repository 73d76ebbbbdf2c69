"""`stagepost up`."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import click

from stagepost_local import settings, up
from stagepost_local.commands.asking import as_json_line, json_option
from stagepost_local.engine_client import EngineAway, Refused
from stagepost_local.valkey import CannotStart
from stagepost_local.whereabouts import Whereabouts


@click.command("up")
@click.option("--data", type=click.Path(path_type=Path), help="Where all is kept; ./var.")
@click.option("--engine-port", type=int, help="Where REST answers; 0 is any free port.")
@click.option("--post-port", type=int, help="Where the post office page is; 0 is any free port.")
@click.option("--any-ports", is_flag=True, help="Take free ports throughout.")
@json_option
def command(
    *,
    data: Path | None,
    engine_port: int | None,
    post_port: int | None,
    any_ports: bool,
    wants_json: bool,
) -> None:
    """Run the whole house on this machine, with a match that waits for you."""
    read = settings.from_environment(os.environ, data)
    ports = read.ports
    if any_ports:
        ports = type(ports)(0, 0, 0, 0, 0)
    if engine_port is not None:
        ports = replace(ports, engine=engine_port)
    if post_port is not None:
        ports = replace(ports, page=post_port)
    try:
        chosen = replace(read, ports=ports)
        if wants_json:
            up.run(chosen, os.environ, _said, _ready)
        else:
            up.run(chosen, os.environ, click.echo)
    except (CannotStart, EngineAway, Refused) as error:
        raise click.ClickException(str(error)) from error


def _ready(place: Whereabouts) -> None:
    click.echo(as_json_line({"ready": place}))


def _said(line: str) -> None:
    click.echo(as_json_line({"said": line.strip()}))
