"""The SMTP and LMTP listeners: a known token at RCPT, on disk before 250."""

from __future__ import annotations

import asyncio

import structlog
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session

from stagepost_mailer.inbox.desk import OK, OUR_FAULT, Desk

MAIL_BYTES_MOST = 262144
RECIPIENTS_MOST = 20
TALK_SECONDS_MOST = 120.0
CONNECTIONS_MOST = 200

TOO_MANY_RECIPIENTS = "452 4.5.3 Too many recipients"


class Reception:
    """The answers of both listeners; aiosmtpd calls them by name."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

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
    reception: Reception, kind: type[SMTP], host: str, port: int, hostname: str
) -> asyncio.Server:
    """Opens one listener; `kind` is aiosmtpd's SMTP or its LMTP."""

    def talk() -> SMTP:
        return kind(
            reception,
            data_size_limit=MAIL_BYTES_MOST,
            enable_SMTPUTF8=True,
            hostname=hostname,
            ident="Stagepost",
            timeout=TALK_SECONDS_MOST,
            loop=asyncio.get_running_loop(),
        )

    return await asyncio.get_running_loop().create_server(
        talk, host, port, backlog=CONNECTIONS_MOST, reuse_address=True
    )
