"""Carries each unseen mail of a mailbox to the desk, and marks it seen after that."""

from __future__ import annotations

import imaplib
import threading
import time
from collections import Counter
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
    idles = True
    while not stopped.is_set():
        try:
            with opened(host) as box:
                failed: Counter[str] = Counter()
                while not stopped.is_set():
                    collect(box, hand_over, failed)
                    idles = _rest(box, stopped, idles=idles)
        except (imaplib.IMAP4.error, ImapToolsError, OSError) as error:
            structlog.get_logger().warning("mailbox is away", error=repr(error))
            stopped.wait(AFTER_FAULT_SECONDS)
        # A bug, said loudly; the mails stay unseen, and the thread must not end.
        except Exception:  # noqa: BLE001
            structlog.get_logger().exception("mailbox not read")
            stopped.wait(AFTER_FAULT_SECONDS)


def collect(box: BaseMailBox, hand_over: HandOver, failed: Counter[str]) -> int:
    """One look; returns how many were handed over. What is not ours is flagged, and stays.

    `failed` counts the tries of mails that could not be handed over: those come after the others.
    """
    count = 0
    unseen = sorted(box.uids(AND(seen=False)), key=failed.__getitem__)
    for uid in unseen[:MAILS_A_LOOK_MOST]:
        match _outcome(box, uid, hand_over):
            case True:
                count += 1
                box.flag(uid, MailMessageFlags.SEEN, value=True)
            case False:
                structlog.get_logger().warning(
                    "mail for none of our addresses, or too large", uid=uid
                )
                box.flag(uid, (MailMessageFlags.SEEN, MailMessageFlags.FLAGGED), value=True)
            case None:
                failed[uid] += 1
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


def _outcome(box: BaseMailBox, uid: str, hand_over: HandOver) -> bool | None:
    """One bad mail never stops the next; a connection that is cut does."""
    try:
        collected = _fetched(box, uid)
    except imaplib.IMAP4.abort:
        raise
    except imaplib.IMAP4.error as error:
        structlog.get_logger().warning("mail not fetched", uid=uid, error=repr(error))
        return None
    if collected is None:
        return None
    if len(collected.raw) > MAIL_BYTES_MOST:
        return False
    try:
        return hand_over(collected)
    # Ours, a store that is slow among them: the mail stays unseen and comes again.
    except Exception:  # noqa: BLE001
        structlog.get_logger().exception("mail not handed over", uid=uid)
        return None


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


def _rest(box: BaseMailBox, stopped: threading.Event, *, idles: bool) -> bool:
    """Until a mail comes, where the server tells; returns whether to ask it so again."""
    if idles and "IDLE" in box.client.capabilities:
        try:
            box.idle.wait(timeout=REST_SECONDS)
        except imaplib.IMAP4.abort:
            raise
        except (imaplib.IMAP4.error, ImapToolsError) as error:
            structlog.get_logger().warning("mailbox is polled", error=repr(error))
            return False
    else:
        stopped.wait(REST_SECONDS)
    return idles
