"""Tables of text in 72 columns, where a wide letter takes two."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

WIDTH = 72
INDENT = "  "
GAPS = ("  ", " ")
COLUMN_LEAST = 6

_NUMBER = re.compile(r"[-+−]?\d[\d.,/%]*|[-–—]?")
# What stands in brackets is one word: no line breaks inside.
_WORD = re.compile(r"[^\s\[]*\[[^\]]*\]\S*|\S+")


def width_of(text: str) -> int:
    """Return the columns that `text` takes on a screen of fixed pitch."""
    return len(text) if text.isascii() else sum(map(_columns_of, text))


def filled(text: str, width: int) -> list[str]:
    """Wrap `text` at its spaces, never inside a bracket that fits a line."""
    lines: list[str] = []
    for word in _words_within(text, width):
        if lines and width_of(lines[-1]) + 1 + width_of(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines or [""]


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return aligned lines, numbers to the right; too wide a table becomes a list of records."""
    grid = [list(head), *map(list, rows)]
    widths = [max(map(width_of, column)) for column in zip(*grid, strict=True)]
    # A table that is too wide with a double gap is given a single one before words are broken.
    gap = next((gap for gap in GAPS if sum(widths) <= _room(gap, widths)), GAPS[-1])
    room = _room(gap, widths)
    if sum(min(width, COLUMN_LEAST) for width in widths) > room:
        return _records(head, rows)
    while sum(widths) > room:
        widths[widths.index(max(widths))] -= 1
    right = numeric_columns(head, rows)
    return [line for row in grid for line in _row(row, widths, right, gap)]


def numeric_columns(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[bool]:
    """Return for each column whether all its cells are numbers, or empty."""
    if not rows:
        return [False] * len(head)
    return [all(map(_NUMBER.fullmatch, column)) for column in zip(*rows, strict=True)]


def _columns_of(mark: str) -> int:
    if unicodedata.combining(mark):
        return 0
    return 2 if unicodedata.east_asian_width(mark) in "WF" else 1


def _words_within(text: str, width: int) -> list[str]:
    """Words, of which the too long are cut; each piece of a bracket keeps a bracket."""
    words: list[str] = []
    for word in _WORD.findall(text):
        if width_of(word) <= width or "://" in word or "@" in word:
            words.append(word)
        elif "[" in word:
            pieces = filled(word.replace("[", "").replace("]", ""), max(width - 4, 1))
            words += [f"[{piece} …]" for piece in pieces[:-1]] + [f"[{pieces[-1]}]"]
        else:
            words += _cut(word, width)
    return words


def _cut(word: str, width: int) -> list[str]:
    pieces = [""]
    for mark in word:
        if pieces[-1] and width_of(pieces[-1] + mark) > width:
            pieces.append("")
        pieces[-1] += mark
    return pieces


def _room(gap: str, widths: Sequence[int]) -> int:
    return WIDTH - len(INDENT) - len(gap) * (len(widths) - 1)


def _row(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool], gap: str) -> list[str]:
    columns = [filled(cell, width) for cell, width in zip(cells, widths, strict=True)]
    lines = []
    for at in range(max(map(len, columns))):
        shown = [
            _padded(column[at] if at < len(column) else "", width, to_right=to_right)
            for column, width, to_right in zip(columns, widths, right, strict=True)
        ]
        lines.append((INDENT + gap.join(shown)).rstrip())
    return lines


def _padded(text: str, width: int, *, to_right: bool) -> str:
    space = " " * (width - width_of(text))
    return space + text if to_right else text + space


def _records(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    lines: list[str] = []
    for row in rows:
        lines += [INDENT + line for line in filled(row[0], WIDTH - len(INDENT))]
        for name, cell in zip(head[1:], row[1:], strict=True):
            inner = INDENT * 2
            lines += [inner + line for line in filled(f"{name}: {cell}", WIDTH - len(inner))]
    return lines
