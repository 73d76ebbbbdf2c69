"""The Message-ID of a mail of ours: the same for the same mail, and telling nothing."""

from __future__ import annotations

from stagepost_mailer.addresses.tokens import mac

ID_BYTES = 16


def message_id(
    mail_key: bytes, domain: str, *, match: str, seat: str, step: int, kind: str, cause: str
) -> str:
    """`<hex@domain>` from the mail's stable key."""
    digest = mac(mail_key, "message-id", match, seat, str(step), kind, cause)
    return f"<{digest[:ID_BYTES].hex()}@{domain}>"


def thread_id(mail_key: bytes, domain: str, *, match: str, seat: str) -> str:
    """The root of the thread that holds one seat's mails of one match."""
    digest = mac(mail_key, "thread", match, seat)
    return f"<{digest[:ID_BYTES].hex()}@{domain}>"
