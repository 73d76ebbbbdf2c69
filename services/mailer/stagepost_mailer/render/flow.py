"""The body of a plain mail: lines longer than 72 columns wrap, empty lines stay single."""

from __future__ import annotations

import re

from stagepost_mailer.render.columns import WIDTH, filled, width_of
from stagepost_mailer.render.inert import Forms, inert

# The cells of a table stand apart; its rows are inert already, and never too wide.
_APART = re.compile(r"\S {2,}\S")
_BEGINNING = re.compile(r"\s*(?:\* )?")


def flowed(text: str, forms: Forms) -> str:
    """Return `text` as it is sent."""
    lines: list[str] = []
    for line in map(str.rstrip, text.splitlines()):
        if line or (lines and lines[-1]):
            lines += _wrapped(line, forms)
    return "\n".join(lines).strip("\n") + "\n"


def _wrapped(line: str, forms: Forms) -> list[str]:
    """Wrap behind the line's own indent and bullet; a line that fits keeps its spaces."""
    beginning = _BEGINNING.match(line)
    assert beginning is not None, "an empty match is a match"
    first = beginning[0]
    if width_of(line) <= WIDTH and _is_row(line[len(first) :]):
        return [line]
    pieces = _inert_lines(line[len(first) :], forms, WIDTH - len(first))
    return [(first if at == 0 else " " * len(first)) + piece for at, piece in enumerate(pieces)]


def _inert_lines(text: str, forms: Forms, width: int) -> list[str]:
    """Wrap; each line is inert by itself too, for a client may wrap it once more."""
    text = inert(text, forms)
    while True:
        lines = filled(text, width)
        again = " ".join(inert(line, forms) for line in lines)
        # Brackets only grow in number, so this comes to rest.
        if again == " ".join(lines):
            return lines
        text = again


def _is_row(line: str) -> bool:
    return _APART.search(line) is not None
