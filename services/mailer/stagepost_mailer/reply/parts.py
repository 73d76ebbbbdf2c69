"""Which parts of a parsed mail are its words, and which are only named."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from stagepost_mailer.reply.charset import decoded, header_text
from stagepost_mailer.reply.flowed import unflowed

if TYPE_CHECKING:
    from email.message import Message

ATTACHMENTS_MOST = 50
PARTS_MOST = 200
NAME_LETTERS_MOST = 100


@dataclass(frozen=True, slots=True)
class Delivery:
    """One recipient's lines of a delivery status part."""

    recipient: str
    action: str
    status: str


@dataclass(slots=True)
class Bodies:
    """What was found while walking the parts."""

    text: str = ""
    html: str = ""
    attachments: list[str] = field(default_factory=list)
    deliveries: list[Delivery] = field(default_factory=list)


def bodies(message: Message) -> Bodies:
    """Walks the parts in order with a list of our own, so depth costs no stack."""
    found = Bodies()
    waiting = [message]
    for _ in range(PARTS_MOST):
        if not waiting:
            break
        waiting.extend(reversed(_taken(waiting.pop(), found)))
    return found


def _taken(part: Message, found: Bodies) -> list[Message]:
    """Takes one part into what was found and returns the parts to walk next."""
    kind = part.get_content_type()
    inner = part.get_payload() if part.is_multipart() else None
    parts = [child for child in inner if not isinstance(child, str)] if inner else []
    if kind == "message/delivery-status":
        found.deliveries.extend(_deliveries(parts))
    elif kind == "multipart/signed":
        return parts[:1]
    elif kind.startswith("multipart/"):
        return parts
    elif _attached(part) or kind not in {"text/plain", "text/html"}:
        _name(part, kind, found)
    elif kind == "text/html":
        found.html += _content(part)
    else:
        text = _plain(part)
        found.text = f"{found.text}\n{text}" if found.text else text
    return []


def _attached(part: Message) -> bool:
    # An inline part with a file's name is an attachment that the client chose to show.
    return part.get_content_disposition() == "attachment" or bool(part.get_filename())


def _name(part: Message, kind: str, found: Bodies) -> None:
    if len(found.attachments) < ATTACHMENTS_MOST:
        name = header_text(part.get_filename() or "")[:NAME_LETTERS_MOST]
        found.attachments.append(name or kind)


def _content(part: Message) -> str:
    content = part.get_payload(decode=True)
    charset = part.get_param("charset", "")
    return decoded(content, str(charset)) if isinstance(content, bytes) else ""


def _plain(part: Message) -> str:
    text = _content(part)
    if str(part.get_param("format", "")).lower() != "flowed":
        return text
    return unflowed(text, delete_space=str(part.get_param("delsp", "")).lower() == "yes")


def _deliveries(blocks: list[Message]) -> list[Delivery]:
    """The recipients of a delivery status; its first block, about the mail itself, has none."""
    found = []
    for block in blocks:
        recipient = str(block.get("original-recipient") or block.get("final-recipient") or "")
        address = recipient.rpartition(";")[2].strip().strip("<>").lower()
        if address:
            action = str(block.get("action", "")).strip().lower()
            status = str(block.get("status", "")).strip().partition(" ")[0]
            found.append(Delivery(header_text(address), header_text(action), header_text(status)))
    return found
