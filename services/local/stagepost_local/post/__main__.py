"""`python -m stagepost_local.post`: the post office as a process of its own."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click
import uvicorn

from stagepost_local.ports import LOOPBACK
from stagepost_local.post.guard import names_of
from stagepost_local.post.intake import listen
from stagepost_local.post.page import application


@click.command()
@click.option("--root", required=True, type=click.Path(path_type=Path), help="The mailboxes.")
@click.option("--smtp-port", required=True, type=int, help="Where mail for players is taken.")
@click.option("--page-port", required=True, type=int, help="Where a browser looks.")
@click.option("--answers-to", required=True, metavar="HOST:PORT", help="Where answers are sent.")
@click.option("--human", multiple=True, help="An address that a person reads.")
@click.option("--program", multiple=True, help="An address that a program reads.")
def main(
    *,
    root: Path,
    smtp_port: int,
    page_port: int,
    answers_to: str,
    human: tuple[str, ...],
    program: tuple[str, ...],
) -> None:
    """Take the players' mail and show it on a page, on loopback only."""
    host, _, port = answers_to.rpartition(":")
    page = application(root, (host, int(port)), names_of(page_port), human, program)
    config = uvicorn.Config(
        page, host=LOOPBACK, port=page_port, log_level="warning", access_log=False
    )
    asyncio.run(_serve(uvicorn.Server(config), root, smtp_port))


async def _serve(server: uvicorn.Server, root: Path, smtp_port: int) -> None:
    intake = await listen(root, smtp_port)
    async with intake:
        await server.serve()


if __name__ == "__main__":
    main()
