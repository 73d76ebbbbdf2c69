"""A raw mail parsed into one frozen struct, or the reason why it can not be."""

from __future__ import annotations

import email.parser
import email.policy
import email.utils
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from stagepost_mailer.reply.charset import header_text
from stagepost_mailer.reply.guard import HEADER_LINES_MOST, refusal
from stagepost_mailer.reply.mailbox import only_address
from stagepost_mailer.reply.parts import Delivery, bodies

if TYPE_CHECKING:
    from email.message import Message

REFERENCES_MOST = 50


@dataclass(frozen=True, slots=True)
class Incoming:
    """What the mailer needs of one mail; every text is decoded and free of header breaks."""

    message_id: str
    date: datetime | None
    subject: str
    sender: str
    from_address: str
    references: tuple[str, ...]
    in_reply_to: str
    headers: tuple[tuple[str, str], ...]
    content_type: str
    text: str
    html: str
    attachments_named: tuple[str, ...]
    deliveries: tuple[Delivery, ...]


@dataclass(frozen=True, slots=True)
class Unparseable:
    """A mail that is put aside, with the reason in words."""

    reason: str


def parse(raw: bytes) -> Incoming | Unparseable:
    """The mail, or why not; no bytes make this raise."""
    refused = refusal(raw)
    if refused is not None:
        return Unparseable(str(refused))
    try:
        return _incoming(email.parser.BytesParser(policy=email.policy.compat32).parsebytes(raw))
    # The email package raises a dozen kinds on hostile mail, RecursionError among them;
    # one bad mail must never stop the next.
    except Exception as error:  # noqa: BLE001
        return Unparseable(f"the mail can not be parsed ({type(error).__name__})")


def header(headers: tuple[tuple[str, str], ...], name: str) -> str:
    """The first header of that name, or nothing."""
    return next((value for key, value in headers if key == name.lower()), "")


def _incoming(message: Message) -> Incoming:
    headers = tuple((str(name).lower(), header_text(value)) for name, value in message.raw_items())[
        :HEADER_LINES_MOST
    ]
    found = bodies(message)
    return Incoming(
        message_id=_first_id(header(headers, "message-id")),
        date=_moment(header(headers, "date")),
        subject=header(headers, "subject"),
        sender=header(headers, "from"),
        from_address=_from_address(message),
        references=_ids(header(headers, "references"))[-REFERENCES_MOST:],
        in_reply_to=_first_id(header(headers, "in-reply-to")),
        headers=headers,
        content_type=message.get_content_type(),
        text=found.text,
        html=found.html,
        attachments_named=tuple(found.attachments),
        deliveries=tuple(found.deliveries),
    )


def _from_address(message: Message) -> str:
    # Read before decoding: an encoded word may hold commas and angle brackets of its own.
    return only_address(" ".join(str(message.get("from", "")).split()))


def _ids(value: str) -> tuple[str, ...]:
    return tuple(word for word in value.split() if word.startswith("<") and word.endswith(">"))


def _first_id(value: str) -> str:
    return next(iter(_ids(value)), value.partition(" ")[0])


def _moment(value: str) -> datetime | None:
    try:
        moment = email.utils.parsedate_to_datetime(value)
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
