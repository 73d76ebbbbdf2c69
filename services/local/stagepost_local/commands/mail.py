"""`stagepost mail`: what became of mails that were to go out."""

from __future__ import annotations

import click

from stagepost_local.commands.asking import as_json, json_option
from stagepost_local.commands.store import looked_up, printable, store_option, when
from stagepost_mailer.outbox.failures import Failed, failures


@click.group("mail")
def command() -> None:
    """Look after mails that were to go out."""


@command.command("failed")
@json_option
@store_option
def failed(*, wants_json: bool, redis: str) -> None:
    """List the mails that could not be sent, and why."""
    found = looked_up(redis, failures)
    if wants_json:
        click.echo(as_json(found))
        return
    click.echo("\n".join(map(_words, found)) or "Every mail has gone out.")


def _words(failed: Failed) -> str:
    again = "given up" if failed.final else "will be tried again"
    return printable(
        f"{when(failed.at)}  {failed.match}  {failed.seat}, step {failed.step}, {failed.kind}: "
        f"{again}: {' '.join(failed.reason.split())}"
    )
