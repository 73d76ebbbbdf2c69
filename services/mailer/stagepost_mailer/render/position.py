"""A position sheet as the templates lay it out, in text and in HTML alike."""

from __future__ import annotations

from dataclasses import dataclass

from stagepost_contracts.sheets import Board, Cell, Grid, Lines, Sheet
from stagepost_contracts.texts import Text
from stagepost_mailer.render.columns import numeric_columns, table
from stagepost_mailer.render.inert import inert_in_place, inert_row
from stagepost_mailer.render.pictures import picture_of
from stagepost_mailer.render.rendered import Picture
from stagepost_mailer.render.voice import Voice


@dataclass(frozen=True, slots=True)
class Part:
    """A titled table, a titled list, or a picture with its legend.

    `text` is the table in 72 columns; `right` says which columns hold numbers.
    """

    title: str
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    right: tuple[bool, ...] = ()
    text: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    picture: Picture | None = None
    alt: str = ""


@dataclass(frozen=True, slots=True)
class PositionSeen:
    """A sheet in the reader's words."""

    title: str
    parts: tuple[Part, ...]

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """The pictures that the mail must carry."""
        return tuple(part.picture for part in self.parts if part.picture is not None)


def position_seen(sheet: Sheet, voice: Voice) -> PositionSeen:
    """Return the sheet, cell by cell inert."""
    return PositionSeen(voice.text(sheet.title), tuple(_part(part, voice) for part in sheet.parts))


def _part(part: Grid | Lines | Board, voice: Voice) -> Part:
    match part:
        case Lines(title=title, lines=lines):
            return Part(voice.text(title), lines=tuple(map(voice.text, lines)))
        case Board(title=title, svg=svg, alt=alt, legend=legend):
            # The text says what the picture shows; its legend would explain nothing there.
            return Part(
                voice.text(title),
                lines=tuple(map(voice.text, legend)),
                picture=picture_of(svg),
                alt=voice.text(alt),
            )
        case Grid(title=title, head=head, rows=rows):
            names = _cells(head, voice)
            shown = tuple(_cells(row, voice) for row in rows)
            return Part(
                voice.text(title),
                names,
                shown,
                tuple(numeric_columns(names, shown)),
                tuple(inert_in_place(line, voice.forms) for line in table(names, shown)),
            )


def _cells(row: tuple[Cell, ...], voice: Voice) -> tuple[str, ...]:
    return tuple(inert_row([_cell(cell, voice) for cell in row], voice.forms))


def _cell(cell: Cell, voice: Voice) -> str:
    return voice.text(cell) if isinstance(cell, Text) else str(cell)
