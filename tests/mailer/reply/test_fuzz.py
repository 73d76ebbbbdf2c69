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

from stagepost_mailer.reply.automatic import classify
from stagepost_mailer.reply.lines import candidate_lines
from stagepost_mailer.reply.message import Incoming, parse
from stagepost_mailer.reply.split import fresh

MAILS = [path.read_bytes() for path in sorted((Path(__file__).parent / "mails").glob("*.eml"))]
OWN, PLANTED = "BID 300", "BUY WELL TEXAS 9"
# A hang, not a figure: the slowest mail known takes a twentieth of it.
HANG_SECONDS = 1.0
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


INTRODUCTIONS = [
    "On Thu, Mar 12, 2026 at 3:33 PM Stagepost <r@x.example> wrote:",
    "On Thu, Mar 12, 2026 at 3:33 PM Stagepost\n<r@x.example> wrote:",
    "On 12/03/2026 15:33, Stagepost wrote:",
    "---- On Thu, 12 Mar 2026 15:33:12 +0100 Stagepost <r@x.example> wrote ----",
    "W dniu 12.03.2026 o 15:33, Stagepost pisze:",
    "W dniu 2026-03-12 15:33:12 użytkownik Stagepost <r@x.example> napisał:",
    "czw., 12 mar 2026 o 15:33 Stagepost <r@x.example> napisał(a):",
    "Wiadomość napisana przez Stagepost <r@x.example> w dniu 12.03.2026, o godz. 15:33:",
    "2026년 3월 12일 (목) 오후 3:33, Stagepost <r@x.example>님이 작성:",
    "2026. 3. 12. 오후 3:33 Stagepost <r@x.example> 작성:",
    "Am 12.03.26 um 15:33 schrieb Stagepost:",
    "Le 12/03/2026 à 15:33, Stagepost a écrit :",
    "Il 12/03/2026 15:33, Stagepost ha scritto:",
    "Op do 12 mrt. 2026 om 15:33 schreef Stagepost <r@x.example>:",
    "Dne 12. 03. 26 v 15:33 Stagepost napsal(a):",
    "12.03.2026 15:33, Stagepost пишет:",
    "-----Original Message-----\nFrom: Stagepost <r@x.example>\nSent: 2026-03-12\nSubject: x",
    "________________________________\nFrom: Stagepost <r@x.example>\nSent: 2026-03-12\nTo: Anna",
    "Od: Stagepost <r@x.example>\nWysłano: czwartek, 12 marca 2026 15:33\nDo: Anna\nTemat: x",
    "보낸 사람: Stagepost <r@x.example>\n보낸 날짜: 2026년 3월 12일\n받는 사람: 김\n제목: x",
    "--------- 원본 메일 ---------\n보낸사람: Stagepost <r@x.example>\n날짜: 2026-03-12\n제목: x",
    "From: Stagepost <r@x.example>",
]
FILLING = st.sampled_from(
    ["", "Round 3.", "[BID 100]", "-- ", "___", "Boris wrote:", "END", "> old", "From: me", "끝"]
)


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
        text = f"{OWN}{gap}{introduction}{gap}{quote}\n"
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
