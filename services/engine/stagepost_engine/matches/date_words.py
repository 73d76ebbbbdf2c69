"""Words of dates in English, Polish and Korean, and Korean dates in the order that we read."""

from __future__ import annotations

import re
from typing import Final

MONTHS: Final = (
    ("jan", "sty"),
    ("feb", "lut"),
    ("mar", "marz"),
    ("apr", "kwi"),
    ("may", "maj"),
    ("jun", "cze"),
    ("jul", "lip"),
    ("aug", "sie"),
    ("sep", "wrz"),
    ("oct", "paz"),
    ("nov", "lis"),
    ("dec", "gru"),
)
"""By their first letters, in English and in Polish, without marks; in Korean they are numbers."""

NAMED: Final = {
    "today": 0,
    "dzis": 0,
    "dzisiaj": 0,
    "오늘": 0,
    "tomorrow": 1,
    "jutro": 1,
    "jutra": 1,
    "내일": 1,
    "pojutrze": 2,
    "모레": 2,
}

WEEKDAYS: Final = (
    ("monday", "mon", "poniedzialek", "poniedzialku", "월요일"),
    ("tuesday", "tue", "wtorek", "wtorku", "화요일"),
    ("wednesday", "wed", "sroda", "srode", "srody", "수요일"),
    ("thursday", "thu", "czwartek", "czwartku", "목요일"),
    ("friday", "fri", "piatek", "piatku", "금요일"),
    ("saturday", "sat", "sobota", "sobote", "soboty", "토요일"),
    ("sunday", "sun", "niedziela", "niedziele", "niedzieli", "일요일"),
)

FROM: Final = "부터"
UNTIL: Final = "까지"

_WEEKDAY = re.compile(r"\s*\([월화수목금토일]\)")
_DATE = re.compile(r"(?:(\d{4})년\s*)?(\d{1,2})월\s*(\d{1,2})일")
_DAY = re.compile(r"(\d{1,2})일")


def western(said: str) -> str:
    """Return folded words with Korean dates in our order: `12월 20일부터 27일까지`, `20.12. - 27`."""
    said = _DATE.sub(_ordered, _WEEKDAY.sub("", said))
    said = _DAY.sub(r"\1", said).replace(FROM, " - ").replace("~", " - ")
    if said.endswith(UNTIL):
        said = said.removesuffix(UNTIL).strip()
        said = said if " - " in said else f"until {said}"
    return " ".join(said.split()).removesuffix(" -")


def _ordered(found: re.Match[str]) -> str:
    year, month, day = found.groups()
    return f"{year}-{month}-{day}" if year else f"{day}.{month}."
