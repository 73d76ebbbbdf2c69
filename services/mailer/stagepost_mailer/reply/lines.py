"""From fresh lines to the lines that may be orders or commands."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from stagepost_mailer.reply.fold import folded_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

REPLY_LINES_MOST = 40
COMMENTS = ("#", "//")
BULLETS = ("- ", "* ", "\u2022 ", "\u00b7 ", "\u25e6 ")

END_MARKS = frozenset({"--", "---", "-- -"})
END_WORDS = frozenset({"end", "stop", "koniec", "끝", "종료"})
# Before the first line these only greet: "Thanks!" above an order must not lose it.
COURTESIES = frozenset(
    """
    thanks|thank you|thx|cheers|regards|best|best regards|kind regards|many thanks|bye
    |dziękuję|dzięki|dziekuje|dzieki|z góry dziękuję|pozdrawiam|pozdro|pozdrowienia|do usłyszenia
    |z poważaniem|감사합니다|감사해요|고맙습니다|고마워요|고마워|감사|수고하세요|안녕히 계세요
    """.replace("\n", "")
    .replace("    ", "")
    .split("|")
)
TRAILING = " .,!;:~^)"
# Behind a mail address some clients write in plain text the link that they made of it.
LINK_MADE = re.compile(r"(?<=[^\s<>@]@)([^\s<>@]+)\s?<mailto:[^\s<>]{1,254}>")


@dataclass(frozen=True, slots=True)
class Lines:
    """Candidates in their order, and every line that was passed over, by why."""

    candidates: tuple[str, ...]
    bracketed: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()
    ended_by: str | None = None
    after_end: tuple[str, ...] = ()
    beyond: tuple[str, ...] = ()


@dataclass(slots=True)
class Sorted:
    """The lines while they are being sorted."""

    candidates: list[str] = field(default_factory=list)
    bracketed: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    beyond: list[str] = field(default_factory=list)


def candidate_lines(written: Sequence[str]) -> Lines:
    """Folds, sorts and bounds the lines; what reads as an order is for the engine to say."""
    lines = [line for line in map(_plain, folded_lines(written)) if line]
    found = Sorted()
    for at, line in enumerate(lines):
        if _ends(line, spoken=bool(found.candidates)):
            return _lines(found, line, tuple(lines[at + 1 :]))
        _sort(line, found)
    return _lines(found, None, ())


def has_bracket(line: str) -> bool:
    """Whether a line is one that we printed, or holds a placeholder: it never reads."""
    opened = line.find("<")
    return "[" in line or "]" in line or (opened >= 0 and ">" in line[opened:])


def _lines(found: Sorted, ended_by: str | None, after_end: tuple[str, ...]) -> Lines:
    return Lines(
        tuple(found.candidates),
        tuple(found.bracketed),
        tuple(found.comments),
        ended_by,
        after_end,
        tuple(found.beyond),
    )


def _sort(line: str, found: Sorted) -> None:
    if line.startswith(COMMENTS):
        found.comments.append(line)
    elif has_bracket(line):
        found.bracketed.append(line)
    elif len(found.candidates) < REPLY_LINES_MOST:
        found.candidates.append(line)
    else:
        found.beyond.append(line)


def _plain(line: str) -> str:
    """A folded line without the bullet, stars or link that a client put around or behind it."""
    if "<mailto:" in line.lower():
        line = LINK_MADE.sub(r"\1", line)
    for bullet in BULLETS:
        line = line.removeprefix(bullet)
    bold = len(line) > 1 and line[0] == line[-1] and line[0] in "*_" and line not in END_MARKS
    return line.strip("*_").strip() if bold else line.strip()


def _ends(line: str, *, spoken: bool) -> bool:
    if line in END_MARKS:
        return True
    word = line.casefold().rstrip(TRAILING)
    return word in END_WORDS or (spoken and word in COURTESIES)
