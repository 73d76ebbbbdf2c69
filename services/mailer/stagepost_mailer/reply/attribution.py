"""The line or lines that introduce a quote: "On 12 March 2026 at 15:33, Anna wrote:"."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from stagepost_mailer.reply.body import Body
from stagepost_mailer.reply.evidence import (
    ADDRESS,
    ADDRESSED,
    DATE,
    DATED,
    FULL,
    WROTE,
    evidence,
    is_sentence,
)
from stagepost_mailer.reply.header_block import NONE
from stagepost_mailer.reply.quote_mark import is_named

ATTRIBUTION_LINES_MOST = 6
ATTRIBUTION_LETTERS_MOST = 300
GLUED_LINES_MOST = 3
PARAGRAPH_LINES_MOST = 3
REST_LETTERS_MOST = 60
OPENING_LETTERS_MOST = 8
REST_WORDS_MOST = 3

TAIL = re.compile(r">\s?(?:wrote|schrieb|a écrit|ha scritto|napisał\(a\)|pisze)?\s?:")
OPENS = re.compile(
    r"(?:on|am|le|el|il|em|op|den|pe|dana|pada|w dniu|dnia|dne|dňa|at|в|на|вс|пн|вт|ср|чт|пт|сб) "
)
# No prose tells a time zone.
ZONED = re.compile(r"(?<!\d)\d{1,2}[:.]\d\d.{0,12}(?:[+-]\d\d:?\d\d|gmt|utc|cest|cet)\b")
DAY = re.compile(r"(?<!\d)(?:(?:19|20)\d\d(?!\d)|\d{1,4}[./-] ?\d{1,2}[./-] ?\d{2,4}(?!\d))")
# The name that belongs to it stands before it.
BARE_ADDRESS = re.compile(r"[<(][^\s<>()]*@")
# A player's message to another seat may well end in "wrote:" above a line that it quotes.
PRESS = ("tell ", "> tell ")
DAYS = "mon|tue|wed|thu|fri|sat|sun"
MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
# What begins an attribution in the middle of a line, where a client lost the line end.
GLUED = re.compile(
    rf"(?<=\S) (?:on (?:{DAYS}|{MONTHS}|\d)|w dniu \d|dnia \d|am \d|am (?:mo|di|mi|do|fr|sa|so)\."
    r"|le (?:lun|mar|mer|jeu|ven|sam|dim|\d)|el (?:lun|mar|mié|jue|vie|sáb|dom|\d)|il giorno"
    r"|(?:pon|wt|śr|czw|pt|sob|niedz)\., \d|(?:19|20)\d\d년 \d|(?:19|20)\d\d\. ?\d)"
)


@dataclass(frozen=True, slots=True)
class Search:
    """A body, its headers, and the evidence of the lines looked at so far."""

    body: Body
    kinds: list[int]
    found: dict[int, int] = field(default_factory=dict)

    def at(self, index: int) -> int:
        """The evidence in one line, found out when first asked."""
        if index not in self.found:
            self.found[index] = evidence(self.body.plain[index])
        return self.found[index]


def attributions(body: Body, kinds: list[int]) -> dict[int, int]:
    """Where attributions begin, each with the index after its last line."""
    search = Search(body, kinds)
    found: dict[int, int] = {}
    newest = -1
    for last, plain in enumerate(body.plain):
        if not plain:
            continue
        if newest >= 0 and found[newest] == last and _goes_on(body, last):
            found[newest] = last + 1
        elif _may_end(body, last) or _ends_paragraph(search, last):
            first = _first_line(search, last)
            if first is not None:
                newest = first
                found[first] = last + 1
    return found


def unglued(body: Body) -> list[str] | None:
    """The lines with an attribution freed that stands behind the writer's words, or None."""
    lines: list[str] = []
    for at, line in enumerate(body.lines):
        cut = None if body.marked[at] else _glued_at(body, at)
        lines.extend([line] if cut is None else [_bare_end(line[:cut]), line[cut:].lstrip()])
    return lines if len(lines) > len(body.lines) else None


def _bare_end(line: str) -> str:
    """Yahoo draws dashes before its attribution."""
    bare = line.rstrip()
    return bare.rstrip("-") if bare.endswith("--") else bare


def _glued_at(body: Body, at: int) -> int | None:
    """Where in the line an attribution begins: a date first, then an address, then "wrote"."""
    line = body.lines[at]
    if True not in body.ends[at : at + GLUED_LINES_MOST] or len(line) > ATTRIBUTION_LETTERS_MOST:
        return None
    lower = line.lower()
    if len(lower) != len(line):
        return None
    for found in GLUED.finditer(lower):
        # "W dniu czw., 12 mar 2026" begins before its day does.
        if found.start() < OPENING_LETTERS_MOST and OPENS.match(lower):
            continue
        rest = " ".join((lower[found.start() :], *body.plain[at + 1 : at + GLUED_LINES_MOST]))
        date, address = DATE.search(rest), ADDRESS.search(rest)
        if date and address and date.start() < address.start() and evidence(rest) & WROTE:
            return found.start()
    return None


def _first_line(search: Search, last: int) -> int | None:
    """The first line of the attribution that ends at `last`, or None where none does.

    It takes in lines above only while they bring a kind of evidence that is still missing.
    """
    body = search.body
    best: int | None = None
    taken = gathered = 0
    for first in range(last, max(-1, last - ATTRIBUTION_LINES_MOST), -1):
        line = body.plain[first]
        if not line and not _complete(gathered) and _dated_opening(search, first - 1):
            continue
        # What is quoted, a header, or ends like an attribution itself, is no part of this one.
        apart = first != last and (
            body.marked[first] or body.ends[first] or search.kinds[first] != NONE
        )
        if not line or apart or line.startswith(PRESS):
            break
        # Of a date in two lines the one that opens is the first.
        if _complete(gathered) and not _opens(line):
            break
        gathered |= search.at(first)
        if gathered.bit_count() > taken or _opens(line):
            best, taken = first, gathered.bit_count()
        if _complete(gathered) and _opens(line) and not line.startswith("at "):
            break
    told = _above_marked(body, last) and body.ends[last]
    least = 1 if told or _dated_alone(body, last) else 2
    if best is None or taken < least:
        return None
    return _named_above(search, best, last)


def _dated_alone(body: Body, last: int) -> bool:
    """A line of its own with a date, a clock in its zone and a colon, whatever its language says."""
    plain = body.plain[last]
    apart = last == 0 or not body.plain[last - 1] or not body.plain[last - 1].strip("-_= ")
    return (
        apart
        and plain.endswith(":")
        and not plain.startswith(PRESS)
        and ZONED.search(plain) is not None
        and DAY.search(plain) is not None
    )


def _named_above(search: Search, first: int, last: int) -> int:
    """Takes in the lines above that hold the writer's name or address: a wrap tore them off."""
    body = search.body
    gathered = 0
    for at in range(first, last + 1):
        gathered |= search.at(at)
    while first > 0 and first > last - ATTRIBUTION_LINES_MOST:
        line, above = body.plain[first], body.plain[first - 1]
        apart = not above or body.marked[first - 1] or search.kinds[first - 1] != NONE
        if apart or above.startswith(PRESS) or _opens(line):
            break
        addressed = not gathered & ADDRESSED and search.at(first - 1) & ADDRESSED
        if not addressed and not BARE_ADDRESS.match(line):
            break
        first -= 1
        gathered |= search.at(first)
    return first


def _may_end(body: Body, last: int) -> bool:
    """Ends like an attribution; not quoted, unless its mark only closes a wrapped address."""
    plain = body.plain[last]
    if len(plain) > ATTRIBUTION_LETTERS_MOST:
        return False
    ends = body.ends[last]
    if not body.marked[last]:
        return ends or (plain.endswith(">") and _above_marked(body, last))
    above = body.plain[last - 1] if last else ""
    closes = plain[0] == ">" and "<" in above and not above.endswith(">")
    return (closes and ends) or (bool(above) and TAIL.fullmatch(plain) is not None)


def _goes_on(body: Body, last: int) -> bool:
    """What a wrap left of an attribution that was told before its end: a date, a word, dashes."""
    above, plain, below = body.plain[last - 1], body.plain[last], last + 1
    opened = above.count("(") > above.count(")")
    if body.marked[last] or len(plain) > REST_LETTERS_MOST or plain.startswith(PRESS):
        return False
    if above.endswith(":") and not opened:
        return False
    ended = plain.endswith(":")
    if not plain.strip(":-_ +.,)0123456789") or (ended and plain.count(" ") < REST_WORDS_MOST):
        return True
    over = below == len(body.lines) or not body.lines[below] or body.marked[below]
    return (ended or over) and DATE.search(plain) is not None


def _ends_paragraph(search: Search, last: int) -> bool:
    """The last lines of a paragraph hold all three kinds of evidence, whatever they end in."""
    body, below = search.body, last + 1
    if below < len(body.lines) and body.lines[below] and not body.marked[below]:
        return False
    if body.marked[last] or is_sentence(body.plain[last]):
        return False
    if not any("@" in plain for plain in body.plain[max(0, last - 2) : below]):
        return False
    if not search.at(last):
        return False
    gathered = letters = 0
    for first in range(last, max(-1, last - PARAGRAPH_LINES_MOST), -1):
        line = body.plain[first]
        letters += len(line)
        if not line or body.marked[first] or search.kinds[first] != NONE:
            return False
        if letters > ATTRIBUTION_LETTERS_MOST or line.startswith(PRESS):
            return False
        gathered |= search.at(first)
        if gathered == FULL:
            return True
    return False


def _above_marked(body: Body, last: int) -> bool:
    below = last + 1
    if below < len(body.lines) and not body.lines[below]:
        below += 1
    return below < len(body.lines) and (body.marked[below] or is_named(body.lines[below]))


def _dated_opening(search: Search, at: int) -> bool:
    """A link that became a paragraph of its own tore the attribution in two."""
    return at >= 0 and _opens(search.body.plain[at]) and bool(search.at(at) & DATED)


def _complete(gathered: int) -> bool:
    return bool(gathered & DATED) and gathered.bit_count() > 1


def _opens(plain: str) -> bool:
    return OPENS.match(plain) is not None and any(letter.isdigit() for letter in plain)
