"""`stagepost completion`: what a shell needs to complete commands, options, games and matches."""

from __future__ import annotations

from typing import Final

import click
from click.shell_completion import get_completion_class

PROGRAM: Final = "stagepost"
VARIABLE: Final = f"_{PROGRAM}_complete".upper()
SHELLS: Final = ("bash", "zsh", "fish")


@click.command("completion")
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print the completion script of SHELL: eval "$(stagepost completion bash)".

    Kept in a file it is there in every shell: for bash
    ~/.local/share/bash-completion/completions/stagepost, for zsh ~/.zfunc/_stagepost, for fish
    ~/.config/fish/completions/stagepost.fish.
    """
    kind = get_completion_class(shell)
    assert kind is not None, "click knows each of them"
    click.echo(kind(ctx.find_root().command, {}, PROGRAM, VARIABLE).source())
