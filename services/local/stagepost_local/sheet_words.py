"""A sheet as lines for a terminal: tables and lists in the columns of a mail, pictures as words."""

from __future__ import annotations

from collections.abc import Iterator

from stagepost_contracts.sheets import Board, Cell, Grid, Lines, Sheet
from stagepost_contracts.texts import Text
from stagepost_mailer.render.columns import WIDTH, filled, table
from stagepost_texts.catalogue import spoken

BULLET, INDENT = "* ", "  "


def sheet_lines(sheet: Sheet, language: str) -> Iterator[str]:
    """Return the sheet in reading order, an empty line before each part."""
    yield spoken(sheet.title, language)
    for part in sheet.parts:
        yield ""
        yield f"{spoken(part.title, language)}:"
        match part:
            case Grid(head=head, rows=rows):
                yield from table(_cells(head, language), [_cells(row, language) for row in rows])
            case Lines(lines=lines):
                for line in lines:
                    yield from _bullet(spoken(line, language))
            case Board(alt=alt):
                yield from _bullet(spoken(alt, language))


def _bullet(sentence: str) -> Iterator[str]:
    first, *rest = filled(sentence, WIDTH - len(BULLET))
    yield BULLET + first
    yield from (INDENT + line for line in rest)


def _cells(row: tuple[Cell, ...], language: str) -> list[str]:
    return [spoken(cell, language) if isinstance(cell, Text) else str(cell) for cell in row]
