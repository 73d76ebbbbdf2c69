"""A raw mail becomes one frozen struct, or a reason; nothing raises."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stagepost_mailer.reply.automatic import classify
from stagepost_mailer.reply.flowed import unflowed
from stagepost_mailer.reply.lines import candidate_lines
from stagepost_mailer.reply.mailbox import only_address
from stagepost_mailer.reply.message import Incoming, Unparseable, parse
from stagepost_mailer.reply.split import fresh

FROM = b"From: Anna <Anna@Players.example>\n"


def parsed(raw: bytes) -> Incoming:
    """A mail that must be parseable."""
    mail = parse(raw)
    assert isinstance(mail, Incoming), mail
    return mail


def test_the_fields_of_a_mail() -> None:
    """Ids, date, subject and sender are decoded and typed."""
    mail = parsed(
        FROM + b"Subject: =?utf-8?q?Re:_za=C5=BC=C3=B3=C5=82=C4=87?=\nMessage-ID: <1@x>\n"
        b"References: <a@x>\n <b@x>\nIn-Reply-To: <b@x> (yes)\n"
        b"Date: Thu, 12 Mar 2026 15:40:00 +0100\n\nBID 300\n"
    )

    assert mail.subject == "Re: zażółć"
    assert mail.message_id == "<1@x>"
    assert mail.references == ("<a@x>", "<b@x>")
    assert mail.in_reply_to == "<b@x>"
    assert mail.from_address == "anna@players.example"
    assert mail.date == datetime(2026, 3, 12, 14, 40, tzinfo=UTC)
    assert mail.text == "BID 300\n"


def test_an_encoded_line_end_makes_no_second_header() -> None:
    """Carriage returns hidden in encoded words become spaces."""
    mail = parsed(FROM + b"Subject: =?utf-8?q?a=0D=0ABcc:_x?=\n\n")

    assert "\n" not in mail.subject
    assert "\r" not in mail.subject


@pytest.mark.parametrize(
    "charset", ["utf-7", "unicode_escape", "no-such", "rot13", "punycode", '"']
)
def test_a_charset_that_is_not_on_the_list_is_read_as_latin(charset: str) -> None:
    """Nothing is decoded by a codec that can hide an order."""
    head = FROM + f"Content-Type: text/plain; charset={charset}\n\n".encode()

    assert "BID" not in parsed(head + b"+AEI-+AEk-+AEQ- \\x42ID 300").text.replace("\\x42ID", "")


def test_a_declared_charset_is_believed() -> None:
    """Korean and Polish in their own charsets."""
    korean = FROM + b"Content-Type: text/plain; charset=euc-kr\n\n" + "입찰 300".encode("euc-kr")
    polish = FROM + b"Content-Type: text/plain; charset=iso-8859-2\n\n" + "łoś".encode("iso8859-2")

    assert parsed(korean).text == "입찰 300"
    assert parsed(polish).text == "łoś"


@pytest.mark.parametrize(
    ("header", "address"),
    [
        ("Anna <a@b.example>", "a@b.example"),
        ("A@B.example", "a@b.example"),
        ('"boris@evil.example" <a@b.example>', "a@b.example"),
        ("a@b.example (boris@evil.example)", "a@b.example"),
        ("a@b.example, c@d.example", ""),
        ("<a@b.example> <c@d.example>", ""),
        ("((((((" * 1000, ""),
        ("nobody", ""),
        ("a@b@c.example", ""),
    ],
)
def test_from_has_one_address_or_none(header: str, address: str) -> None:
    """Two addresses, or none, vouch for nobody."""
    assert only_address(header) == address


def test_flowed_text_is_joined_only_where_it_was_wrapped() -> None:
    """A short line with a space at its end is an order, not the start of a paragraph."""
    text = "BID 300 \nPASS\n From here " + "on " * 20 + "\nto the end\n> quoted\n-- \nAnna"

    assert unflowed(text, delete_space=False).split("\n") == [
        "BID 300 ",
        "PASS",
        "From here " + "on " * 20 + "to the end",
        "> quoted",
        "-- ",
        "Anna",
    ]


@pytest.mark.parametrize(
    "raw",
    [
        FROM + b"To: " + b"(" * 8000 + b"\n\nx",
        FROM + b"Content-Type: " + b";a=b" * 1900 + b"\n\nx",
        FROM + b"Subject: " + b"=?" * 4000 + b"\n\nx",
        FROM + b"Date: Thu, 99 Mar 99999 99:99:99 +9999\n\nx",
        FROM + b"Content-Type: multipart/mixed; boundary=x\n\n" + b"--x\n\n" * 150,
        FROM + b"Content-Type: text/plain; charset*=x''%ff; charset*1=y\n\nx",
        FROM + b"Content-Type: multipart/mixed\nContent-Transfer-Encoding: base64\n\n\xff\xfe",
        FROM + b"Content-Transfer-Encoding: base64\n\n=====\xffA",
        FROM + b"Content-Transfer-Encoding: x-uuencode\n\nbegin 666 x\n\xff\n",
        FROM + b"Content-Type: message/rfc822\n\n" * 15,
        b"From: =?x?q?=ff?= \xff\xfe <\xff@x>\n\nx",
    ],
)
def test_hostile_mails_do_not_raise(raw: bytes) -> None:
    """What the email package stumbles over comes out as a mail or a reason."""
    assert isinstance(read_wholly(raw), Incoming | Unparseable)


@given(st.binary(max_size=600))
def test_any_bytes(raw: bytes) -> None:
    """No bytes make the reader raise."""
    read_wholly(raw)
    read_wholly(FROM + raw)
    read_wholly(FROM + b"\n" + raw)


PIECES = [
    b"Content-Type: multipart/mixed; boundary=x\n",
    b"Content-Type: text/html\n",
    b"Content-Type: text/plain; format=flowed; charset=utf-16\n",
    b"Content-Type: message/delivery-status\n",
    b"Content-Type: message/rfc822\n",
    b"Content-Transfer-Encoding: quoted-printable\n",
    b"Content-Transfer-Encoding: base64\n",
    b"\n--x\n",
    b"\n--x--\n",
    b"\n",
    b"\r",
    b"<div style='display:none'>",
    b"<blockquote>",
    b"> On 2026-03-12 x@y wrote:\n",
    b"From: x@y\nSent: 2026\n",
    b"-- \n",
    b"\xff\x00",
    "보낸 사람: 김\n".encode(),
]


@given(st.lists(st.sampled_from(PIECES), max_size=30))
def test_any_order_of_pieces(pieces: list[bytes]) -> None:
    """Nor do sound pieces in an unsound order."""
    read_wholly(FROM + b"".join(pieces))


def read_wholly(raw: bytes) -> Incoming | Unparseable:
    """Takes one mail all the way to its candidate lines."""
    mail = parse(raw)
    if isinstance(mail, Incoming):
        classify("anna@players.example", mail)
        candidate_lines(fresh(mail, "Your bid, please, from 100 to 200 in steps of 50.").lines)
    return mail
