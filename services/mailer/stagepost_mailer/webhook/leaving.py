"""One click of a mail program (RFC 8058) as the mail that its player could have written instead."""

from __future__ import annotations

import secrets
import time
from email.utils import formatdate

from stagepost_mailer.inbox.desk import Desk

PATH = "/unsubscribe/"
BODY_BYTES_MOST = 4096
SAID = (b"List-Unsubscribe", b"One-Click")
ASKED = "To end these mails, post List-Unsubscribe=One-Click here, or write UNSUBSCRIBE in a reply."


def is_one_click(body: bytes) -> bool:
    """Whether it says so, as a form's field in either encoding: a link that is followed does not."""
    return len(body) <= BODY_BYTES_MOST and all(word in body for word in SAID)


async def left(desk: Desk, token_hash: str) -> str:
    """SMTP's words: the command is on disk, and its receipt says how to come back."""
    return await desk.take_command(_mail(desk.domain), f"unsubscribe@{desk.domain}", token_hash)


def _mail(domain: str) -> bytes:
    # Each click is a mail of its own: who came back may leave again.
    click = secrets.token_hex(16)
    return (
        f"From: <unsubscribe@{domain}>\r\nSubject: UNSUBSCRIBE\r\n"
        f"Date: {formatdate(time.time())}\r\nMessage-ID: <click-{click}@{domain}>\r\n\r\n"
        "UNSUBSCRIBE\r\n"
    ).encode()
