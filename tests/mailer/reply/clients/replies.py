"""Replies put together from what clients write: introduction, quote, footer, ends, and HTML."""

from __future__ import annotations

import html
import textwrap
from dataclasses import dataclass

OWN = ("BID 300", "SELL 2")
PLANTED = "BUY WELL TEXAS 9"
QUOTE = (
    "Round 3, auction of drilling licences.",
    "",
    "It is your turn to bid. You may bid from 100 to 1,200 in steps of 50 and you have 1,200 left.",
    PLANTED,
    "",
    "Until Friday 20:00, or PASS is played for you.",
)
WRITERS = (
    ("Stagepost", "r+abcdefghijklmnop@x.example"),
    ("Pola Naftowe / oil7", "r+abcdefghijklmnopqrstuvwxyz@play.stagepost.example"),
    ("Anna Maria Kowalska-Nowak", "anna.kowalska@players.example"),
)
SUBJECT = "[Pola Naftowe oil7] Round 3: it is your turn to bid, until Friday 20:00"
WIDTHS = (0, 60, 66, 72, 76, 78)


@dataclass(frozen=True)
class Client:
    """How a client quotes: its introduction, the mark of each line, the gap between."""

    introduction: str
    mark: str = ""
    gap: str = ""
    foot: str = ""

    def quote(self, lines: tuple[str, ...] = QUOTE) -> str:
        """The quoted lines in the client's way."""
        return "\n".join(f"{self.mark}{line}".rstrip() for line in lines)

    def top(self, own: tuple[str, ...] = OWN, between: str = "\n\n") -> str:
        """The writer's words stand above, the foot under them."""
        words = "\n".join((*own, *filter(None, ["", self.foot])))
        return f"{words}{between}{self.introduction}\n{self.gap}{self.quote()}\n"

    def bottom(self, own: tuple[str, ...] = OWN) -> str:
        """They stand below; only where the quote is marked can they be told."""
        words = "\n".join((*own, *filter(None, ["", self.foot])))
        return f"{self.introduction}\n{self.gap}{self.quote()}\n\n{words}\n"

    def interleaved(self, own: tuple[str, ...] = OWN) -> str:
        """They stand between the quoted lines."""
        return (
            f"{self.introduction}\n{self.gap}{self.quote(QUOTE[:2])}\n{own[0]}\n"
            f"{self.quote(QUOTE[2:5])}\n\n{own[1]}\n\n{self.quote(QUOTE[5:])}\n"
        )


def wrapped(text: str, width: int) -> str:
    """The text as a client wraps it before sending, never inside a word."""
    return (
        "\n".join(
            textwrap.fill(line, width, break_long_words=False, break_on_hyphens=False)
            for line in text.split("\n")
        )
        if width
        else text
    )


def filled(template: str, writer: str, address: str) -> str:
    """A line or a block with its names."""
    return template.format(
        w=writer, a=address, f=f"{writer} <{address}>", t="anna@players.example", s=SUBJECT
    )


def soft(text: str, columns: int = 66) -> str:
    """The text as format=flowed: long lines end in a space, and lines that need it are stuffed."""
    lines = []
    for line in text.split("\n"):
        mark = line[: len(line) - len(line.lstrip(">"))]
        rest = line[len(mark) :]
        stuffed = rest if mark or not rest.startswith((" ", ">", "From ")) else f" {rest}"
        pieces = textwrap.wrap(stuffed, columns, break_on_hyphens=False) or [""]
        lines.extend(f"{mark} {piece.strip()} " if mark else f"{piece} " for piece in pieces[:-1])
        last = pieces[-1].strip() if mark else pieces[-1]
        lines.append(f"{mark} {last}".rstrip() if mark else last)
    return "\n".join(lines)


# "{own}", "{intro}" and "{quote}" are filled with HTML.
PAGES = {
    "gmail": (
        '<div dir="ltr">{own}</div><br><div class="gmail_quote gmail_quote_container"><div '
        'dir="ltr" class="gmail_attr">{intro}<br></div><blockquote class="gmail_quote" '
        'style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204)">{quote}'
        "</blockquote></div>"
    ),
    "gmail bottom": (
        '<div class="gmail_quote"><div class="gmail_attr">{intro}</div><blockquote '
        'class="gmail_quote">{quote}</blockquote></div><div dir="ltr">{own}</div>'
    ),
    "apple": (
        "<html><body>{own}<div><br><blockquote type='cite'><div>{intro}</div><br "
        "class='Apple-interchange-newline'><div>{quote}</div></blockquote></div></body></html>"
    ),
    "thunderbird": (
        "<p>{own}</p><div class='moz-cite-prefix'>{intro}<br></div><blockquote type='cite' "
        "cite='mid:x'>{quote}</blockquote>"
    ),
    "outlook": (
        "<div class='WordSection1'><p class='MsoNormal'>{own}</p><div><div style='border:none;"
        "border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'><p class='MsoNormal'>{block}"
        "</p></div></div><p class='MsoNormal'>{quote}</p></div>"
    ),
    "outlook web": (
        "<div class='elementToProof'>{own}</div><div id='appendonsend'></div><hr "
        "style='display:inline-block;width:98%'><div id='divRplyFwdMsg' dir='ltr'>{block}</div>"
        "<div>{quote}</div>"
    ),
    "outlook new": (
        "<div>{own}</div><div id='mail-editor-reference-message-container'><div>{block}</div>"
        "<div>{quote}</div></div>"
    ),
    "outlook mobile": (
        "<div dir='auto'>{own}</div><div id='ms-outlook-mobile-signature'><br>Get <a "
        "href='https://aka.ms/o0ukef'>Outlook for iOS</a></div><hr><div id='divRplyFwdMsg'>"
        "{block}</div>{quote}"
    ),
    "outlook behind a gateway": (
        "<div class='x_WordSection1'><p>{own}</p></div><div id='x_divRplyFwdMsg'>{block}</div>"
        "<div>{quote}</div>"
    ),
    "windows mail": (
        "<div>{own}</div><div style='border-top-color: rgb(229, 229, 229); border-top-width: 1px; "
        "border-top-style: solid;'>{block}</div><div>{quote}</div>"
    ),
    "yahoo": (
        "<div class='yahoo-style-wrap'>{own}</div><div id='yahoo_quoted_12' class='yahoo_quoted'>"
        "<div><div>{intro}</div><div>{quote}</div></div></div>"
    ),
    "yahoo app": "{own}<br><blockquote style='margin: 0 0 20px 0'>{intro}<div>{quote}</div></blockquote>",
    "aol": "<div>{own}</div><div style='font-size:12px'>-----Original Message-----<br>{block}<br><br><div>{quote}</div></div>",
    "proton": (
        "<div style='font-family: Arial'>{own}</div><div class='protonmail_quote'>{intro}<br>"
        "<blockquote class='protonmail_quote' type='cite'>{quote}</blockquote></div>"
    ),
    "zoho": "<div>{own}</div><div class='zmail_extra'>{intro}<blockquote>{quote}</blockquote></div>",
    "tuta": "<div>{own}</div><div>{intro}</div><blockquote class='tutanota_quote'>{quote}</blockquote>",
    "fastmail": "<div>{own}</div><div>{intro}</div><blockquote type='cite' id='qt'>{quote}</blockquote>",
    "roundcube": "<p>{own}</p><p id='reply-intro'>{intro}</p><blockquote type='cite'>{quote}</blockquote>",
    "gmx": (
        "<div>{own}</div><div name='quote' style='margin:10px 5px 5px 10px; border-left:2px solid "
        "#C3D9E5;'><div>{block}</div><div name='quoted-content'>{quote}</div></div>"
    ),
    "zimbra": (
        "<div>{own}</div><hr id='zwchr' data-marker='__DIVIDER__'><div data-marker='__HEADERS__'>"
        "{block}</div><div data-marker='__QUOTED_TEXT__'>{quote}</div>"
    ),
    "spark": "<div>{own}</div><div name='messageReplySection'>{intro}<div>{quote}</div></div>",
    "airmail": "<div>{own}</div><p>{intro}</p><blockquote class='clean_bq'>{quote}</blockquote>",
    "front": "<div>{own}</div>{intro}<blockquote class='front-blockquote'>{quote}</blockquote>",
    "samsung": (
        "<p dir='auto'>{own}</p><div align='left' dir='auto' style='font-size:100%'><div>-------- "
        "Original message --------</div><div>{block}</div></div><div>{quote}</div>"
    ),
    "mail.ru": "<div>{own}</div><blockquote style='border-left:1px solid #0857A6'>{intro}<div>{quote}</div></blockquote>",
    "qq": (
        "<div>{own}</div><div><br></div><div style='font-size: 12px;background:#efefef;padding:8px;'>"
        "------------------&nbsp;原始邮件&nbsp;------------------<br>{block}</div><div>{quote}</div>"
    ),
    "wp": "<div>{own}</div><div>{intro}</div><blockquote>{quote}</blockquote>",
    "naver": "<div>{own}</div><p>-----Original Message-----<br>{block}</p><p>{quote}</p>",
    "notes": "<font size=2>{own}</font><br><br>{block}<br><hr noshade><br>{quote}",
    "plain turned html": "{own}<br><br>{intro}<br><br>&gt; {marked}",
    "table": "<table><tr><td>{own}</td></tr></table><div>{block}</div><table><tr><td>{quote}</td></tr></table>",
}


def page(name: str, introduction: str, block: str) -> str:
    """A reply in HTML; the lines stand in the joints that this client makes."""
    joint = "<br>" if len(name) % 2 else "</div><div>"
    own = joint.join(OWN) if joint == "<br>" else f"<div>{joint.join(OWN)}</div>"
    escaped = [html.escape(line) or "<br>" for line in QUOTE]
    return PAGES[name].format(
        own=own,
        intro=html.escape(introduction).replace("\n", "<br>"),
        block=html.escape(block).replace("\n", "<br>"),
        quote="<br>".join(escaped),
        marked="<br>&gt; ".join(escaped),
    )
