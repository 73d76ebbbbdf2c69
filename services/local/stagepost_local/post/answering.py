"""An answer written on the page: a real mail from the mailbox's address, sent by SMTP."""

from __future__ import annotations

import secrets
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate
from pathlib import Path

import aiosmtplib

from stagepost_local import maildir
from stagepost_local.post.reading import Letter, plain_text

ANSWER_CHARACTERS_MOST = 20_000
SMTP_SECONDS_MOST = 20.0


class NotTaken(Exception):
    """The house did not take the mail; the text is what its server said."""


def composed(mail: Letter, address: str, words: str, *, quote: bool) -> EmailMessage:
    """Return the reply, with the mail quoted below if wanted."""
    subject = mail.header("Subject")
    reply = EmailMessage(policy=SMTP)
    reply["From"] = address
    reply["To"] = mail.reply_to
    reply["Subject"] = subject if subject.lower().startswith("re:") else f"Re: {subject}"
    reply["Date"] = formatdate(usegmt=True)
    reply["Message-ID"] = f"<{secrets.token_hex(16)}@{address.rpartition('@')[2]}>"
    reply["In-Reply-To"] = mail.message_id
    reply["References"] = f"{mail.header('References')} {mail.message_id}".strip()
    reply.set_content(_body(mail, words, quote=quote))
    return reply


async def sent(reply: EmailMessage, mailbox: Path, smtp: tuple[str, int]) -> None:
    """Send the reply and keep a copy. Raises NotTaken."""
    host, port = smtp
    raw = reply.as_bytes()
    try:
        await aiosmtplib.send(
            raw,
            sender=str(reply["From"]),
            recipients=[str(reply["To"])],
            hostname=host,
            port=port,
            timeout=SMTP_SECONDS_MOST,
            start_tls=False,
        )
    except aiosmtplib.SMTPRecipientsRefused as refused:
        raise NotTaken("; ".join(f"{one.code} {one.message}" for one in refused.recipients)) from (
            refused
        )
    except (aiosmtplib.SMTPException, OSError) as error:
        raise NotTaken(str(error)) from error
    maildir.deliver(mailbox / maildir.SENT, raw, seen=True)


def _body(mail: Letter, words: str, *, quote: bool) -> str:
    text = words.replace("\r\n", "\n").strip()[:ANSWER_CHARACTERS_MOST]
    if not quote:
        return f"{text}\n"
    quoted = "\n".join(f"> {line}" for line in plain_text(mail).splitlines())
    intro = f"On {mail.header('Date')}, {mail.header('From')} wrote:"
    return f"{text}\n\n{intro}\n{quoted}\n"
