"""Where what a list, a firm, a scanner or an app added to a mail ends."""

from __future__ import annotations

from stagepost_mailer.reply.body import Body
from stagepost_mailer.reply.header_block import is_rule
from stagepost_mailer.reply.reading import Part, Reading, introduction_end
from stagepost_mailer.reply.signature import (
    is_disclaimer,
    is_footer,
    is_list_footer,
    is_signed_name,
    is_warning,
)

CLOSING_RULE_LETTERS_LEAST = 20
CLOSING_LINES_MOST = 100
FRAME_LETTERS_LEAST = 5
FRAMED_LINES_MOST = 6
TOLD_COLUMNS_LEAST = 40


def dropped_end(reading: Reading, at: int) -> int | None:
    """The index after what a list, a firm or a client added here, or None."""
    body, plain = reading.body, reading.body.plain[at]
    ruled = is_rule(plain)
    if is_list_footer(body.plain, at) or (ruled and _closing_rule(reading, at)):
        return len(body.lines)
    if reading.spoken and ruled and (framed := _framed_end(reading, at)):
        return framed
    if reading.spoken and (is_disclaimer(plain) or (ruled and _advertises(body, at))):
        return _told_end(reading, at + 1)
    if reading.spoken and is_signed_name(body.lines[at]) and _nothing_below(reading, at + 1):
        return at + 1
    if is_footer(plain) or (not reading.spoken and is_warning(plain)):
        return at + 1
    return None


def _nothing_below(reading: Reading, at: int) -> bool:
    """Whether nothing fresh follows: the end, a quote, or a list's footer."""
    body, below = reading.body, reading.body.next_written(at)
    if below is None or body.marked[below] or is_list_footer(body.plain, below):
        return True
    return introduction_end(reading, below) is not None


def _closing_rule(reading: Reading, at: int) -> bool:
    """A long rule under quote and words begins what a firm or a list adds to every mail."""
    plain = reading.body.plain[at]
    return (
        len(plain) >= CLOSING_RULE_LETTERS_LEAST
        and reading.spoken
        and Part.QUOTED in reading.parts[-CLOSING_LINES_MOST:]
    )


def _advertises(body: Body, at: int) -> bool:
    """A long line of underscores or stars, directly under which a host or a firm tells something."""
    plain, below = body.plain[at], at + 1
    return (
        len(plain) >= CLOSING_RULE_LETTERS_LEAST
        and not plain.strip("_*")
        and below < len(body.lines)
        and len(body.lines[below]) >= TOLD_COLUMNS_LEAST
    )


def _told_end(reading: Reading, end: int) -> int:
    """The index of the next empty or quoted line, or of what introduces a quote."""
    body = reading.body
    while end < len(body.lines) and body.lines[end] and not body.marked[end]:
        if introduction_end(reading, end):
            break
        end += 1
    return end


def _framed_end(reading: Reading, at: int) -> int | None:
    """The index after a signature between two rules that nothing fresh follows."""
    body = reading.body
    if len(body.plain[at]) < FRAME_LETTERS_LEAST:
        return None
    for end in range(at + 2, min(at + 2 + FRAMED_LINES_MOST, len(body.lines))):
        if len(body.plain[end]) >= FRAME_LETTERS_LEAST and is_rule(body.plain[end]):
            below = body.next_written(end + 1)
            ended = below is None or body.marked[below] or introduction_end(reading, below)
            return end + 1 if ended else None
    return None
