"""Which lines carry the mark of a quote at their beginning."""

from __future__ import annotations

import re

MARKS = (">", "|", "&gt;", "\uff1e", "\u203a", "\u00bb")
MARKED = re.compile(rf"(?:\s|{'|'.join(map(re.escape, MARKS))})++")
# Some clients quote with the writer's name: "Anna> text".
NAMED = re.compile(r"[A-Za-z]{1,12}>(?:[> ]|$)")


def is_marked(line: str) -> bool:
    """Whether a client marked the line as quoted."""
    start = line[:40].lstrip()
    return start.startswith(MARKS)


def is_named(line: str) -> bool:
    """Whether the line is quoted by name; such quotes are wrapped too badly to be told apart."""
    return NAMED.match(line) is not None


def unmarked(line: str) -> str:
    """The line without its quote marks, at any depth."""
    found = MARKED.match(line)
    return line[found.end() :] if found else line
