"""The Message-ID of a mail of ours: the same for the same mail, and telling nothing."""

from __future__ import annotations

import re

from stagepost_mailer.addresses.tokens import mac

ID_BYTES = 16
ID_LETTERS_MOST = 250
SOUND_ID = re.compile(r"<[!-;=?-~]+>")


def message_id(
    mail_key: bytes, domain: str, *, match: str, seat: str, step: int, kind: str, cause: str
) -> str:
    """`<hex@domain>` from the mail's stable key."""
    digest = mac(mail_key, "message-id", match, seat, str(step), kind, cause)
    return f"<{digest[:ID_BYTES].hex()}@{domain}>"


def sound_id(written: str) -> str:
    """Somebody else's Message-ID as it may stand in a header of ours, or nothing."""
    sound = len(written) <= ID_LETTERS_MOST and SOUND_ID.fullmatch(written)
    return written if sound else ""


def thread_id(mail_key: bytes, domain: str, *, match: str, seat: str) -> str:
    """The root of the thread that holds one seat's mails of one match."""
    digest = mac(mail_key, "thread", match, seat)
    return f"<{digest[:ID_BYTES].hex()}@{domain}>"
