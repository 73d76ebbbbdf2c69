"""`python -m stagepost_local.correspondent`: one correspondent as a process of its own."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import click

from stagepost_engine.games import GAMES
from stagepost_local.correspondent.desk import Desk, work
from stagepost_local.correspondent.memory import Memory


@click.command()
@click.option("--smtp", required=True, metavar="HOST:PORT", help="Where its mail goes out.")
@click.option("--mailbox", required=True, type=click.Path(path_type=Path), help="Its Maildir.")
@click.option("--address", required=True, help="Its own mail address.")
@click.option("--seed", default="", help="Whatever its dice shall be made from.")
def main(smtp: str, mailbox: Path, address: str, seed: str) -> None:
    """Play by mail for one address."""
    host, _, port = smtp.rpartition(":")
    dice_seed = seed.encode() if seed else os.urandom(32)
    desk = Desk(address, mailbox, (host, int(port)), dice_seed, GAMES, Memory(mailbox), _log)
    asked: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda received, _frame: asked.append(received))
    work(desk, lambda: bool(asked))


def _log(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
