"""The parts of a mail, without its headers."""

from __future__ import annotations

import msgspec


class Attachment(msgspec.Struct, frozen=True):
    """A file that goes with a mail."""

    name: str
    media_type: str
    content: bytes


class Rendered(msgspec.Struct, frozen=True):
    """A mail as its reader sees it: `text` and `html` say the same."""

    subject: str
    text: str
    html: str
    attachments: tuple[Attachment, ...] = ()
