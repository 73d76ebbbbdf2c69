"""The line or lines that introduce a quote: "On 12 March 2026 at 15:33, Anna wrote:"."""

from __future__ import annotations

import re

from stagepost_mailer.reply.fold import caseless
from stagepost_mailer.reply.quote_mark import is_marked

ATTRIBUTION_LINES_MOST = 4
ATTRIBUTION_LETTERS_MOST = 300

# Written between spaces in scripts that have them.
WROTE = (
    "wrote|writes|schrieb|geschrieben|a écrit|écrit|écrivait|escribió|ha escrit|va escriure"
    "|ha scritto|scrive|napisał|napisała|napisał/a|napisal|napísal|pisze|написал|написала|пишет"
    "|пише|написав|написала|skrev|skreiv|schreef|escreveu|kirjoitti|írta|napsal|napsala|έγραψε"
    "|a scris|yazdı|şunları yazdı|đã viết|rašė|kirjutas|je napisal|je napisao|napisao|rakstīja"
    "|wiadomość napisana przez|napisano"
)
WROTE_SPACED = re.compile(rf"(?<!\w)(?:{WROTE})(?!\w)")
WROTE_ANYWHERE = re.compile(
    "写道|寫道|작성|쓴 글|보낸 메시지|のメッセージ|のメール|書きました|เขียนว่า|เขียน:|كتب|تمت كتابة|כתב|מאת"
)
ADDRESS = re.compile(r"[^\s<>@]@[^\s<>@]")
TIME = re.compile(r"(?<!\d)\d{1,2}[:.h]\d\d(?!\d)")
YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
NUMERIC_DATE = re.compile(r"(?<!\d)\d{1,4}[./-]\d{1,2}[./-]\d{2,4}(?!\d)")
ENDS = (":", "\uff1a", ":*", ":_")
TRAILING = " -_*>)("
TAIL = re.compile(r">\s?(?:wrote|schrieb|a écrit|ha scritto|napisał\(a\)|pisze)?\s?:")
OPENS = re.compile(
    r"(?:on|am|le|el|il|em|op|den|w dniu|dnia|dne|at|вс|пн|вт|ср|чт|пт|сб) ", re.IGNORECASE
)


def attributions(lines: list[str]) -> dict[int, int]:
    """Where attributions begin, each with the index after its last line."""
    found: dict[int, int] = {}
    for last, line in enumerate(lines):
        if line and len(line) <= ATTRIBUTION_LETTERS_MOST and _may_end(lines, last):
            first = _first_line(lines, last)
            if first is not None:
                found[first] = last + 1
    return found


def _may_end(lines: list[str], last: int) -> bool:
    """Not quoted itself, unless its mark only closes an address that the client wrapped."""
    if not is_marked(lines[last]):
        return True
    above = lines[last - 1] if last else ""
    return (lines[last][:1] == ">" and "<" in above and not above.endswith(">")) or (
        TAIL.fullmatch(caseless(lines[last])) is not None and bool(above)
    )


def _first_line(lines: list[str], last: int) -> int | None:
    """The first line of the attribution that ends at `last`, or None where none does.

    It takes in lines above only while they bring a kind of evidence that is still missing.
    """
    above_marked = _above_marked(lines, last)
    if not _ends_like_one(lines[last]) and not (above_marked and lines[last].endswith(">")):
        return None
    best: int | None = None
    evidence = 0
    joined = ""
    for first in range(last, max(-1, last - ATTRIBUTION_LINES_MOST), -1):
        if not lines[first].strip() or (is_marked(lines[first]) and first != last):
            break
        joined = f"{lines[first]} {joined}"
        now = _evidence(joined)
        if now > evidence or _opens(lines[first]):
            best, evidence = first, now
        if _complete(joined):
            break
    least = 1 if above_marked and _ends_like_one(lines[last]) else 2
    return best if evidence >= least else None


def _complete(joined: str) -> bool:
    plain = caseless(joined)
    return _has_date(plain) and _evidence(plain) > 1


def _opens(line: str) -> bool:
    plain = caseless(line)
    return OPENS.match(plain) is not None and any(letter.isdigit() for letter in plain)


def _ends_like_one(line: str) -> bool:
    text = caseless(line[-ATTRIBUTION_LETTERS_MOST:]).rstrip("*_ ")
    if text.endswith(ENDS):
        return True
    bare = text.rstrip(TRAILING + "a")
    wrote = WROTE_SPACED.search(text) or WROTE_ANYWHERE.search(text)
    return wrote is not None and wrote.end() >= len(bare) - 1


def _evidence(text: str) -> int:
    plain = caseless(text)
    wrote = WROTE_SPACED.search(plain) or WROTE_ANYWHERE.search(plain)
    return bool(wrote) + bool(ADDRESS.search(plain)) + _has_date(plain)


def _has_date(text: str) -> bool:
    return bool(TIME.search(text) or YEAR.search(text) or NUMERIC_DATE.search(text))


def _above_marked(lines: list[str], last: int) -> bool:
    below = lines[last + 1 : last + 3]
    return bool(below) and (is_marked(below[0]) or (not below[0] and is_marked(below[-1])))
