"""Quoted orders never come out as the player's own, whatever quotes them."""

from __future__ import annotations

import textwrap
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stagepost_mailer.reply.html_text import html_lines
from stagepost_mailer.reply.split import split_lines, split_text

SENT = """Round 3, auction of drilling licences. It is your turn to bid.

Write your bid on a line of its own, above this text, for instance:
  [BID 100]
  [PASS]
You may bid from 100 to 1,200 in steps of 50, and you have 1,200 P$.
Answer before Friday 13 March 2026 20:00, or PASS is played for you.
"""
INTRODUCTIONS = [
    "On Thu, Mar 12, 2026 at 3:33 PM Stagepost <r@x.example> wrote:",
    "On Thu, Mar 12, 2026 at 3:33 PM Stagepost <\nr@x.example> wrote:",
    "W dniu 12.03.2026 o 15:33, Stagepost pisze:",
    "czw., 12 mar 2026 o 15:33 Stagepost <r@x.example> napisał(a):",
    "Dnia 12 marca 2026 15:33 Stagepost <r@x.example> napisał(a):",
    "2026년 3월 12일 (목) 오후 3:33, Stagepost <r@x.example>님이 작성:",
    "2026. 3. 12. 오후 3:33 Stagepost <r@x.example> 작성:",
    "-----Original Message-----\nFrom: Stagepost <r@x.example>\nSent: 2026-03-12\nSubject: x",
    "From: Stagepost <r@x.example>\nSent: Thursday, March 12, 2026\nTo: Anna\nSubject: x",
    "Od: Stagepost <r@x.example>\nWysłano: czwartek, 12 marca 2026 15:33\nDo: Anna\nTemat: x",
    "보낸 사람: Stagepost <r@x.example>\n보낸 날짜: 2026년 3월 12일\n받는 사람: 김\n제목: x",
    "-------- 원본 이메일 --------\n발신: Stagepost <r@x.example>\n날짜: 26/3/12\n제목: x",
    "Von: Stagepost <r@x.example>\nGesendet: Donnerstag, 12. März 2026\nAn: Anna\nBetreff: x",
]
order = st.builds(
    "{} {}".format, st.sampled_from(["BID", "SELL", "BUY WELL TEXAS"]), st.integers(1, 99)
)
orders = st.lists(order, min_size=1, max_size=6)


@given(
    own=orders,
    quoted=orders,
    introduction=st.sampled_from(INTRODUCTIONS),
    mark=st.sampled_from(["", "> ", ">", ">> "]),
)
def test_quoted_orders_stay_quoted(
    own: list[str], quoted: list[str], introduction: str, mark: str
) -> None:
    """Under every introduction, marked or not, only what stands above is fresh."""
    body = [*own, "", introduction, "", *(f"{mark}{line} old" for line in quoted)]

    found = split_text("\n".join(body))

    assert list(found.lines) == own
    assert {f"{line} old" for line in quoted} <= set(found.quoted_lines)


@given(
    own=orders,
    width=st.sampled_from([40, 60, 72, 200]),
    shout=st.booleans(),
    mark=st.sampled_from(["", "    ", "> "]),
)
def test_the_known_prompt_is_subtracted(
    own: list[str],
    width: int,
    shout: bool,
    mark: str,
) -> None:
    """Re-wrapped, indented, shouted or quoted, without any introduction."""
    paragraphs = "\n".join(textwrap.fill(line, width) for line in SENT.split("\n"))
    prompt = paragraphs.upper() if shout else paragraphs
    body = "\n".join(own) + "\n\n" + textwrap.indent(prompt, mark)

    assert list(split_text(body, SENT).lines) == own


def test_an_own_order_equal_to_a_line_of_ours_is_kept() -> None:
    """Even a prompt that prints an order bare takes nothing from the player."""
    sent = "Example of what you may answer to this mail of ours:\nBID 100\nBUY WELL ALASKA 9\nYour cash: 1200"

    found = split_text(f"BID 100\nBUY WELL ALASKA 9\n\n{sent}", sent)

    assert found.lines == ("BID 100", "BUY WELL ALASKA 9")


def test_an_order_typed_into_the_unmarked_prompt_is_kept() -> None:
    """Between known lines, what is not ours is the player's."""
    typed = SENT.replace("  [PASS]\n", "  [PASS]\nBID 300\n")

    assert split_text(typed, SENT).lines == ("BID 300",)


def test_prose_that_begins_like_an_attribution() -> None:
    """A sentence about a day introduces nothing."""
    found = split_text(
        "On Sunday I will be away.\nBID 300\n\nOn Nov 21, 2025, at 10:18, X wrote:\n> BID 1"
    )

    assert found.lines == ("On Sunday I will be away.", "BID 300")


def test_an_order_directly_above_the_attribution() -> None:
    """No empty line is needed between them."""
    found = split_text("BID 300\nOn Nov 21, 2025, X <\nx@y.example> wrote:\n\nBID 1")

    assert found.lines == ("BID 300",)


@pytest.mark.parametrize(
    "ending", ["you wrote:", "on 12.03.2026 you wrote:", "as b@x.example wrote:"]
)
def test_press_above_a_quote_is_no_attribution(ending: str) -> None:
    """A message to another seat may quote by itself, and stays an order."""
    found = split_text(f"BID 300\nTELL BORIS {ending}\n> the north is mine\n")

    assert found.lines == ("BID 300", f"TELL BORIS {ending}")


@pytest.mark.parametrize("introduction", INTRODUCTIONS[:1] + INTRODUCTIONS[3:7])
def test_an_attribution_glued_to_the_last_order(introduction: str) -> None:
    """A lost line end costs neither the order nor the quote."""
    found = split_text(f"BID 200\nBID 300 {introduction}\n\nBID 1")

    assert found.lines == ("BID 200", "BID 300")
    assert "BID 1" in found.quoted_lines


def test_a_wrapped_tail_is_quote_and_an_answer_is_not() -> None:
    """Small letters go on with the line above; an order between quoted lines is the player's."""
    long = "> the first lot of this day went to Clara who paid four hundred for it and"
    found = split_text(f"{long}\nbid 1 for him\n{long}?\nBID 300\n> and so on\n")

    assert found.lines == ("BID 300",)
    assert "bid 1 for him" in found.quoted_lines


def test_an_answer_under_a_known_line_is_no_tail() -> None:
    """Where the prompt is known, so is the end of its every line."""
    body = SENT.replace("\n", "\n> ").replace("\n> Answer", "\npass now\n> Answer")

    assert split_text(f"> {body}", SENT).lines == ("pass now",)


@pytest.mark.parametrize(
    "introduction",
    [
        "From: Stagepost <r@x.example>",
        "Stagepost <r@x.example> wrote on 12/03/2026 15:33",
        "On Thu, 31 Mar 2026 at 11:16 Stagepost\n\n<\nmailto:Stagepost <r@x.example>\n> wrote:",
        "-------- Original message --------From: Stagepost <r@x.example> Date: 12/03/2026 15:33",
        "Original Message\nFrom: Stagepost",
    ],
)
def test_odd_introductions(introduction: str) -> None:
    """One header alone, no colon, torn apart, or run together."""
    found = split_text(f"BID 300\n\n{introduction}\n\nBID 1")

    assert found.lines == ("BID 300",)


def test_a_signature_between_rules() -> None:
    """Above the quote it is no order; with words after it, it is none of a signature."""
    frame = "-----\nBID 1\n-----"

    assert split_text(f"BID 300\n{frame}\n\n> old").lines == ("BID 300",)
    assert "BID 1" in split_text(f"BID 300\n{frame}\nPASS").lines


def test_a_line_separator_in_a_quote_makes_no_fresh_line() -> None:
    """Odd line ends inside a quoted line do not free its rest."""
    found = split_text("BID 300\n> text\u2028BID 1\n> text\rBID 2\n> text\x0bBID 3\n> \x85BID 4\n")

    assert found.lines == ("BID 300",)


@pytest.mark.parametrize(
    "html",
    [
        "<blockquote>BID 1</blockquote>",
        "<div class='gmail_quote'>BID 1</div>",
        "<div class=x_yahoo_quoted><p>BID 1</div>",
        "<div id=divRplyFwdMsg>x</div><div>BID 1</div>",
        "<div id='appendonsend'></div>BID 1",
        '<div class="zmail_extra">BID 1</div>',
        "<div style='border-top: solid #B5C4DF 1.0pt'>x</div>BID 1",
        "<pre><blockquote>a\nBID 1</blockquote></pre>",
        "<p style='DISPLAY : none'>BID 1</p>",
        "<p style='color:red;font-size:0.0px'>BID 1</p>",
        "<style>BID 1</style><script>BID 1</script><title>BID 1</title><!-- > BID 1 -->",
        "<blockquote><div></p></span></div>BID 1",
    ],
)
def test_html_quotes_and_hidden_text(html: str) -> None:
    """What a client marks as quote, and what can not be seen, is not the player's."""
    found = split_lines(html_lines(f"<div>BID 300</div>{html}"))

    assert found.lines == ("BID 300",)


def test_html_text_is_kept_whole() -> None:
    """Entities, cells, breaks and small print in a readable size."""
    html = (
        "a &lt; b &amp;&nbsp;c<br>x<td>y</td><p style='font-size:0.9em'>BID&#32;3<b>0</b>0</p>1 < 2"
    )

    assert [line for line in html_lines(html) if line] == ["a < b & c", "x y", "BID 300", "1 < 2"]


@given(st.text(max_size=400), st.text(max_size=200))
def test_nothing_is_lost(text: str, sent: str) -> None:
    """Any text is split without an exception, and every word goes somewhere."""
    found = split_text(text, sent)

    kept = sum(len(lines) for lines in (found.lines, found.quoted_lines, found.dropped_lines))
    assert kept <= text.count("\n") + text.count("\r") + 1


@given(st.text(alphabet="<>/abp =\"'!-&;#x1 \n", max_size=300))
def test_any_html(text: str) -> None:
    """Unsound HTML is read without an exception."""
    html_lines(text)


HOSTILE = [
    "> ",
    "On ",
    "wrote: ",
    "a@",
    "1.",
    "From: \n",
    "wrote:\n",
    "-",
    "_" * 25 + "\n",
    "\u0301\u0323",
    "a b c d e f g\n",
    "x:\n",
    "12:12 a@b wrote\n",
    "\ufdfa\n",
    ("\u0301\u0323" * 400) + "\n",
]
HOSTILE_HTML = [
    "<",
    "<div>",
    "</div>",
    "<!--",
    '<a href="',
    "<a b=",
    "&",
    "<span></b>",
    "<pre>\n",
    "<script>",
    "<p>x",
    "<a b c d e f g id>x",
    "<pre>" + "\n" * 50,
    "< ",
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_twice_the_text_costs_about_twice(piece: str) -> None:
    """No body makes the splitter slower than in proportion to its size."""
    sent = "a b c d e f g h i " * 500

    assert growth(lambda text: split_text(text, sent), piece) < 6


@pytest.mark.parametrize("piece", HOSTILE_HTML)
def test_twice_the_html_costs_about_twice(piece: str) -> None:
    """Nor does any HTML."""
    assert growth(html_lines, piece) < 6


def growth(read, piece: str) -> float:
    """The cost of twice the text against the text, by the best of three, with a floor."""
    size = 60_000 // len(piece)
    return max(cost(read, piece * size * 2), 0.004) / max(cost(read, piece * size), 0.004)


def cost(read, text: str) -> float:
    """The least processor time of three runs."""
    spent = []
    for _ in range(3):
        started = time.process_time()
        read(text)
        spent.append(time.process_time() - started)
    return min(spent)
