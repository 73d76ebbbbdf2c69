"""What the jobs work with: built once by the worker, kept across jobs, handed to each."""

from __future__ import annotations

from dataclasses import dataclass

from stagepost_mailer.engine_client.client import EngineClient
from stagepost_mailer.inbox.bounces import Bounces
from stagepost_mailer.inbox.limits import Limits
from stagepost_mailer.inbox.store import Inbox
from stagepost_mailer.inbox.tokens import TokenBook
from stagepost_mailer.outbox.ledger import Ledger
from stagepost_mailer.outbox.people import People
from stagepost_mailer.smtp.sender import Sender


@dataclass(frozen=True, slots=True)
class Tools:
    """One of each."""

    engine: EngineClient
    people: People
    ledger: Ledger
    inbox: Inbox
    tokens: TokenBook
    limits: Limits
    bounces: Bounces
    sender: Sender
    mail_key: bytes
    domain: str
    authserv_id: str
