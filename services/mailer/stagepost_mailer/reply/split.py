"""The player's own fresh words of a reply: line by line, each line looked at a few times."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from stagepost_mailer.reply.attribution import attributions, unglued
from stagepost_mailer.reply.body import Body
from stagepost_mailer.reply.fold import WORD, caseless_lines, text_lines
from stagepost_mailer.reply.footing import dropped_end
from stagepost_mailer.reply.header_block import header_kinds, is_arrowed, is_rule
from stagepost_mailer.reply.html_text import html_lines
from stagepost_mailer.reply.known import known_lines
from stagepost_mailer.reply.quote_mark import is_named, unmarked
from stagepost_mailer.reply.reading import Part, Reading, introduction_end
from stagepost_mailer.reply.signature import is_signature_mark
from stagepost_mailer.reply.wrapped import tails

if TYPE_CHECKING:
    from stagepost_mailer.reply.message import Incoming

SHARED_WORDS_LEAST = 0.3
# Scanners and apps draw it above their words; it ends the reading of orders as well.
SIGNED_RULE = "---"


@dataclass(frozen=True, slots=True)
class Fresh:
    """A reply cut in three; nothing of it is lost."""

    lines: tuple[str, ...]
    quoted_lines: tuple[str, ...]
    dropped_lines: tuple[str, ...] = ()


def fresh(incoming: Incoming, sent: str | None = None) -> Fresh:
    """Plain text first; HTML where plain is empty, only quote, or says something else."""
    plain = split_text(incoming.text, sent)
    if not incoming.html:
        return plain
    rich_lines = html_lines(incoming.html)
    if any(line.strip() for line in plain.lines) and not _differ(incoming.text, rich_lines):
        return plain
    rich = split_lines(rich_lines, sent)
    if not any(line.strip() for line in rich.lines):
        return plain
    return rich


def split_text(text: str, sent: str | None = None) -> Fresh:
    """Splits one plain body."""
    return split_lines(text_lines(text), sent)


def split_lines(lines: list[str], sent: str | None = None) -> Fresh:
    """Splits lines of which the quoted ones may carry marks."""
    reading = _reading(lines, sent)
    total = len(reading.body.lines)
    while len(reading.parts) < total:
        _next(reading)
    kept: dict[Part, list[str]] = {part: [] for part in Part}
    for line, part in zip(reading.body.lines, reading.parts, strict=True):
        kept[part].append(unmarked(line) if part is Part.QUOTED else line)
    return Fresh(
        _trimmed(kept[Part.FRESH]), _trimmed(kept[Part.QUOTED]), _trimmed(kept[Part.DROPPED])
    )


def _reading(lines: list[str], sent: str | None) -> Reading:
    body = Body.of(lines)
    freed = unglued(body)
    if freed is not None:
        body = Body.of(freed)
    known = known_lines(body.plain, sent)
    kinds = header_kinds(body)
    return Reading(body, known, attributions(body, kinds), tails(body, known), kinds)


def _next(reading: Reading) -> None:
    body, at = reading.body, len(reading.parts)
    line = body.lines[at]
    if body.marked[at] and is_arrowed(line) and not reading.signed:
        _introduced(reading, at + 1)
    elif body.marked[at] or at in reading.known or at in reading.tails:
        reading.take(Part.QUOTED, at + 1)
    elif reading.signed or not line:
        reading.take(Part.DROPPED if reading.signed else Part.FRESH, at + 1)
    elif (introduction := introduction_end(reading, at)) is not None:
        _introduced(reading, introduction)
    elif is_named(line):
        reading.take(Part.QUOTED, len(body.lines) if reading.spoken else at + 1)
    elif is_signature_mark(line) or (reading.spoken and line.strip() == SIGNED_RULE):
        _signed(reading, at)
    elif (dropped := dropped_end(reading, at)) is not None:
        reading.take(Part.DROPPED, dropped)
    else:
        reading.spoken = reading.spoken or bool(WORD.search(body.plain[at]))
        reading.take(Part.FRESH, at + 1)


def _introduced(reading: Reading, end: int) -> None:
    """What follows is marked line by line, or it is all quote."""
    body, at = reading.body, len(reading.parts)
    below = body.next_written(end)
    # A client may introduce twice: by a line, and by a block of headers.
    while below is not None and not body.marked[below]:
        more = introduction_end(reading, below)
        if more is None and is_rule(body.plain[below]) and below == end:
            more = below + 1
        if more is None:
            break
        end, below = more, body.next_written(more)
    reading.take(Part.QUOTED, end)
    if below is None or body.marked[below]:
        return
    last_known = max(reading.known, default=-1)
    if not reading.spoken and last_known > at:
        # Nothing stands above and our prompt ends here: an answer may stand below it.
        reading.take(Part.QUOTED, last_known + 1)
        return
    if not reading.spoken and body.lines[below][0] == " ":
        # Some clients mark a quote by indenting it.
        reading.take(Part.QUOTED, _indented_end(body.lines, below))
        return
    reading.take(Part.QUOTED, len(body.lines))


def _indented_end(lines: list[str], start: int) -> int:
    return next(
        (at for at in range(start, len(lines)) if lines[at] and lines[at][0] != " "), len(lines)
    )


def _signed(reading: Reading, at: int) -> None:
    """A signature goes on to the end; one above the words ends at the first empty line."""
    if reading.spoken:
        reading.signed = True
        reading.take(Part.DROPPED, at + 1)
        return
    body, end = reading.body, at + 1
    while end < len(body.lines) and body.lines[end] and not body.marked[end]:
        end += 1
    reading.take(Part.DROPPED, end)


def _trimmed(lines: list[str]) -> tuple[str, ...]:
    first, last = 0, len(lines)
    while first < last and not lines[first].strip():
        first += 1
    while last > first and not lines[last - 1].strip():
        last -= 1
    return tuple(lines[first:last])


def _differ(text: str, rich_lines: list[str]) -> bool:
    """Whether plain and HTML hold grossly different words."""
    plain = _word_set(text_lines(text))
    rich = _word_set(rich_lines)
    return bool(rich) and len(plain & rich) < SHARED_WORDS_LEAST * len(rich)


def _word_set(lines: list[str]) -> set[str]:
    return set(WORD.findall("\n".join(caseless_lines(lines))))
