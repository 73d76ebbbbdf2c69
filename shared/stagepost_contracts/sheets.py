"""A position to look at: titled tables and lists, without a game's words in the mailer."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from stagepost_contracts.texts import Text

Cell: TypeAlias = int | str | Text


class Grid(msgspec.Struct, frozen=True, tag="grid", tag_field="type"):
    """A titled table: the head names the columns, each row has as many cells."""

    title: Text
    head: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]


class Lines(msgspec.Struct, frozen=True, tag="lines", tag_field="type"):
    """A titled list of sentences."""

    title: Text
    lines: tuple[Text, ...]


class Board(msgspec.Struct, frozen=True, tag="board", tag_field="type"):
    """The board as a picture, drawn by the game for one reader.

    `svg` is a whole SVG document of 600 units across that refers to nothing outside itself; it
    holds digits, Latin initials and shapes only, and `legend` says in words what they mean.
    `alt` says what a reader without pictures should know.
    """

    title: Text
    svg: str
    alt: Text
    legend: tuple[Text, ...]


class Sheet(msgspec.Struct, frozen=True):
    """What one reader sees of a match, in reading order."""

    title: Text
    parts: tuple[Grid | Lines | Board, ...]
