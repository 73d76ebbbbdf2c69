"""What a correspondent reads in a mail, and the answer it writes as a mail program would."""

from __future__ import annotations

import hashlib
import re
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import SMTP, default
from email.utils import formatdate, parseaddr

import msgspec

from stagepost_contracts.notices import Position

POSITION = "position.json"
KIND = "X-Stagepost-Kind"
ID_LETTERS = 32
_BRACKETED = re.compile(r"\[([^\]]+)\]")
_FALLBACK = re.compile(r"played for you:((?:[^\[\].]*\[[^\]]+\])+)")


def parsed(raw: bytes) -> EmailMessage:
    """Return the mail as the standard library reads it."""
    return BytesParser(policy=default).parsebytes(raw)


def message_id(letter: EmailMessage) -> str:
    return str(letter.get("Message-ID", "")).strip()


def kind(letter: EmailMessage) -> str:
    """Return what sort of mail the house says it is: prompt, receipt, rejection, ..."""
    return str(letter.get(KIND, "")).strip().lower()


def position(letter: EmailMessage) -> Position | None:
    """Return the attached position of a mail that asks, None of one that does not."""
    for part in letter.iter_attachments():
        if part.get_filename() == POSITION:
            content = part.get_content()
            return msgspec.json.decode(content, type=Position)
    return None


def fallback(letter: EmailMessage) -> tuple[str, ...]:
    """Return the lines that a rejection says will be played if nothing comes."""
    automatic = str(letter.get("Auto-Submitted", "")).strip().lower() == "auto-replied"
    if kind(letter) not in ("rejection", "") or not automatic:
        return ()
    found = _FALLBACK.search(" ".join(words(letter).split()))
    return tuple(_BRACKETED.findall(found[1])) if found else ()


def words(letter: EmailMessage) -> str:
    """Return the mail's plain text."""
    part = letter.get_body(("plain",))
    return "" if part is None else str(part.get_content())


def reply_to(letter: EmailMessage) -> str:
    """Return the address that an answer goes to."""
    return parseaddr(str(letter.get("Reply-To") or letter.get("From", "")))[1]


def answer(letter: EmailMessage, address: str, lines: tuple[str, ...]) -> EmailMessage:
    """Return a reply with `lines` on top and the mail quoted below, as mail programs write it.

    Its Message-ID follows from the mail that it answers: sent twice it is one mail.
    """
    subject = str(letter.get("Subject", "")).strip()
    reply = EmailMessage(policy=SMTP)
    reply["From"] = address
    reply["To"] = reply_to(letter)
    reply["Subject"] = subject if subject.lower().startswith("re:") else f"Re: {subject}"
    reply["Date"] = formatdate(usegmt=True)
    reply["Message-ID"] = _own_id(letter, address)
    reply["In-Reply-To"] = message_id(letter)
    reply["References"] = " ".join(
        [*str(letter.get("References", "")).split(), message_id(letter)]
    ).strip()
    reply.set_content("\n".join([*lines, "", *quoted(letter)]) + "\n")
    return reply


def quoted(letter: EmailMessage) -> list[str]:
    """Return the mail's text below a line that says who wrote it."""
    writer = str(letter.get("From", ""))
    date = str(letter.get("Date", ""))
    return [f"On {date}, {writer} wrote:", *(f"> {line}" for line in words(letter).splitlines())]


def _own_id(letter: EmailMessage, address: str) -> str:
    digest = hashlib.sha256(f"{message_id(letter)} {address}".encode()).hexdigest()
    return f"<{digest[:ID_LETTERS]}@{address.rpartition('@')[2]}>"
