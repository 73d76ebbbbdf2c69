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


class Sheet(msgspec.Struct, frozen=True):
    """What one reader sees of a match, in reading order."""

    title: Text
    parts: tuple[Grid | Lines, ...]
