"""From fresh lines to the lines that may be orders."""

from __future__ import annotations

import pytest

from stagepost_mailer.reply.lines import REPLY_LINES_MOST, candidate_lines


def test_lines_are_folded() -> None:
    """Full width, odd spaces, dashes and bold stars read as what they look like."""
    found = candidate_lines(
        ["  ＢＩＤ\u00a0３００  ", "*PASS*", "\u2022 TELL BORIS \u201cyes\u201d \u2013 ok", ""]
    )

    assert found.candidates == ("BID 300", "PASS", 'TELL BORIS "yes" - ok')


@pytest.mark.parametrize(
    "line",
    ["[BID 100]", "BID 100]", "BID <amount>", "\uff3bBID 100\uff3d", "BID \uff1camount\uff1e"],
)
def test_a_bracket_never_reads(line: str) -> None:
    """What we printed, or a placeholder, is no order even when it stands alone."""
    found = candidate_lines([line, "BID 300"])

    assert found.candidates == ("BID 300",)
    assert len(found.bracketed) == 1


@pytest.mark.parametrize(
    "word",
    [
        "--",
        "END",
        "stop.",
        "Thanks!",
        "Pozdrawiam,",
        "DZIĘKUJĘ",
        "감사합니다.",
        "끝",
        "\u2014\u2014",
    ],
)
def test_an_end_word_ends_reading(word: str) -> None:
    """What follows is kept apart, so the receipt can list it."""
    found = candidate_lines(["BID 300", word, "BID 900"])

    assert found.candidates == ("BID 300",)
    assert found.after_end == ("BID 900",)


def test_a_courtesy_above_the_orders_ends_nothing() -> None:
    """Who begins with thanks has not finished."""
    assert candidate_lines(["Thanks!", "BID 300"]).candidates == ("Thanks!", "BID 300")


def test_dashes_inside_a_line_end_nothing() -> None:
    """Only a whole line ends reading."""
    assert candidate_lines(["BID 300 -- my last", "PASS"]).candidates == (
        "BID 300 -- my last",
        "PASS",
    )


def test_comments_are_dropped() -> None:
    """Notes to oneself are neither orders nor prose."""
    found = candidate_lines(["# BID 900", "// BID 900", "BID 300"])

    assert found.candidates == ("BID 300",)
    assert len(found.comments) == 2


def test_lines_are_bounded() -> None:
    """The forty-first line is not read, and is not lost."""
    found = candidate_lines([f"BID {number}" for number in range(REPLY_LINES_MOST + 3)])

    assert len(found.candidates) == REPLY_LINES_MOST
    assert len(found.beyond) == 3


def test_a_negative_number_keeps_its_dash() -> None:
    """`-300` is refused by name later, so it must arrive."""
    assert candidate_lines(["BID \u2212300", "-300"]).candidates == ("BID -300", "-300")
