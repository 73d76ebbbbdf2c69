"""A stored mail as the page shows it: its headers, its text, its HTML with pictures inside."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from email.utils import parseaddr
from functools import lru_cache
from html import escape, unescape
from typing import cast
from urllib.parse import parse_qs, quote, unquote, urlsplit

from stagepost_local.maildir import Stored

KIND = "X-Stagepost-Kind"
ANSWERS = ("receipt", "rejection")
_CONTENT_ID = re.compile(r"""(?<=["'(])cid:([^"')\s]+)""", re.IGNORECASE)
_MAILTO = re.compile(r"""href=(["'])mailto:(.*?)\1""", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Letter:
    """One mail of a mailbox, read."""

    stored: Stored
    message: EmailMessage

    @property
    def name(self) -> str:
        return self.stored.name

    @property
    def kind(self) -> str:
        """What sort of mail the house says it is."""
        return self.header(KIND).lower()

    @property
    def is_answer(self) -> bool:
        """Whether it is a receipt or a rejection: what the house says to a mail of ours."""
        return self.kind in ANSWERS or self.header("Auto-Submitted").lower() == "auto-replied"

    @property
    def reply_to(self) -> str:
        return parseaddr(self.header("Reply-To") or self.header("From"))[1]

    @property
    def writer(self) -> str:
        """Who wrote it, by name; the address is a secret of the seat's and says nothing."""
        name, address = parseaddr(self.header("From"))
        return name or address

    @property
    def message_id(self) -> str:
        return self.header("Message-ID")

    @property
    def attachments(self) -> tuple[str, ...]:
        names = (part.get_filename() for part in self.message.iter_attachments())
        return tuple(name for name in names if name)

    def header(self, name: str) -> str:
        """Return a header on one line, empty if it is missing."""
        return " ".join(str(self.message.get(name, "")).split())

    def answers(self, message_id: str) -> bool:
        """Whether the mail is an answer to the one of that Message-ID."""
        return message_id in f"{self.header('In-Reply-To')} {self.header('References')}".split()


def letter(stored: Stored) -> Letter:
    """Read a stored mail."""
    return Letter(stored, _parsed(stored.name, str(stored.path.parent.parent), stored.raw()))


def plain_text(mail: Letter) -> str:
    """Return the text part, or a word about its absence."""
    part = mail.message.get_body(("plain",))
    return "" if part is None else str(part.get_content())


def html_document(mail: Letter, answer_url: str) -> str:
    """Return the HTML part for a sandboxed frame.

    Inline pictures become part of the document, and a link that would open a mail program
    opens the answer form instead, with the same words in it.
    """
    part = mail.message.get_body(("html",))
    if part is None:
        return f"<pre>{escape(plain_text(mail))}</pre>"
    pictures = _pictures(mail.message)
    document = str(part.get_content())
    document = _CONTENT_ID.sub(lambda found: pictures.get(unquote(found[1]), found[0]), document)
    return _MAILTO.sub(lambda found: _answer_link(found[2], answer_url), document)


@lru_cache(maxsize=512)
def _parsed(name: str, folder: str, raw: bytes) -> EmailMessage:
    return BytesParser(policy=default).parsebytes(raw)


def _pictures(message: EmailMessage) -> dict[str, str]:
    """Return `data:` addresses by Content-ID."""
    pictures: dict[str, str] = {}
    for part in message.walk():
        content_id = str(part.get("Content-ID", "")).strip().strip("<>")
        if content_id and part.get_content_maintype() == "image":
            content = base64.b64encode(cast(bytes, part.get_payload(decode=True))).decode()
            pictures[content_id] = f"data:{part.get_content_type()};base64,{content}"
    return pictures


def _answer_link(target: str, answer_url: str) -> str:
    query = parse_qs(urlsplit(f"mailto:{unescape(target)}").query)
    words = query.get("body", [""])[0]
    link = f"{answer_url}?words={quote(words)}#answer" if words else f"{answer_url}#answer"
    return f'target="_top" href="{escape(link)}"'
