"""Mutated mails: no crash, no hang, and no order out of a quoted block."""

from __future__ import annotations

import base64
import html
import quopri
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mailer.reply.clients import feet
from mailer.reply.clients.blocks import BANNERED, OUTLOOK
from mailer.reply.clients.introductions import ALWAYS_MARKED, lines
from mailer.reply.clients.replies import WRITERS, filled

from stagepost_mailer.reply.automatic import classify
from stagepost_mailer.reply.lines import candidate_lines
from stagepost_mailer.reply.message import Incoming, parse
from stagepost_mailer.reply.split import fresh

MAILS = [path.read_bytes() for path in sorted((Path(__file__).parent / "mails").glob("*.eml"))]
OWN, PLANTED = "BID 300", "BUY WELL TEXAS 9"
# A hang, not a figure: the slowest mail known takes a hundredth of it.
HANG_SECONDS = 5.0
LONG_EXAMPLES = 20_000


def read(raw: bytes) -> list[str]:
    """The candidate lines of a mail, or none; a hang is a failure."""
    started = time.process_time()
    mail = parse(raw)
    if not isinstance(mail, Incoming):
        return []
    classify("anna@players.example", mail)
    found = candidate_lines(fresh(mail).lines).candidates

    assert time.process_time() - started < HANG_SECONDS

    return list(found)


PIECES = st.sampled_from(
    [
        b"\r\n",
        b"\n",
        b"\r",
        b"\0",
        b"--",
        b">",
        b"<",
        b'"',
        b"=?utf-8?q?=0A?=",
        b"=\n",
        b"<blockquote>",
        b"</div>",
        b"<!--",
        b"\xff\xfe",
        b"Content-Type: multipart/mixed; boundary=x\n",
        b"charset=utf-16",
        b"charset=iso-2022-kr",
        b"format=flowed; delsp=yes",
        b"Content-Transfer-Encoding: base64\n",
        b" wrote:\n",
        b"From: a@b\n",
        "\u0301".encode() * 400,
        b"\xe2\x80\xa8",
    ]
)


@st.composite
def mutated(draw):
    """A real-shaped mail with pieces cut out, doubled, put in and made noise."""
    raw = draw(st.sampled_from(MAILS))
    for _ in range(draw(st.integers(1, 8))):
        at = draw(st.integers(0, len(raw)))
        length = draw(st.integers(0, 200))
        cut = raw[at : at + length]
        raw = (
            raw[:at]
            + draw(
                st.one_of(
                    PIECES,
                    st.just(b""),
                    st.just(cut * 2),
                    st.just(cut.upper()),
                    st.just(cut[::-1]),
                    st.binary(max_size=20),
                )
            )
            + raw[at + length :]
        )
    return raw


def encoded(draw, text: str, subtype: str) -> bytes:
    """A part in some charset and encoding that can carry the text."""
    charset = draw(st.sampled_from(["utf-8", "UTF8", "utf-16", "euc-kr", "iso-8859-2", "us-ascii"]))
    try:
        content = text.encode(charset)
    except UnicodeError:
        charset, content = "utf-8", text.encode()
    kind = draw(st.sampled_from(["base64", "quoted-printable"]))
    body = base64.encodebytes(content) if kind == "base64" else quopri.encodestring(content)
    head = f"Content-Type: text/{subtype}; charset={charset}\nContent-Transfer-Encoding: {kind}\n\n"
    return head.encode() + body


def nested(draw, parts: list[bytes]) -> bytes:
    """The parts in multiparts inside multiparts."""
    kinds = st.sampled_from(["mixed", "alternative", "related", "signed", "report", "x-odd"])
    for depth in range(draw(st.integers(0, 4))):
        inner = b"".join(b"--b%d\n%s\n" % (depth, part) for part in parts)
        head = f"Content-Type: multipart/{draw(kinds)}; boundary=b{depth}\n\n".encode()
        parts = [head + inner + b"--b%d--\n" % depth]
    return parts[0]


# All that the grammar knows and that may stand above a quote without marks, by one writer.
INTRODUCTIONS = [
    *(filled(line, *WRITERS[0]) for line in lines() if not line.startswith(ALWAYS_MARKED)),
    *(filled(block, *WRITERS[0]) for block in {**OUTLOOK, **BANNERED}.values()),
    "From: Stagepost <r@x.example>",
]
FILLING = st.sampled_from(
    ["", "Round 3.", "[BID 100]", "-- ", "___", "Boris wrote:", "END", "> old", "From: me", "끝"]
)
FEET = st.sampled_from(["", *feet.apps(), *feet.LONG.values()])


@st.composite
def quoting(draw, subtype: str) -> bytes:
    """A mail with one own order above a quote in which another order stands."""
    quoted = draw(st.lists(FILLING, max_size=6))
    quoted.insert(draw(st.integers(0, len(quoted))), PLANTED)
    if "> old" in quoted:
        # Below a marked line directly under its introduction stands an answer.
        quoted.insert(0, "Round 3.")
    introduction = draw(st.sampled_from(INTRODUCTIONS))
    gap = draw(st.sampled_from(["\n", "\n\n", "\n\n\n", "\n \n"]))
    if subtype == "plain":
        mark = draw(st.sampled_from(["", "> ", ">", ">> ", "| ", "\t", "    "]))
        quote = "\n".join(f"{mark}{line}" for line in quoted)
        foot = draw(FEET)
        own = f"{OWN}\n\n{foot}" if foot else OWN
        text = f"{own}{gap}{introduction}{gap}{quote}\n"
    else:
        opened, closed = draw(
            st.sampled_from(
                [
                    ("<blockquote>", "</blockquote>"),
                    ('<div class="gmail_quote">', "</div>"),
                    ('<div id="divRplyFwdMsg"></div><div>', "</div>"),
                    ("<div>", "</div>"),
                ]
            )
        )
        joint = draw(st.sampled_from(["<br>", "<div></div>", "<p>", "</p>\n<p>"]))
        introduced = html.escape(introduction).replace("\n", "<br>")
        inner = joint.join(map(html.escape, quoted))
        text = f"<div>{OWN}</div><div>{introduced}</div>{opened}{inner}{closed}"
    if draw(st.booleans()):
        text = text.replace("\n", "\r\n")
    return nested(draw, [encoded(draw, text, subtype)])


HEAD = b"From: Anna <anna@players.example>\nMIME-Version: 1.0\n"
any_quoting = st.sampled_from(["plain", "html"]).flatmap(quoting)


@given(mutated())
def test_a_mutated_mail_neither_crashes_nor_hangs(raw: bytes) -> None:
    """Any damage to a real mail ends in lines or in a reason."""
    read(raw)


@given(any_quoting)
def test_no_order_comes_out_of_a_quoted_block(part: bytes) -> None:
    """Whatever the client, the charset, the encoding and the nesting."""
    found = read(HEAD + part)

    assert OWN in found
    assert PLANTED not in found


@pytest.mark.long
@pytest.mark.timeout(3600)
@settings(max_examples=LONG_EXAMPLES)
@given(mutated())
def test_many_mutated_mails(raw: bytes) -> None:
    """The same, at night."""
    read(raw)


@pytest.mark.long
@pytest.mark.timeout(3600)
@settings(max_examples=LONG_EXAMPLES)
@given(any_quoting)
def test_many_quoted_blocks(part: bytes) -> None:
    """The same, at night."""
    found = read(HEAD + part)

    assert OWN in found
    assert PLANTED not in found
