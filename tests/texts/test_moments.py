"""A moment is told in its reader's zone and words, and never more time than there is."""

import pytest

from stagepost_texts.moments import hours_left, moment

AT = 1796151600.0  # Tuesday, 1 December 2026, 19:00 UTC


@pytest.mark.parametrize(
    ("zone", "language", "told"),
    [
        ("Europe/Warsaw", "en", "Tue 1 Dec 2026, 20:00 (Europe/Warsaw)"),
        ("Europe/Warsaw", "pl", "wt., 1 gru 2026, 20:00 (Europe/Warsaw)"),
        ("Asia/Seoul", "ko", "2026년 12월 2일 (수), 04:00 (Asia/Seoul)"),
        ("No/Where", "en", "Tue 1 Dec 2026, 19:00 (UTC)"),
        ("../etc", "xx", "Tue 1 Dec 2026, 19:00 (UTC)"),
    ],
)
def test_a_moment(zone: str, language: str, told: str):
    assert moment(AT, zone, language) == told


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (-5, "0 minutes"),
        (59, "0 minutes"),
        (119 * 60, "119 minutes"),
        (2 * 3600, "2 hours"),
        (48 * 3600 - 1, "47 hours"),
        (73 * 3600, "3 days"),
    ],
)
def test_what_is_left(seconds: int, told: str):
    assert hours_left(AT + seconds, AT, "en") == told


def test_what_is_left_in_the_language_of_the_reader():
    assert hours_left(AT + 5 * 3600, AT, "pl") == "5 godzin"
    assert hours_left(AT + 5 * 3600, AT, "ko") == "5시간"
