"""`stagepost replay`: a record played again, as a story or as the position at one step."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from stagepost_contracts.errors import IllegalMove
from stagepost_contracts.ids import Seat
from stagepost_engine.matches.record import Entry, decode_record
from stagepost_local.commands.asking import as_json, asked, engine_options, json_option
from stagepost_local.commands.completing import matches
from stagepost_local.commands.progress import progress
from stagepost_local.replaying import (
    MoveShown,
    Position,
    Scene,
    SceneKind,
    last_step,
    position_at,
    scenes,
    seats_of,
)
from stagepost_local.sheet_words import sheet_lines
from stagepost_texts.catalogue import SOURCE_LANGUAGE, spoken

FAULTS = (ValueError, KeyError, AssertionError, AttributeError, IllegalMove, msgspec.MsgspecError)


class SceneShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """One entry of a record, in sentences."""

    kind: SceneKind
    step: int
    title: str
    moves: dict[Seat, MoveShown] = {}
    news: tuple[str, ...] = ()


class PositionShown(msgspec.Struct, frozen=True):
    """What a reader saw when a step opened, as lines of text."""

    step: int
    reader: Seat | None
    title: str
    lines: tuple[str, ...]


@click.command("replay")
@click.argument("record", metavar="RECORD|MATCH", shell_complete=matches)
@click.option("--step", type=click.IntRange(1), help="Only the position when this step opened.")
@click.option("--seat", default="", help="As this seat saw it; without it, as an observer did.")
@click.option("--language", default=SOURCE_LANGUAGE, show_default=True, help="Of the sentences.")
@json_option
@engine_options
def command(
    *,
    record: str,
    step: int | None,
    seat: str,
    language: str,
    wants_json: bool,
    engine: str,
    token: str,
) -> None:
    """Play a record again: a file that `stagepost match record` wrote, or a match of the house."""
    entries = _read(Path(record)) if Path(record).is_file() else _asked(record, engine, token)
    reader = _reader(entries, seat)
    try:
        if step is not None:
            position = _position(entries, step, reader)
            lines = [spoken(position.title, language), "", *sheet_lines(position.sheet, language)]
            shown = PositionShown(position.step, position.reader, lines[0], tuple(lines[2:]))
            first = f"Step {position.step}: {lines[0]}"
            click.echo(as_json(shown) if wants_json else "\n".join([first, *lines[1:]]))
            return
        with progress("replaying", len(entries), quiet=wants_json) as advance:
            told = []
            for scene in scenes(entries, reader):
                told.append(_scene_shown(scene, language))
                advance(1)
    except FAULTS as error:
        why = str(error) or type(error).__name__
        raise click.ClickException(
            f"The record cannot be played to its end: {why}. A match that still goes on keeps some "
            "of it from you; `stagepost verify` says of a finished one whether it is true."
        ) from error
    words = "\n\n".join("\n".join(_scene_lines(scene)) for scene in told)
    click.echo(as_json(told) if wants_json else words)


def _read(path: Path) -> tuple[Entry, ...]:
    try:
        return decode_record(path.read_bytes())
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise click.ClickException(
            f"{path} is no record: {error}. `stagepost match record MATCH --out FILE` writes one."
        ) from error


def _asked(match: str, engine: str, token: str) -> tuple[Entry, ...]:
    with asked(engine, token) as house:
        return decode_record(house.record(match))


def _reader(entries: tuple[Entry, ...], seat: str) -> Seat | None:
    seats = seats_of(entries)
    if seat and seat not in seats:
        names = ", ".join(seats) or "nobody"
        raise click.UsageError(f"No seat is called {seat}; at the table are: {names}.")
    return Seat(seat) if seat else None


def _position(entries: tuple[Entry, ...], step: int, reader: Seat | None) -> Position:
    found = position_at(entries, step, reader)
    if found is None:
        last = last_step(entries)
        raise click.ClickException(
            f"The record does not come to step {step}. Its last is {last}: --step {last}"
        )
    return found


def _scene_shown(scene: Scene, language: str) -> SceneShown:
    title = spoken(scene.title, language)
    news = tuple(spoken(text, language) for text in scene.news)
    return SceneShown(scene.kind, scene.step, title, scene.moves, news)


def _scene_lines(scene: SceneShown) -> list[str]:
    is_step = scene.kind in ("step", "undone")
    first = f"Step {scene.step}: {scene.title}" if is_step else scene.title
    moves = [f"  {seat}: {_move_words(move)}" for seat, move in scene.moves.items()]
    return [first, *moves, *(f"  - {text}" for text in scene.news)]


def _move_words(move: MoveShown) -> str:
    marks = {"default": move.default, "late": move.late, "stand-in": move.stand_in}
    told = ", ".join(mark for mark, is_so in marks.items() if is_so)
    return f"{'; '.join(move.lines)}{f' ({told})' if told else ''}"
