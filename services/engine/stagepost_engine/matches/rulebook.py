"""The rules of a game as a sheet: in short, how doubts are ruled, and every number with its source."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Any

from stagepost_contracts.sheets import Grid, Lines, Sheet
from stagepost_contracts.texts import Text, say
from stagepost_engine.matches.tables_told import tables_parts
from stagepost_engine.rules.game import Game

RULINGS = "RULINGS.md"
_RULING = re.compile(r"\d+\. ")


def rulebook(game: Game[Any, Any], tables: Any) -> Sheet:
    """Return what a player may want to know who has no rulebook at hand."""
    parts: tuple[Grid | Lines, ...] = (
        Lines(say("In short"), game.summary),
        *_rulings_parts(rulings(game.key)),
        *tables_parts(tables),
    )
    return Sheet(say("The rules of {game} as played here", game=game.title), parts)


@cache
def rulings(key: str) -> str:
    """Return our numbered answers where the rulebook of a game is silent, as Markdown."""
    games = resources.files("stagepost_engine.games")
    return games.joinpath(key, RULINGS).read_text(encoding="utf-8")


def _rulings_parts(written: str) -> Iterator[Lines]:
    """A list for each heading, the numbers kept: rulings are cited by them."""
    about, *chapters = written.split("\n## ")
    told = [line for line in about.splitlines()[1:] if line]
    yield Lines(say("Rulings"), tuple(map(_sentence, told)))
    for chapter in chapters:
        title, *lines = chapter.splitlines()
        rows = tuple(_sentence(line) for line in lines if _RULING.match(line))
        yield Lines(say("Rulings: {chapter}", chapter=title), rows)


def _sentence(line: str) -> Text:
    """Marks stand in round brackets, and orders, as in every mail, in square ones."""
    plain = re.sub(r"`([^`]+)`", r"[\1]", re.sub(r"\*\*(\w)\*\*", r"(\1)", line))
    return say("{sentence}", sentence=plain)
