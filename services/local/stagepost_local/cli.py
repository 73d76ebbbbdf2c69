"""The `stagepost` command."""

from __future__ import annotations

import click

from stagepost_local.commands import demo, match, seat, up, verify


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="stagepost")
def main() -> None:
    """Play economic board games by mail."""


for command in (up.command, demo.command, match.command, seat.command, verify.command):
    main.add_command(command)


if __name__ == "__main__":
    main()
