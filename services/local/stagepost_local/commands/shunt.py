"""`stagepost shunt`: the mails that no step could place, put aside for the operator."""

from __future__ import annotations

import os
import uuid
from pathlib import Path

import click
from redis.asyncio import Redis

from stagepost_contracts.reports import LookTaken
from stagepost_local import settings, whereabouts
from stagepost_local.commands.asking import as_json, asked, json_option
from stagepost_local.commands.completing import intake_argument
from stagepost_local.commands.store import looked_up, printable, store_option, when
from stagepost_local.engine_client import Engine, Refused
from stagepost_local.secret_keys import write_private
from stagepost_mailer.addresses.tokens import redact
from stagepost_mailer.inbox.shunt import Dropped, Outcome, Shunt, Shunted

LETTERS_SHOWN = 12
LETTERS_LEAST = 4

engine_option = click.option(
    "--engine", envvar="STAGEPOST_ENGINE_URL", default="", help="The engine's address."
)


@click.group("shunt")
def command() -> None:
    """Look after mails that were put aside."""


@command.command("list")
@click.option("--dropped", is_flag=True, help="Those that were let go, and why.")
@json_option
@store_option
def list_(*, dropped: bool, wants_json: bool, redis: str) -> None:
    """List what was put aside: match, seat, when, size and reason, but no word of the mail."""
    found: tuple[Shunted | Dropped, ...] = looked_up(
        redis, lambda client: Shunt(client).dropped() if dropped else Shunt(client).entries()
    )
    if wants_json:
        click.echo(as_json(found))
        return
    lines = [_line(entry) for entry in found]
    click.echo("\n".join(lines) or "Nothing is put aside.")


@command.command("count")
@json_option
@store_option
def count(*, wants_json: bool, redis: str) -> None:
    """Say how many mails are put aside, as one number."""
    found = looked_up(redis, lambda client: Shunt(client).count())
    click.echo(as_json({"shunted": found}) if wants_json else found)


@command.command("show")
@intake_argument
@click.option("-o", "--out", type=click.Path(path_type=Path), help="Its bytes, to a file.")
@json_option
@engine_option
@store_option
def show(*, intake: str, out: Path | None, wants_json: bool, engine: str, redis: str) -> None:
    """Show a mail as it came. The table of its match is told of each look."""
    mail = _found(redis, intake)
    _tell_table(engine, mail)
    raw: bytes = looked_up(redis, lambda client: Shunt(client).raw(mail))
    if out is not None:
        write_private(out, raw)
        words = f"The mail is in {out}, for your eyes."
        click.echo(as_json({"mail": mail, "file": str(out)}) if wants_json else words)
        return
    # With its token it could be answered in the player's name: not for a screen.
    text = redact(raw.decode("utf-8", "backslashreplace").replace("\r\n", "\n"))
    shown = as_json({"mail": mail, "text": text}) if wants_json else None
    click.echo(shown or f"{_line(mail)}\n\n{printable(text)}")


@command.command("release")
@intake_argument
@click.option("--vouch", is_flag=True, help="It is the player's own, by your word.")
@json_option
@engine_option
@store_option
def release(*, intake: str, vouch: bool, wants_json: bool, engine: str, redis: str) -> None:
    """Let a mail in again, as if it had just come; its moment of receipt stays.

    Vouched for, one that came from elsewhere counts as the player's. The table is told that you
    vouched, and so is its player by the receipt.
    """
    mail = _found(redis, intake)
    if vouch:
        _tell_table(engine, mail, vouched=True)
    released = looked_up(redis, lambda client: Shunt(client).release(mail, vouched=vouch))
    _hold_to(released, mail)
    words = f"{_short(mail)} will be read again{' as the player’s own' if vouch else ''}."
    found = {"intake": mail.intake, "released": True, "vouched": vouch}
    click.echo(as_json(found) if wants_json else words)


@command.command("drop")
@intake_argument
@click.option("--why", required=True, help="The reason; it is kept.")
@json_option
@store_option
def drop(*, intake: str, why: str, wants_json: bool, redis: str) -> None:
    """Let a mail go. It is kept for 30 days more, and the reason for `list --dropped`."""
    mail = _found(redis, intake)
    _hold_to(looked_up(redis, lambda client: Shunt(client).drop(mail, why)), mail)
    words = f"{_short(mail)} is dropped."
    click.echo(as_json({"intake": mail.intake, "dropped": True}) if wants_json else words)


def _found(redis: str, intake: str) -> Shunted:
    """The one mail whose id begins so."""
    entries = looked_up(redis, _entries)
    found = [mail for mail in entries if mail.intake.startswith(intake)]
    if len(intake) < LETTERS_LEAST or not found:
        raise click.ClickException(
            f"No mail that was put aside is called {intake}: see `stagepost shunt list`."
        )
    if len(found) > 1:
        raise click.ClickException(f"{len(found)} mails begin with {intake}: write more of it.")
    return found[0]


async def _entries(client: Redis) -> tuple[Shunted, ...]:
    return await Shunt(client).entries()


def _tell_table(engine: str, mail: Shunted, *, vouched: bool = False) -> None:
    """Before the mail is shown, never after; a match that is gone has no table."""
    here = settings.from_environment(os.environ)
    token = os.environ.get("STAGEPOST_SERVICE_TOKEN", "")
    token = token or whereabouts.service_token_of(here.data)
    with asked(engine, token) as house:
        taken = LookTaken(uuid.uuid4().hex, mail.match, mail.seat, mail.intake, vouched)
        _look(house, taken)


def _look(house: Engine, taken: LookTaken) -> None:
    try:
        house.look(taken)
    except Refused as refused:
        if refused.problem.code not in ("no-such-match", "no-such-seat"):
            raise


def _hold_to(outcome: Outcome, mail: Shunted) -> None:
    match outcome:
        case "done":
            return
        case "owed":
            raise click.ClickException(
                f"The player's letter about {_short(mail)} is not sent yet; try again after that."
            )
        case "gone":
            raise click.ClickException(f"{_short(mail)} was let go meanwhile.")


def _line(entry: Shunted | Dropped) -> str:
    match entry:
        case Dropped(mail=mail, why=why, at=at):
            return printable(f"{_line(mail)}\n    dropped {when(at)}: {' '.join(why.split())}")
        case Shunted():
            return printable(
                f"{_short(entry)}  {when(entry.at)}  match {entry.match}, {entry.seat}, "
                f"step {entry.step}, {entry.size} bytes: {' '.join(entry.reason.split())}"
            )


def _short(mail: Shunted) -> str:
    return mail.intake[:LETTERS_SHOWN]
