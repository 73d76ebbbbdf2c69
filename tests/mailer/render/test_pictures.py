"""The board picture: in the mail, shown by the HTML, told by the text, the same bytes each time."""

import email
import email.policy

import pytest
from tables import laid

from stagepost_contracts.people import Person
from stagepost_contracts.sheets import Board
from stagepost_engine.games import GAMES
from stagepost_mailer.render.notice import render_notice
from stagepost_mailer.render.pictures import PIXELS_ACROSS, picture_of
from stagepost_mailer.smtp.compose import Envelope, composed

NOW = 1_800_000_000.0
READER = Person("anna@example.org")


def prompt_of(game: str):
    table = laid(4, game=game)
    return next(notice for notice in table.notices if notice.kind == "prompt")


def board_of(notice):
    return next((part for part in notice.body.sheet.parts if isinstance(part, Board)), None)


def size_of(png: bytes) -> tuple[int, int]:
    """Width and height out of the PNG's first chunk (RFC 2083, 4.1.1)."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"

    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_game_has_a_board_that_is_drawn(game):
    board = board_of(prompt_of(game))

    assert board is not None
    assert size_of(picture_of(board.svg).content)[0] == PIXELS_ACROSS


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_board_refers_to_nothing_outside(game):
    svg = board_of(prompt_of(game)).svg

    assert 'href="http' not in svg
    assert "url(http" not in svg
    assert "<script" not in svg
    assert svg.isascii()


def test_the_mail_carries_the_picture_that_its_html_shows():
    notice = prompt_of("bombay")
    rendered = render_notice(notice, READER, NOW, "r+x@example.org")
    raw = composed(envelope(), rendered, NOW)
    message = email.message_from_bytes(raw, policy=email.policy.default)
    [picture] = [part for part in message.walk() if part.get_content_type() == "image/png"]
    cid = picture["content-id"].strip("<>")

    assert f"cid:{cid}" in message.get_body(("html",)).get_content()
    assert message.get_body(("related",)) is not None
    assert picture.get_content() == rendered.pictures[0].content
    assert picture.get_content_disposition() == "inline"


def test_the_text_tells_what_the_picture_shows():
    notice = prompt_of("bombay")
    rendered = render_notice(notice, READER, NOW, "r+x@example.org")

    assert notice.body.sheet.parts
    assert "The map with its roads" in rendered.text
    assert "Big circles are cities" not in rendered.text
    assert "Big circles are cities" in rendered.html


def test_the_same_board_is_the_same_picture():
    svg = board_of(prompt_of("crude")).svg
    first = picture_of(svg)
    picture_of.cache_clear()

    assert picture_of(svg) == first


def envelope() -> Envelope:
    return Envelope(
        game="Bombay",
        match="abc",
        domain="example.org",
        recipient="anna@example.org",
        reply_to="r+x@example.org",
        bounces_to="b+x@example.org",
        message_id="<1@example.org>",
        thread_id="<2@example.org>",
    )
