"""One mail of ours as bytes: its headers, its two bodies, its attachments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP, SMTPUTF8
from email.utils import format_datetime
from typing import Protocol

HEADER_LETTERS_MOST = 200
SUPPRESSED = "All"
UNSUBSCRIBE = "UNSUBSCRIBE"


class Attached(Protocol):
    """A file to attach."""

    @property
    def name(self) -> str: ...
    @property
    def media_type(self) -> str: ...
    @property
    def content(self) -> bytes: ...


class Shown(Protocol):
    """A picture that the HTML shows."""

    @property
    def cid(self) -> str: ...
    @property
    def content(self) -> bytes: ...


class Written(Protocol):
    """A mail in the reader's language."""

    @property
    def subject(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def html(self) -> str: ...
    @property
    def attachments(self) -> Sequence[Attached]: ...
    @property
    def pictures(self) -> Sequence[Shown]: ...
    @property
    def kind(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Envelope:
    """Everything around the words.

    `answers` marks a mail that answers one of the player's, `answered` is that one's Message-ID
    where it has a sound one. What `unsubscribes` says how to end mails of its kind, by mail and,
    where there is a page for it, by `one_click`.
    """

    game: str
    match: str
    domain: str
    recipient: str
    reply_to: str
    bounces_to: str
    message_id: str
    thread_id: str
    answers: bool = False
    answered: str = ""
    unsubscribes: bool = False
    one_click: str = ""


def composed(envelope: Envelope, written: Written, now: float) -> bytes:
    """The mail; the same key gives the same Message-ID and the same parts' marks."""
    message = EmailMessage(policy=SMTP)
    _head(message, envelope, written)
    message.set_content(written.text, cte="quoted-printable")
    if written.html:
        message.add_alternative(written.html, subtype="html", cte="quoted-printable")
        _show(message, written.pictures)
    for attached in written.attachments:
        main, _, sub = attached.media_type.partition("/")
        message.add_attachment(
            attached.content, maintype=main, subtype=sub or "octet-stream", filename=attached.name
        )
    _mark_parts(message, envelope.message_id)
    rest = message.as_bytes(policy=SMTP if envelope.recipient.isascii() else SMTPUTF8)
    ours = _ours(envelope, written, now) + _threading(envelope) + _unsubscribing(envelope)
    return ours.encode() + rest


def one_line(text: str) -> str:
    """A text that can not break out of its header."""
    return " ".join(text.split())[:HEADER_LETTERS_MOST]


def _ours(envelope: Envelope, written: Written, now: float) -> str:
    """What no reader's words are in: the email package takes a tenth of a millisecond for each."""
    headers = {
        "Date": format_datetime(datetime.fromtimestamp(now, UTC)),
        "Message-ID": envelope.message_id,
        "Auto-Submitted": "auto-replied" if envelope.answers else "auto-generated",
        "X-Auto-Response-Suppress": SUPPRESSED,
        "List-Id": f"<{envelope.match}.{envelope.domain}>",
        "X-Stagepost-Kind": written.kind,
    }
    return "".join(f"{name}: {one_line(value)}\r\n" for name, value in headers.items() if value)


def _threading(envelope: Envelope) -> str:
    """Written by hand: the email package encodes a long Message-ID away where it would fold."""
    ids = [envelope.thread_id, *([envelope.answered] if envelope.answered else [])]
    references = "\r\n ".join(ids)
    return f"In-Reply-To: {ids[-1]}\r\nReferences: {references}\r\n"


def _unsubscribing(envelope: Envelope) -> str:
    """RFC 2369 and 8058, by hand as well: an encoded word would be no address to any mail program."""
    if not envelope.unsubscribes:
        return ""
    # The reader of replies takes the line, and the subject where a mail program drops the body.
    word = f"subject={UNSUBSCRIBE}&body={UNSUBSCRIBE}"
    mailto = f" <mailto:{envelope.reply_to}?{word}>\r\n"
    if not envelope.one_click:
        return f"List-Unsubscribe:\r\n{mailto}"
    return (
        f"List-Unsubscribe:\r\n <{envelope.one_click}>,\r\n{mailto}"
        "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"
    )


def _head(message: EmailMessage, envelope: Envelope, written: Written) -> None:
    local, _, domain = envelope.reply_to.rpartition("@")
    ours = Address(one_line(envelope.game), local, domain)
    message["From"] = ours
    message["Reply-To"] = ours
    message["To"] = envelope.recipient
    message["Subject"] = one_line(written.subject)


def _show(message: EmailMessage, pictures: Sequence[Shown]) -> None:
    """Put the pictures beside the HTML that shows them (multipart/related, RFC 2387)."""
    html = message.get_body(("html",))
    assert isinstance(html, EmailMessage)
    for shown in pictures:
        html.add_related(shown.content, "image", "png", cid=f"<{shown.cid}>", disposition="inline")


def _mark_parts(message: EmailMessage, message_id: str) -> None:
    """Boundaries from the Message-ID, which nobody can guess: a repeat is the same bytes."""
    mark = message_id.strip("<>").partition("@")[0]
    for number, part in enumerate(message.walk()):
        if part.is_multipart():
            part.set_boundary(f"=_{mark}_{number}")
