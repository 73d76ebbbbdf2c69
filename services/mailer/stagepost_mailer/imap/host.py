"""The mailbox that players' replies lie in, as one URL."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

from imap_tools import BaseMailBox, MailBox, MailBoxStartTls, MailBoxUnencrypted

PORTS = {"imap": 143, "imaps": 993, "imap+starttls": 143}
IMAP_SECONDS_MOST = 30.0


@dataclass(frozen=True, slots=True)
class ImapHost:
    """Whose mailbox, and which folder of it."""

    scheme: str
    host: str
    port: int
    user: str
    password: str = field(repr=False)
    folder: str


def imap_host(url: str) -> ImapHost:
    """`imaps://user:pass@host:993/INBOX`. Raises ValueError with what would do."""
    parts = urlsplit(url)
    if parts.scheme not in PORTS or not parts.hostname:
        raise ValueError("That is no mailbox; write imaps://user:password@host:993/INBOX")
    return ImapHost(
        parts.scheme,
        parts.hostname,
        parts.port or PORTS[parts.scheme],
        unquote(parts.username or ""),
        unquote(parts.password or ""),
        unquote(parts.path.strip("/")) or "INBOX",
    )


def opened(host: ImapHost) -> BaseMailBox:
    """A mailbox that is logged in, its folder chosen; it logs out as a context."""
    return connected(host).login(host.user, host.password, initial_folder=host.folder)


def connected(host: ImapHost, seconds: float = IMAP_SECONDS_MOST) -> BaseMailBox:
    """A mailbox that nobody has logged in to yet."""
    match host.scheme:
        case "imaps":
            return MailBox(host.host, host.port, timeout=seconds)
        case "imap+starttls":
            return MailBoxStartTls(host.host, host.port, timeout=seconds)
        case _:
            return MailBoxUnencrypted(host.host, host.port, timeout=seconds)
