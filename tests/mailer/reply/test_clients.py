"""Mails as real clients send them, written for this test: the player's own words and no other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from stagepost_mailer.reply.message import Incoming, parse
from stagepost_mailer.reply.split import fresh

if TYPE_CHECKING:
    from collections.abc import Iterable

MAILS = Path(__file__).parent / "mails"
NAMES = sorted(path.stem for path in MAILS.glob("*.eml"))
# These are told apart from quote only by the prompt that we keep.
NEED_PROMPT = {"no_introduction.en", "answer_below_unmarked.en"}


def incoming(name: str) -> Incoming:
    """One parsed mail of the folder."""
    mail = parse((MAILS / f"{name}.eml").read_bytes())
    assert isinstance(mail, Incoming), mail
    return mail


def expected(name: str) -> list[str]:
    """The writer's own lines."""
    return written((MAILS / f"{name}.txt").read_text("utf-8").split("\n"))


def written(lines: Iterable[str]) -> list[str]:
    """The lines that are not empty."""
    return [line for line in lines if line.strip()]


@pytest.mark.parametrize("name", NAMES)
def test_fresh_words_with_the_known_prompt(name: str) -> None:
    """What is left when our own prompt is known is what the player wrote."""
    prompt = (MAILS / f"prompt.{name.rpartition('.')[2]}.txt").read_text("utf-8")

    assert written(fresh(incoming(name), prompt).lines) == expected(name)


@pytest.mark.parametrize("name", [name for name in NAMES if name not in NEED_PROMPT])
def test_fresh_words_without_the_prompt(name: str) -> None:
    """The marks of the client alone are enough in nearly every case."""
    assert written(fresh(incoming(name)).lines) == expected(name)


def test_there_are_mails_of_every_language() -> None:
    """The folder covers English, Polish and Korean clients."""
    assert {name.rpartition(".")[2] for name in NAMES} == {"en", "pl", "ko"}


def test_an_order_found_only_in_the_quote_is_kept_for_the_receipt() -> None:
    """Nothing is dropped silently: what was cut as quote is handed back."""
    assert "BID 900" in fresh(incoming("outlook_html.en")).quoted_lines
    assert "BID 700" in fresh(incoming("thunderbird_bottom.en")).dropped_lines


def test_what_is_not_entered_is_named() -> None:
    """Attached mails and files are named, never read."""
    assert incoming("attached.en").attachments_named == ("message/rfc822", "orders.txt")
