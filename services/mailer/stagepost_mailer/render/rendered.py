"""The parts of a mail, without its headers."""

from __future__ import annotations

import msgspec


class Attachment(msgspec.Struct, frozen=True):
    """A file that goes with a mail."""

    name: str
    media_type: str
    content: bytes


class Picture(msgspec.Struct, frozen=True):
    """A PNG that the HTML of a mail shows as `cid:` and its name (RFC 2392)."""

    cid: str
    content: bytes


class Rendered(msgspec.Struct, frozen=True):
    """A mail as its reader sees it: `text` and `html` say the same, `kind` is its sort."""

    subject: str
    text: str
    html: str
    attachments: tuple[Attachment, ...] = ()
    pictures: tuple[Picture, ...] = ()
    kind: str = ""
