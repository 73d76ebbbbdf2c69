"""`stagepost seat`: act for a seat over REST, as its mails would."""

from __future__ import annotations

import click

from stagepost_contracts.answers import Answer
from stagepost_contracts.api import MovesWanted
from stagepost_local.commands.asking import as_json, asked, engine_options, json_option
from stagepost_local.commands.completing import match_argument
from stagepost_texts.catalogue import SOURCE_LANGUAGE, spoken


@click.group("seat")
def command() -> None:
    """Act for a seat, with its token."""


@command.command("say")
@match_argument
@click.argument("lines", nargs=-1, required=True)
@json_option
@engine_options
def say(*, match: str, lines: tuple[str, ...], wants_json: bool, engine: str, token: str) -> None:
    """Seal a move: `stagepost seat say MATCH "BID 300" --token SEAT_TOKEN`."""
    if not token:
        raise click.UsageError("Whose seat? Show its token with --token or STAGEPOST_TOKEN.")
    with asked(engine, token) as house:
        step = house.match(match).step
        answer = house.submit(match, MovesWanted(step, text="\n".join(lines)))
    if answer.fault is not None:
        raise click.ClickException(spoken(answer.fault.text, SOURCE_LANGUAGE))
    click.echo(as_json(answer) if wants_json else _words(answer))


def _words(answer: Answer) -> str:
    sealed = "; ".join(answer.sealed) or "nothing"
    told = [spoken(text, SOURCE_LANGUAGE) for text in answer.told]
    return "\n".join([f"{answer.seat}, step {answer.step}: sealed {sealed}", *told])
