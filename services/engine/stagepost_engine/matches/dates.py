"""Dates as people write them in a mail: `20 Dec TO 3 Jan`, `20.12.`, `jutro`, `12월 20일까지`."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Final

from stagepost_contracts.errors import UnreadableLine
from stagepost_contracts.folding import plain
from stagepost_contracts.texts import say
from stagepost_engine.matches.date_words import MONTHS, NAMED, WEEKDAYS, western

USAGE: Final = "AWAY 20 Dec TO 3 Jan"
YEARS_AHEAD = 4  # 29 February is no further off

_BETWEEN = re.compile(r"\s+(?:to|till?|until|through|do|-)\s+")
_FROM = re.compile(r"(?:from|od)\s+")
_UNTIL = re.compile(r"(?:to|till?|until|do)\s+")
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_NUMBERS = re.compile(r"(\d{1,2})[./](\d{1,2})(?:[./](\d{4})?)?")
_DAY_FIRST = re.compile(r"(\d{1,2})(?:st|nd|rd|th|\.)?\s+([^\W\d]{3,})\.?(?:\s+(\d{4}))?")
_MONTH_FIRST = re.compile(r"([^\W\d]{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:\s+(\d{4}))?")
_DAY_ALONE = re.compile(r"(\d{1,2})\.?")


def read_dates(text: str, today: date) -> tuple[date, date]:
    """Return the first and the last date, both included, that the words name.

    `UNTIL 3 Jan` begins today; a single date is one day; a date without a year is the next one.
    Raises UnreadableLine.
    """
    said = western(plain(text.replace(",", " ")))
    if begins := _FROM.match(said):
        said = said[begins.end() :]
    if until := _UNTIL.match(said):
        return today, _read(said[until.end() :], today)
    words = _BETWEEN.split(said)
    if len(words) == 1:
        only = _read(said, today)
        return only, only
    if len(words) > 2:
        raise _unread(text)
    start, end = words
    if _DAY_ALONE.fullmatch(start) and (found := _DAY_FIRST.fullmatch(end)):
        # 20 TO 27 Dec: the month stands once.
        start = f"{start.rstrip('.')} {found[2]} {found[3] or ''}".strip()
    if _DAY_ALONE.fullmatch(end) and (found := _NUMBERS.fullmatch(start)):
        # 12월 20일부터 27일까지: the month stands before.
        end = f"{end.rstrip('.')}.{found[2]}.{found[3] or ''}"
    first = _read(start, today)
    return first, _read(end, first)


def read_date(text: str, today: date) -> date:
    """Return the date that the words name, the next such without a year. Raises UnreadableLine."""
    said = western(plain(text.replace(",", " ")))
    if until := _UNTIL.match(said):
        said = said[until.end() :]
    return _read(said.removeprefix("the "), today)


def _read(said: str, earliest: date) -> date:
    if said in NAMED:
        return earliest + timedelta(days=NAMED[said])
    for day, names in enumerate(WEEKDAYS):
        if said.removeprefix("w ") in names:
            return earliest + timedelta(days=(day - earliest.weekday()) % 7)
    try:
        if found := _ISO.fullmatch(said):
            return date(int(found[1]), int(found[2]), int(found[3]))
        if found := _NUMBERS.fullmatch(said):
            return _next(int(found[1]), int(found[2]), found[3], earliest)
        if found := _DAY_FIRST.fullmatch(said):
            return _next(int(found[1]), _month(found[2]), found[3], earliest)
        if found := _MONTH_FIRST.fullmatch(said):
            return _next(int(found[2]), _month(found[1]), found[3], earliest)
    except ValueError as error:
        raise _unread(said) from error
    raise _unread(said)


def _month(word: str) -> int:
    """Return the month, 1 to 12. Raises ValueError."""
    for number, names in enumerate(MONTHS, start=1):
        if any(word.startswith(name) for name in names):
            return number
    raise ValueError(word)


def _next(day: int, month: int, year: str | None, earliest: date) -> date:
    """Return the date; without a year, the first such date from `earliest` on."""
    if year:
        return date(int(year), month, day)
    for ahead in range(YEARS_AHEAD + 1):
        try:
            found = date(earliest.year + ahead, month, day)
        except ValueError:
            continue
        if found >= earliest:
            return found
    raise ValueError(day)


def _unread(said: str) -> UnreadableLine:
    return UnreadableLine(
        say("“{dates}” is not a date here; write it as: {usage}", dates=said, usage=USAGE)
    )
