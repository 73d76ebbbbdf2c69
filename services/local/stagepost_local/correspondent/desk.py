"""The desk of a correspondent: take each new mail, decide, answer, remember."""

from __future__ import annotations

import smtplib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from stagepost_engine.rules.game import Game
from stagepost_local import maildir
from stagepost_local.correspondent import letters
from stagepost_local.correspondent.deciding import decided
from stagepost_local.correspondent.memory import Memory

LOOK_SECONDS = 0.05
RETRY_SECONDS = 0.5
SMTP_SECONDS_MOST = 20.0

Log = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Desk:
    """What a correspondent has: an address, a mailbox, an SMTP server, and its own dice.

    `refused` are the rejections since it was last asked.
    """

    address: str
    mailbox: Path
    smtp: tuple[str, int]
    seed: bytes
    games: Mapping[str, Game[Any, Any]]
    memory: Memory
    log: Log
    refused: list[str] = field(default_factory=list)


def work(desk: Desk, stopped: Callable[[], bool]) -> None:
    """Answer mail as it comes, until it is time to stop."""
    maildir.make(desk.mailbox)
    while not stopped():
        time.sleep(LOOK_SECONDS if look(desk) else RETRY_SECONDS)


def look(desk: Desk) -> bool:
    """Deal with what is new. False if the SMTP server does not take mail at present."""
    for mail in maildir.unseen(desk.mailbox):
        letter = letters.parsed(mail.raw())
        known = desk.memory.knows(letters.message_id(letter))
        if not known and not _deal_with(desk, letter):
            return False
        maildir.mark_seen(mail)
    return True


def _deal_with(desk: Desk, letter: EmailMessage) -> bool:
    received = letters.message_id(letter)
    lines = _lines_for(desk, letter)
    if not lines:
        desk.memory.keep(received)
        return True
    reply = letters.answer(letter, desk.address, lines)
    raw = desk.memory.outgoing(received, reply.as_bytes())
    try:
        _send(desk, letters.reply_to(letter), raw)
    except smtplib.SMTPRecipientsRefused as refused:
        codes = [code for code, _ in refused.recipients.values()]
        if any(code < 500 for code in codes):
            return _later(desk, str(refused))
        desk.log(f"refused for good: {refused}")
    except (smtplib.SMTPException, OSError) as error:
        return _later(desk, str(error))
    desk.memory.keep(received, letters.message_id(reply))
    desk.log(f"answered {received}: {' / '.join(lines)}")
    return True


def _later(desk: Desk, why: str) -> bool:
    desk.log(f"the mail stays here and is sent later: {why}")
    return False


def _lines_for(desk: Desk, letter: EmailMessage) -> tuple[str, ...]:
    """Return the answer's lines; none for a mail that asks nothing of us."""
    try:
        if position := letters.position(letter):
            desk.refused.clear()
            return decided(desk.games, position, desk.seed)
        return _second_try(desk, letter)
    except Exception as error:  # noqa: BLE001 - one bad mail never stops the next
        desk.log(f"not understood: {letters.message_id(letter)}: {error!r}")
        return ()


def _second_try(desk: Desk, letter: EmailMessage) -> tuple[str, ...]:
    """Whose own idea was rejected plays what the deadline would, and after that keeps quiet."""
    lines = letters.fallback(letter)
    if lines:
        desk.log(f"rejected: {letter.get('Subject', '')}\n{letters.words(letter)}")
        desk.refused.append(letters.message_id(letter))
    return lines if len(desk.refused) == 1 else ()


def _send(desk: Desk, to: str, raw: bytes) -> None:
    with smtplib.SMTP(*desk.smtp, timeout=SMTP_SECONDS_MOST) as server:
        server.sendmail(desk.address, [to], raw)
    maildir.deliver(desk.mailbox / maildir.SENT, raw, seen=True)
