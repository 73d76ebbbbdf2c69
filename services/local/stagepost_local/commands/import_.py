"""`stagepost import`: matches go on in this house, from the files that an export wrote."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from stagepost_contracts.ids import MatchId
from stagepost_local import backup_file
from stagepost_local.backup_file import BackupFile, NoBackup
from stagepost_local.commands.asking import as_json, asked, engine_options, json_option
from stagepost_local.commands.progress import progress
from stagepost_local.commands.store import looked_up, store_option
from stagepost_local.engine_client import Engine
from stagepost_mailer.inbox.bundle import Bundle, Bundles


class Imported(msgspec.Struct, frozen=True):
    """A match that is here now; it is not `new` where this file had brought it before."""

    match: MatchId
    game: str
    step: int
    new: bool
    mails: int | None


@click.command("import")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--remind", is_flag=True, help="Mail every seat: the prompt again, or a report.")
@click.option("--without-mail", is_flag=True, help="Leave the mails in the file.")
@json_option
@store_option
@engine_options
def command(
    *,
    files: tuple[Path, ...],
    remind: bool,
    without_mail: bool,
    wants_json: bool,
    redis: str,
    engine: str,
    token: str,
) -> None:
    """Let the matches of FILES go on here, each from where its backup holds it.

    A match that is here already is never overwritten. Stop the other house first: two of them
    would both play the match.
    """
    try:
        read = [backup_file.read(path) for path in files]
    except NoBackup as error:
        raise click.ClickException(str(error)) from error
    with (
        asked(engine, token, as_operator=True) as house,
        progress("matches", len(read), quiet=wants_json) as advance,
    ):
        found = []
        for file in read:
            bundle = None if without_mail else file.bundle
            found.append(_imported(house, redis, file, bundle, remind=remind))
            advance(1)
    click.echo(as_json(found) if wants_json else "\n".join(map(_words, found)))


def _imported(
    house: Engine, redis: str, file: BackupFile, bundle: Bundle | None, *, remind: bool
) -> Imported:
    if bundle is not None:
        looked_up(redis, lambda client: client.ping())  # before the match is here without its mails
    restored = house.restore(file.backup, remind=remind)
    if bundle is not None:
        looked_up(redis, lambda client: Bundles(client).put(restored.match, bundle))
    mails = None if bundle is None else len(bundle.mails)
    return Imported(restored.match, restored.game, restored.step, restored.new, mails)


def _words(done: Imported) -> str:
    how = "goes on here" if done.new else "was here by this backup already"
    mails = "" if done.mails is None else f", with {done.mails} mails"
    return f"Match {done.match} ({done.game}, step {done.step}) {how}{mails}."
