"""The SMTP and LMTP listeners: a known token at RCPT, on disk before 250."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Literal

import structlog
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session

from stagepost_mailer.inbox.desk import OK, OUR_FAULT, Desk
from stagepost_mailer.inbox.gate import COMMANDS_MOST, Gate, gated
from stagepost_mailer.inbox.tls import Certificate

MAIL_BYTES_MOST = 262144
RECIPIENTS_MOST = 20
HANDSHAKE_SECONDS_MOST = 20.0

TOO_MANY_RECIPIENTS = "452 4.5.3 Too many recipients"
STARTTLS_FIRST = "530 5.7.0 Must issue a STARTTLS command first"

Encryption = Literal["offered", "required", "implicit"]
"""STARTTLS for who wants it, STARTTLS for all, or TLS from the first byte."""


@dataclass(frozen=True, slots=True)
class Port:
    """Where to listen and how; `kind` is aiosmtpd's SMTP or its LMTP."""

    kind: type[SMTP]
    host: str
    port: int
    hostname: str


class Reception:
    """The answers of both listeners; aiosmtpd calls them by name."""

    def __init__(self, desk: Desk, *, starttls_first: bool = False) -> None:
        self._desk = desk
        self._starttls_first = starttls_first

    async def handle_MAIL(  # noqa: N802 - aiosmtpd's name for it
        self,
        server: SMTP,
        session: Session,
        envelope: Envelope,
        address: str,
        mail_options: list[str],
    ) -> str:
        if self._starttls_first and session.ssl is None:
            return STARTTLS_FIRST
        envelope.mail_from = address
        envelope.mail_options.extend(mail_options)
        return OK

    async def handle_RCPT(  # noqa: N802 - aiosmtpd's name for it
        self,
        server: SMTP,
        session: Session,
        envelope: Envelope,
        address: str,
        rcpt_options: list[str],
    ) -> str:
        if len(envelope.rcpt_tos) >= RECIPIENTS_MOST:
            return TOO_MANY_RECIPIENTS
        status = await self._desk.know(address)
        if status == OK:
            envelope.rcpt_tos.append(address)
            envelope.rcpt_options.extend(rcpt_options)
        return status

    async def handle_DATA(  # noqa: N802 - aiosmtpd's name for it
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        content = envelope.content
        raw = content if isinstance(content, bytes) else (content or "").encode()
        sender = envelope.mail_from or ""
        statuses = [await self._desk.take(raw, sender, to) for to in envelope.rcpt_tos]
        if isinstance(server, LMTP):
            return "\r\n".join(statuses)
        # A repeat to those that were taken is known as such.
        return next((status for status in statuses if status != OK), OK)

    async def handle_exception(self, error: Exception) -> str:
        structlog.get_logger().error("listener failed", exc_info=error)
        return OUR_FAULT


async def listen(
    desk: Desk,
    port: Port,
    gate: Gate,
    certificate: Certificate | None = None,
    encryption: Encryption = "offered",
) -> asyncio.Server:
    """Opens one listener."""
    context = None if certificate is None else certificate.context
    implicit = encryption == "implicit"
    required = encryption == "required" and context is not None
    reception = Reception(desk, starttls_first=required)
    kind = gated(port.kind, gate)

    def talk() -> SMTP:
        return kind(
            reception,
            data_size_limit=MAIL_BYTES_MOST,
            enable_SMTPUTF8=True,
            hostname=port.hostname,
            ident="Stagepost",
            timeout=gate.patience.idle_seconds,
            command_call_limit=COMMANDS_MOST,
            tls_context=None if implicit else context,
            loop=asyncio.get_running_loop(),
        )

    return await asyncio.get_running_loop().create_server(
        talk,
        port.host,
        port.port,
        backlog=gate.patience.connections,
        reuse_address=True,
        ssl=context if implicit else None,
        ssl_handshake_timeout=HANDSHAKE_SECONDS_MOST if implicit and context else None,
    )
