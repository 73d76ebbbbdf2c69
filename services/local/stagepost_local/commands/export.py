"""`stagepost export`: one match, or each, whole into a file that only the operator reads."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from stagepost_contracts.backups import BackupWanted
from stagepost_contracts.ids import MatchId
from stagepost_local import backup_file
from stagepost_local.commands.asking import as_json, asked, engine_options, json_option
from stagepost_local.commands.completing import matches
from stagepost_local.commands.progress import progress
from stagepost_local.commands.store import looked_up, store_option
from stagepost_local.engine_client import Engine
from stagepost_mailer.inbox.bundle import Bundle, Bundles


class Exported(msgspec.Struct, frozen=True):
    """A file that was written; without mail `mails` is None, and no address is in it."""

    match: MatchId
    file: str
    bytes: int
    mails: int | None


@click.command("export")
@click.argument("match", required=False, shell_complete=matches)
@click.option("-o", "--out", type=click.Path(path_type=Path, dir_okay=False), help="The file.")
@click.option(
    "--all", "folder", type=click.Path(path_type=Path, file_okay=False), help="Every match, here."
)
@click.option("--without-mail", is_flag=True, help="No mail and no address.")
@json_option
@store_option
@engine_options
def command(
    *,
    match: str | None,
    out: Path | None,
    folder: Path | None,
    without_mail: bool,
    wants_json: bool,
    redis: str,
    engine: str,
    token: str,
) -> None:
    """Write all of MATCH to a file: sealed moves, the seed, addresses and mails.

    The table of the match is told. Keep the file as you keep the store.
    """
    if (match is None) == (folder is None) or (match is None) != (out is None):
        raise click.UsageError("Write MATCH -o FILE for one match, or --all FOLDER for every one.")
    with asked(engine, token, as_operator=True) as house:
        if match is not None and out is not None:
            found = [_exported(house, redis, MatchId(match), out, without_mail=without_mail)]
        else:
            assert folder is not None
            found = _every(house, redis, folder, without_mail=without_mail, quiet=wants_json)
    if wants_json:
        click.echo(as_json(found if match is None else found[0]))
    else:
        click.echo("\n".join(map(_words, found)) or "There is no match here.")


def _every(
    house: Engine, redis: str, folder: Path, *, without_mail: bool, quiet: bool
) -> list[Exported]:
    every, found = [listed.match for listed in house.matches()], []
    with progress("matches", len(every), quiet=quiet) as advance:
        for match in every:
            path = folder / f"{match}{backup_file.SUFFIX}"
            found.append(_exported(house, redis, match, path, without_mail=without_mail))
            advance(1)
    return found


def _exported(
    house: Engine, redis: str, match: MatchId, out: Path, *, without_mail: bool
) -> Exported:
    # As the path itself is, not where it leads: /dev/stdout leads to a terminal, or to a file.
    if out.is_symlink() or (out.exists() and not out.is_file()):
        raise click.UsageError(
            f"{out} is no plain file. A backup holds secrets, and goes to a file of its own only."
        )
    # The mails first: one that comes between is in the match, and its answer is not sent again.
    bundle = None if without_mail else _mails(redis, match)
    backup = house.back_up(match, BackupWanted(people=not without_mail))
    try:
        size = backup_file.write(out, backup_file.made(backup, bundle))
    except OSError as error:
        raise click.ClickException(
            f"{out} cannot be written: {error.strerror}. Name another file with -o."
        ) from error
    return Exported(match, str(out), size, None if bundle is None else len(bundle.mails))


def _mails(redis: str, match: MatchId) -> Bundle:
    return looked_up(redis, lambda client: Bundles(client).take(match))


def _words(done: Exported) -> str:
    mails = "no mail and no address" if done.mails is None else f"{done.mails} mails"
    return f"Match {done.match}: {done.bytes:,} bytes with {mails}, in {done.file}"
