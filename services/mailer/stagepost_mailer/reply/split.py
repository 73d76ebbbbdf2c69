"""The player's own fresh words of a reply: line by line, each line looked at a few times."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from stagepost_mailer.reply.attribution import attributions
from stagepost_mailer.reply.fold import WORD, caseless, text_lines
from stagepost_mailer.reply.header_block import block_end, is_banner, is_rule
from stagepost_mailer.reply.html_text import html_lines
from stagepost_mailer.reply.known import known_lines
from stagepost_mailer.reply.quote_mark import is_marked, is_named, unmarked
from stagepost_mailer.reply.signature import (
    is_footer,
    is_list_footer,
    is_signature_mark,
    is_warning,
)

if TYPE_CHECKING:
    from stagepost_mailer.reply.message import Incoming

SHARED_WORDS_LEAST = 0.3
CLOSING_RULE_LETTERS_LEAST = 20
CLOSING_LINES_MOST = 100


class Part(Enum):
    """Whose a line is."""

    FRESH = "fresh"
    QUOTED = "quoted"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True)
class Fresh:
    """A reply cut in three; nothing of it is lost."""

    lines: tuple[str, ...]
    quoted_lines: tuple[str, ...]
    dropped_lines: tuple[str, ...] = ()


@dataclass(slots=True)
class Reading:
    """Where the splitter stands in a body."""

    lines: list[str]
    known: set[int]
    introduced: dict[int, int]
    parts: list[Part] = field(default_factory=list)
    spoken: bool = False
    signed: bool = False

    def take(self, part: Part, end: int) -> None:
        """Gives all lines up to `end` to one part."""
        self.parts.extend([part] * (end - len(self.parts)))


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
    reading = Reading(lines, known_lines(lines, sent), attributions(lines))
    while len(reading.parts) < len(lines):
        _next(reading)
    kept: dict[Part, list[str]] = {part: [] for part in Part}
    for line, part in zip(lines, reading.parts, strict=True):
        kept[part].append(unmarked(line) if part is Part.QUOTED else line)
    return Fresh(
        _trimmed(kept[Part.FRESH]), _trimmed(kept[Part.QUOTED]), _trimmed(kept[Part.DROPPED])
    )


def _next(reading: Reading) -> None:
    at = len(reading.parts)
    line = reading.lines[at]
    introduction = None if reading.signed else _introduction_end(reading, at)
    if is_marked(line) or at in reading.known:
        reading.take(Part.QUOTED, at + 1)
    elif introduction is not None:
        _introduced(reading, introduction)
    elif reading.signed:
        reading.take(Part.DROPPED, at + 1)
    elif is_named(line):
        reading.take(Part.QUOTED, len(reading.lines) if reading.spoken else at + 1)
    elif is_signature_mark(line):
        _signed(reading, at)
    elif is_list_footer(reading.lines, at) or _closing_rule(reading, at):
        reading.take(Part.DROPPED, len(reading.lines))
    elif is_footer(line) or (not reading.spoken and is_warning(line)):
        reading.take(Part.DROPPED, at + 1)
    else:
        reading.spoken = reading.spoken or bool(WORD.search(line))
        reading.take(Part.FRESH, at + 1)


def _closing_rule(reading: Reading, at: int) -> bool:
    """A long rule under quote and words begins what a firm or a list adds to every mail."""
    line = reading.lines[at].strip()
    return (
        reading.spoken
        and len(line) >= CLOSING_RULE_LETTERS_LEAST
        and is_rule(line)
        and Part.QUOTED in reading.parts[-CLOSING_LINES_MOST:]
    )


def _introduction_end(reading: Reading, at: int) -> int | None:
    """The index after an attribution, banner or header block that begins here."""
    line = reading.lines[at]
    if not line:
        return None
    if at in reading.introduced:
        return reading.introduced[at]
    if is_banner(line):
        return _below_banner(reading.lines, at + 1)
    if is_rule(line):
        below = _next_written(reading.lines, at + 1)
        return None if below is None else block_end(reading.lines, below)
    return block_end(reading.lines, at)


def _below_banner(lines: list[str], at: int) -> int:
    below = _next_written(lines, at)
    end = None if below is None else block_end(lines, below)
    return end or at


def _introduced(reading: Reading, end: int) -> None:
    """What follows is marked line by line, or it is all quote."""
    at = len(reading.parts)
    reading.take(Part.QUOTED, end)
    below = _next_written(reading.lines, end)
    if below is None or is_marked(reading.lines[below]):
        return
    last_known = max(reading.known, default=-1)
    if not reading.spoken and last_known > at:
        # Nothing stands above and our prompt ends here: an answer may stand below it.
        reading.take(Part.QUOTED, last_known + 1)
        return
    reading.take(Part.QUOTED, len(reading.lines))


def _signed(reading: Reading, at: int) -> None:
    """A signature goes on to the end; one above the words ends at the first empty line."""
    if reading.spoken:
        reading.signed = True
        reading.take(Part.DROPPED, at + 1)
        return
    end = at + 1
    while end < len(reading.lines) and reading.lines[end] and not is_marked(reading.lines[end]):
        end += 1
    reading.take(Part.DROPPED, end)


def _next_written(lines: list[str], start: int) -> int | None:
    return next((index for index in range(start, len(lines)) if lines[index]), None)


def _trimmed(lines: list[str]) -> tuple[str, ...]:
    first, last = 0, len(lines)
    while first < last and not lines[first].strip():
        first += 1
    while last > first and not lines[last - 1].strip():
        last -= 1
    return tuple(lines[first:last])


def _differ(text: str, rich_lines: list[str]) -> bool:
    """Whether plain and HTML hold grossly different words."""
    plain = {word for line in text_lines(text) for word in WORD.findall(caseless(line))}
    rich = {word for line in rich_lines for word in WORD.findall(caseless(line))}
    return bool(rich) and len(plain & rich) < SHARED_WORDS_LEAST * len(rich)
