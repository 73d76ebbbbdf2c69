"""`stagepost up`."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import click

from stagepost_local import settings, up
from stagepost_local.engine_client import EngineAway, Refused
from stagepost_local.valkey import CannotStart


@click.command("up")
@click.option("--data", type=click.Path(path_type=Path), help="Where all is kept; ./var.")
@click.option("--engine-port", type=int, help="Where REST answers; 0 is any free port.")
@click.option("--post-port", type=int, help="Where the post office page is; 0 is any free port.")
@click.option("--any-ports", is_flag=True, help="Take free ports throughout.")
def command(
    *, data: Path | None, engine_port: int | None, post_port: int | None, any_ports: bool
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
        up.run(replace(read, ports=ports), os.environ, click.echo)
    except (CannotStart, EngineAway, Refused) as error:
        raise click.ClickException(str(error)) from error
