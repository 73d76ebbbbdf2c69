"""Carries each unseen mail of a mailbox to the desk, and marks it seen after that."""

from __future__ import annotations

import imaplib
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

import structlog
from imap_tools import AND, BaseMailBox, ImapToolsError, MailMessageFlags

from stagepost_mailer.imap.host import ImapHost, opened
from stagepost_mailer.inbox.fingerprint import headers_of
from stagepost_mailer.inbox.listener import MAIL_BYTES_MOST

MAILS_A_LOOK_MOST = 100
RECIPIENTS_MOST = 50
REST_SECONDS = 15.0
AFTER_FAULT_SECONDS = 10.0
# Where hosts write for whom a mail was; To and Cc are what its writer says.
RECIPIENT_HEADERS = (b"delivered-to", b"x-original-to", b"envelope-to", b"to", b"cc")
BREAKS = bytes.maketrans(b'<>,;:"()\t', b" " * 9)


@dataclass(frozen=True, slots=True)
class Collected:
    """A mail with the moment at which the other server took it."""

    raw: bytes
    sender: str
    recipients: tuple[str, ...]
    received: float


HandOver = Callable[[Collected], bool | None]
"""True when it is on disk, False when no recipient is ours, None when it must come again."""


def collect_until(stopped: threading.Event, host: ImapHost, hand_over: HandOver) -> None:
    """Looks and rests until `stopped`; a mailbox that is away is opened again."""
    while not stopped.is_set():
        try:
            with opened(host) as box:
                while not stopped.is_set():
                    collect(box, hand_over)
                    _rest(box, stopped)
        except (imaplib.IMAP4.error, ImapToolsError, OSError) as error:
            structlog.get_logger().warning("mailbox is away", error=repr(error))
            stopped.wait(AFTER_FAULT_SECONDS)
        # A bug, said loudly; the mails stay unseen, and the thread must not end.
        except Exception:  # noqa: BLE001
            structlog.get_logger().exception("mailbox not read")
            stopped.wait(AFTER_FAULT_SECONDS)


def collect(box: BaseMailBox, hand_over: HandOver) -> int:
    """One look; returns how many were handed over. What is not ours is flagged, and stays."""
    count = 0
    for uid in box.uids(AND(seen=False))[:MAILS_A_LOOK_MOST]:
        collected = _fetched(box, uid)
        match _outcome(collected, hand_over):
            case True:
                count += 1
                box.flag(uid, MailMessageFlags.SEEN, value=True)
            case False:
                structlog.get_logger().warning(
                    "mail for none of our addresses, or too large", uid=uid
                )
                box.flag(uid, (MailMessageFlags.SEEN, MailMessageFlags.FLAGGED), value=True)
            case None:
                pass
    return count


def recipients_of(raw: bytes) -> tuple[str, ...]:
    """Every address that a recipient's header names, in order, each once."""
    headers = headers_of(raw)
    words = (
        word.decode(errors="replace")
        for name in RECIPIENT_HEADERS
        for word in headers.get(name, b"").translate(BREAKS).split()
        if b"@" in word
    )
    return tuple(dict.fromkeys(words))[:RECIPIENTS_MOST]


def _outcome(collected: Collected | None, hand_over: HandOver) -> bool | None:
    if collected is None:
        return None
    return len(collected.raw) <= MAIL_BYTES_MOST and hand_over(collected)


def _fetched(box: BaseMailBox, uid: str) -> Collected | None:
    """The bytes as they are: imap-tools would parse them, and hostile mail stops that."""
    _, parts = box.client.uid("FETCH", uid, "(INTERNALDATE BODY.PEEK[])")
    found = [part for part in parts or [] if isinstance(part, tuple)]
    if not found:
        return None
    [about, raw] = found[0]
    moment = imaplib.Internaldate2tuple(about)
    if moment is None:
        return None
    path = headers_of(raw).get(b"return-path", b"")
    # Without a trace of the envelope nobody knows; a null sender is written as one.
    sender = path.strip(b" <>").decode(errors="replace") if path else "unknown"
    return Collected(raw, sender, recipients_of(raw), time.mktime(moment))


def _rest(box: BaseMailBox, stopped: threading.Event) -> None:
    if "IDLE" in box.client.capabilities:
        box.idle.wait(timeout=REST_SECONDS)
    else:
        stopped.wait(REST_SECONDS)
