"""Dates in a mail are read in every usual spelling, and refused with one that would do."""

import unicodedata
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import said

from stagepost_contracts.errors import UnreadableLine
from stagepost_engine.matches.dates import read_dates

TODAY = date(2026, 11, 30)
CHRISTMAS = (date(2026, 12, 20), date(2027, 1, 3))


@pytest.mark.parametrize(
    "text",
    [
        "20 Dec TO 3 Jan",
        "20 dec to 3 jan",
        "20 December 2026 TO 3 January 2027",
        "20th December until January 3rd",
        "Dec 20 - Jan 3",
        "Dec 20, 2026 to Jan 3, 2027",
        "2026-12-20 TO 2027-01-03",
        "20.12. TO 3.1.",
        "20.12.2026 to 03.01.2027",
        "20/12 to 3/1",
        "20 grudnia do 3 stycznia",
        "20. Dec. till 3. Jan.",
        "20 Dec – 3 Jan",
        "20 gru DO 3 sty",
        "od 20 grudnia do 3 stycznia",
        "from 20 Dec to 3 Jan",
        "20.12. DO 3.01.",
        "12월 20일부터 1월 3일까지",
        "12월20일부터 1월3일까지",
        "12월 20일(일) ~ 1월 3일(일)",
        "2026년 12월 20일부터 2027년 1월 3일까지",
        unicodedata.normalize("NFD", "12월 20일부터 1월 3일까지"),
    ],
)
def test_one_absence_in_many_spellings(text):
    assert read_dates(text, TODAY) == CHRISTMAS


def test_one_date_is_one_day():
    assert read_dates("24 Dec", TODAY) == (date(2026, 12, 24), date(2026, 12, 24))


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("20 grudnia", date(2026, 12, 20)),
        ("20 GRUDNIA", date(2026, 12, 20)),
        ("20 października", date(2027, 10, 20)),
        ("20 pazdziernika", date(2027, 10, 20)),
        ("3.01.", date(2027, 1, 3)),
        ("12월 20일", date(2026, 12, 20)),
        ("2027년 2월 1일", date(2027, 2, 1)),
        ("dziś", TODAY),
        ("dzis", TODAY),
        ("jutro", date(2026, 12, 1)),
        ("pojutrze", date(2026, 12, 2)),
        ("오늘", TODAY),
        ("내일", date(2026, 12, 1)),
        ("모레", date(2026, 12, 2)),
        ("Monday", TODAY),
        ("Friday", date(2026, 12, 4)),
        ("w piątek", date(2026, 12, 4)),
        ("piatek", date(2026, 12, 4)),
        ("금요일", date(2026, 12, 4)),
    ],
)
def test_a_day_in_every_language(text, day):
    assert read_dates(text, TODAY) == (day, day)


@pytest.mark.parametrize(
    "text", ["UNTIL 3 Jan", "do 3 stycznia", "DO 3.01.", "1월 3일까지", "1월 3일 까지"]
)
def test_until_begins_today_in_every_language(text):
    assert read_dates(text, TODAY) == (TODAY, date(2027, 1, 3))


@pytest.mark.parametrize("text", ["20 TO 27 Dec", "20 do 27 grudnia", "12월 20일부터 27일까지"])
def test_a_month_may_stand_once_in_every_language(text):
    assert read_dates(text, TODAY) == (date(2026, 12, 20), date(2026, 12, 27))


@pytest.mark.parametrize("text", ["월요일부터 수요일까지", "monday to wednesday"])
def test_days_of_the_week_have_an_end_too(text):
    assert read_dates(text, TODAY) == (TODAY, date(2026, 12, 2))


def test_until_begins_today():
    assert read_dates("UNTIL 3 Jan", TODAY) == (TODAY, date(2027, 1, 3))


def test_a_month_may_stand_once():
    assert read_dates("20 TO 27 Dec", TODAY) == (date(2026, 12, 20), date(2026, 12, 27))


def test_tomorrow():
    assert read_dates("tomorrow", TODAY) == (date(2026, 12, 1), date(2026, 12, 1))


def test_a_date_without_a_year_is_the_next_one():
    assert read_dates("29 Nov", TODAY)[0] == date(2027, 11, 29)
    assert read_dates("29 Feb", TODAY)[0] == date(2028, 2, 29)


@pytest.mark.parametrize(
    "text",
    [
        "soon",
        "31 Feb",
        "12/20",
        "20 Foo",
        "",
        "1 to 2 to 3",
        "2026-13-01",
        "13월 1일",
        "부터",
        "까지",
    ],
)
def test_no_date_is_refused_with_what_would_do(text):
    with pytest.raises(UnreadableLine) as refused:
        read_dates(text, TODAY)

    assert "AWAY 20 Dec TO 3 Jan" in said(refused.value.text)


@given(
    st.dates(TODAY, date(2027, 11, 29)), st.sampled_from(["%d %b", "%d.%m.", "%Y-%m-%d", "%B %d"])
)
def test_a_date_of_the_next_year_reads_back(day, spelling):
    assert read_dates(day.strftime(spelling), TODAY) == (day, day)
