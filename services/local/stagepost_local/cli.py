"""The `stagepost` command."""

from __future__ import annotations

import errno
from importlib import import_module
from keyword import iskeyword
from typing import Any

import click

from stagepost_local.settings import BadSetting

COMMANDS = (
    "completion",
    "demo",
    "doctor",
    "export",
    "host",
    "import",
    "mail",
    "match",
    "replay",
    "rules",
    "seat",
    "shunt",
    "simulate",
    "up",
    "verify",
)


class Commands(click.Group):
    """Reads a command when it is asked for.

    An image of one service lacks the libraries of the other, and has the commands it can run.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for name in COMMANDS if self.get_command(ctx, name) is not None]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        try:
            module = import_module(f"stagepost_local.commands.{_module(cmd_name)}")
        except ModuleNotFoundError as error:
            if (error.name or "").startswith("stagepost_"):
                raise
            return None
        found: click.Command = module.command
        return found

    def invoke(self, ctx: click.Context) -> Any:
        """Let a setting or a file that cannot be read end the command with one sentence."""
        try:
            return super().invoke(ctx)
        except BadSetting as error:
            raise click.ClickException(str(error)) from error
        except OSError as error:
            if error.errno == errno.EPIPE or error.filename is None:
                raise
            raise click.ClickException(
                f"{error.filename}: {error.strerror}. Name another file, or see who may use it."
            ) from error


def _module(command: str) -> str:
    """A word of Python's own cannot be a module's name."""
    return f"{command}_" if iskeyword(command) else command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="stagepost")
def main() -> None:
    """Play economic board games by mail."""


if __name__ == "__main__":
    main()
