"""What people's mail programs make of a few lines: quotes above, below or none, HTML, prose."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from html import escape
from types import MappingProxyType
from typing import Final
from zoneinfo import ZoneInfo

from stagepost_local.correspondent import letters

PROSE: Final = (
    "Hello all,",
    "Sorry that I am late, it was a long week.",
    "I hope that the weather is better at yours.",
)


@dataclass(frozen=True)
class Written:
    """A reply before it is a mail: what it answers, whose it is, and what it says."""

    letter: EmailMessage
    sender: str
    lines: tuple[str, ...]
    at: float
    zone: str
    message_id: str


Style = Callable[[Written], tuple[str, str]]
"""The plain text and the HTML of a mail, the second empty for none."""


def plain(written: Written) -> tuple[str, str]:
    """Nothing but the lines."""
    return "\n".join(written.lines) + "\n", ""


def above(written: Written) -> tuple[str, str]:
    """The lines on top, the mail quoted below."""
    return "\n".join([*written.lines, "", *letters.quoted(written.letter)]) + "\n", ""


def below(written: Written) -> tuple[str, str]:
    """The mail quoted on top, the lines below, as careful people write."""
    return "\n".join([*letters.quoted(written.letter), "", *written.lines]) + "\n", ""


def with_prose(written: Written) -> tuple[str, str]:
    """A greeting before, thanks and a name after, and all of the mail quoted."""
    said = [*PROSE, "", *written.lines, "", "Thanks", "Ola", "-- ", "sent from a train"]
    return "\n".join([*said, "", *letters.quoted(written.letter)]) + "\n", ""


def outlook(written: Written) -> tuple[str, str]:
    """A block of headers, and the mail below it without a mark."""
    letter = written.letter
    head = [
        "-----Original Message-----",
        f"From: {letter['From']}",
        f"Sent: {letter['Date']}",
        f"Subject: {letter['Subject']}",
        "",
    ]
    lines = [*written.lines, "", *head, *letters.words(letter).splitlines()]
    return "\n".join(lines) + "\n", ""


def webmail(written: Written) -> tuple[str, str]:
    """Plain text and HTML that say the same, the quote in a block."""
    text, _ = above(written)
    said = "".join(f"<div>{escape(line)}</div>" for line in written.lines)
    quote = escape(letters.words(written.letter)).replace("\n", "<br>")
    intro = escape(letters.quoted(written.letter)[0])
    block = f'<div class="gmail_quote"><div>{intro}</div><blockquote>{quote}</blockquote></div>'
    return text, f"<html><body>{said}<br>{block}</body></html>"


def only_html(written: Written) -> tuple[str, str]:
    """HTML, and no text at all."""
    return "", webmail(written)[1]


STYLES: Final[Mapping[str, Style]] = MappingProxyType(
    {
        "plain": plain,
        "above": above,
        "below": below,
        "prose": with_prose,
        "outlook": outlook,
        "webmail": webmail,
        "html": only_html,
    }
)


def mail_of(written: Written, style: str, more: Mapping[str, str] | None = None) -> bytes:
    """Return the reply as it leaves the person's program."""
    letter = written.letter
    reply = EmailMessage(policy=SMTP)
    reply["From"] = written.sender
    reply["To"] = letters.reply_to(letter)
    subject = str(letter.get("Subject", "")).strip()
    reply["Subject"] = subject if subject.lower().startswith("re:") else f"Re: {subject}"
    local = datetime.fromtimestamp(written.at, UTC).astimezone(ZoneInfo(written.zone))
    reply["Date"] = format_datetime(local)
    reply["Message-ID"] = written.message_id
    reply["In-Reply-To"] = letters.message_id(letter)
    for name, value in (more or {}).items():
        reply[name] = value
    text, html = STYLES[style](written)
    if text:
        reply.set_content(text)
        if html:
            reply.add_alternative(html, subtype="html")
            # The library's own would be another one each time.
            reply.set_boundary(f"=_{written.message_id.strip('<>').partition('@')[0]}")
    else:
        reply.set_content(html, subtype="html")
    return reply.as_bytes()


def style_of(dice: random.Random) -> str:
    return dice.choice(tuple(STYLES))


def bounced(letter: EmailMessage, to: str) -> bytes:
    """Return a delivery status notification (RFC 3464) about the mail."""
    return (
        f"From: MAILER-DAEMON@players.example\r\nTo: {to}\r\nSubject: Undelivered mail\r\n"
        f"Message-ID: <bounce-{letters.message_id(letter).strip('<>')}>\r\n"
        "Auto-Submitted: auto-replied\r\nMIME-Version: 1.0\r\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n'
        "--b\r\nContent-Type: text/plain\r\n\r\nThe mailbox is full.\r\n"
        "--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; players.example\r\n\r\n"
        f"Final-Recipient: rfc822; {letter['To']}\r\nAction: failed\r\nStatus: 5.2.2\r\n\r\n--b--\r\n"
    ).encode()
