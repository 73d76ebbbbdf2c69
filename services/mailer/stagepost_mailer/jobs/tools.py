"""What the jobs work with: built once by the worker, kept across jobs, handed to each."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from stagepost_mailer.addresses.senders import Alignment
from stagepost_mailer.engine_client.client import EngineClient
from stagepost_mailer.inbox.bounces import Bounces
from stagepost_mailer.inbox.clocks import Clocks
from stagepost_mailer.inbox.limits import Limits
from stagepost_mailer.inbox.store import Inbox
from stagepost_mailer.inbox.tokens import TokenBook
from stagepost_mailer.outbox.book import MailBook
from stagepost_mailer.outbox.ledger import Ledger
from stagepost_mailer.outbox.people import People
from stagepost_mailer.outbox.slots import Slots
from stagepost_mailer.smtp.sender import Sender
from stagepost_mailer.time.gaps import Gaps

Look = Callable[[bytes, str], Alignment]
"""Given a mail and the address of its From."""


@dataclass(frozen=True, slots=True)
class Tools:
    """One of each; `look`, where there is one, looks at the sender of a mail itself.

    `writing` lets one notice at a time be written; below `unsubscribe_url` one click is enough.
    """

    engine: EngineClient
    people: People
    ledger: Ledger
    book: MailBook
    inbox: Inbox
    tokens: TokenBook
    slots: Slots
    limits: Limits
    bounces: Bounces
    clocks: Clocks
    gaps: Gaps
    sender: Sender
    mail_key: bytes
    domain: str
    authserv_id: str
    look: Look | None = None
    unsubscribe_url: str = ""
    writing: asyncio.Lock = field(default_factory=asyncio.Lock)
