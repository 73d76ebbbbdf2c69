"""Days of the week and hours of the day as people write them: `SAT, SUN`, `22 TO 7`, `NONE`."""

from __future__ import annotations

import re
from typing import Final

from stagepost_contracts.errors import UnreadableLine
from stagepost_contracts.folding import folded
from stagepost_contracts.texts import say

CODES: Final = ("MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN")
HOURS_OF_DAY: Final = 24
QUIET_HOURS_MOST: Final = 12

DAYS: Final = (
    ("mon", "pon", "월"),
    ("tue", "wt", "화"),
    ("wed", "śr", "sr", "수"),
    ("thu", "czw", "목"),
    ("fri", "pi", "금"),
    ("sat", "sob", "토"),
    ("sun", "nie", "일"),
)
"""By their first letters, in English, in Polish and in Korean."""

NOTHING: Final = frozenset({"none", "żadne", "brak", "없음"})

_JOINTS = re.compile(r"[,;/&+\s]+")
_HOURS = re.compile(
    r"(\d{1,2})(?:[:.]00| ?시)?\s*(?:to|till?|until|do|-|~|부터)\s*(\d{1,2})(?:[:.]00| ?시)?(?: ?까지)?"
)


def read_days(text: str) -> tuple[int, ...]:
    """Return the days that the words name, 0 is Monday; none for NONE. Raises UnreadableLine."""
    said = folded(text)
    if said in NOTHING:
        return ()
    words = [word for word in _JOINTS.split(said) if word and word not in ("and", "i")]
    days = tuple(dict.fromkeys(_day(word, text) for word in words))
    if not days:
        raise _unread_days(text)
    return days


def read_hours(text: str) -> tuple[int, int] | None:
    """Return from which to which hour of the day; None for NONE. Raises UnreadableLine."""
    said = folded(text).removeprefix("from ").removeprefix("od ").strip()
    if said in NOTHING:
        return None
    found = _HOURS.fullmatch(said)
    hours = (int(found[1]), int(found[2])) if found else None
    if hours is None or max(hours) > HOURS_OF_DAY:
        raise UnreadableLine(
            say("“{hours}” are no hours here; write them as: QUIET 22 TO 7", hours=text)
        )
    return hours[0] % HOURS_OF_DAY, hours[1] % HOURS_OF_DAY


def may_name_hours(line: str) -> bool:
    """Whether a line that begins with QUIET may be the command: “Quiet week here!” is prose."""
    said = folded(line)
    return any(letter.isdecimal() for letter in said) or not NOTHING.isdisjoint(said.split())


def hours_between(hours: tuple[int, int]) -> int:
    """Return how long it is from the one hour to the other."""
    return (hours[1] - hours[0]) % HOURS_OF_DAY or HOURS_OF_DAY


def days_written(days: tuple[int, ...]) -> str:
    """Return the days as they are written in a command."""
    return ", ".join(CODES[day] for day in days)


def _day(word: str, text: str) -> int:
    for number, names in enumerate(DAYS):
        if any(word.startswith(name) for name in names):
            return number
    raise _unread_days(text)


def _unread_days(text: str) -> UnreadableLine:
    return UnreadableLine(
        say("“{days}” are no days of the week here; write them as: OFF DAYS SAT, SUN", days=text)
    )
