"""The SMTP and LMTP listeners: a known token at RCPT, on disk before 250."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import structlog
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session

from stagepost_contracts.ids import MatchId
from stagepost_mailer.addresses.tokens import bounce_token_in, hashed, reply_token_in
from stagepost_mailer.inbox.limits import Limits
from stagepost_mailer.inbox.store import Inbox
from stagepost_mailer.inbox.tokens import TOKEN_SECONDS, TokenBook

MAIL_BYTES_MOST = 262144
RECIPIENTS_MOST = 20
TALK_SECONDS_MOST = 120.0
CONNECTIONS_MOST = 200

OK = "250 2.0.0 OK"
UNKNOWN = "550 5.1.1 No such address here"
TOO_MANY = "451 4.7.1 Too much mail for this address; try again later"
TOO_MANY_RECIPIENTS = "452 4.5.3 Too many recipients"
OUR_FAULT = "451 4.3.0 Our fault; try again later"

Wake = Callable[[MatchId, str], Awaitable[None]]
"""Told of every mail that is on disk; what it does is never waited for."""


@dataclass(frozen=True, slots=True)
class Desk:
    """What the listeners work with."""

    inbox: Inbox
    tokens: TokenBook
    limits: Limits
    domain: str
    wake: Wake


class Reception:
    """The answers of both listeners; aiosmtpd calls them by name."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._waking: set[asyncio.Task[None]] = set()
        self._log = structlog.get_logger()

    async def handle_RCPT(  # noqa: N802 - aiosmtpd's name for it
        self,
        server: SMTP,
        session: Session,
        envelope: Envelope,
        address: str,
        rcpt_options: list[str],
    ) -> str:
        token_hash = token_hash_in(address, self._desk.domain)
        if token_hash is None:
            return UNKNOWN
        if len(envelope.rcpt_tos) >= RECIPIENTS_MOST:
            return TOO_MANY_RECIPIENTS
        try:
            if await self._desk.tokens.find(token_hash) is None:
                return UNKNOWN
            if not await self._desk.limits.may_write(token_hash, await self._desk.inbox.now()):
                return TOO_MANY
        # Whatever fails here is ours, and the sender's host keeps the mail.
        except Exception:  # noqa: BLE001
            self._log.exception("rcpt failed")
            return OUR_FAULT
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(rcpt_options)
        return OK

    async def handle_DATA(  # noqa: N802 - aiosmtpd's name for it
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        content = envelope.content
        raw = content if isinstance(content, bytes) else (content or "").encode()
        sender = envelope.mail_from or ""
        statuses = [await self._taken(raw, sender, address) for address in envelope.rcpt_tos]
        if isinstance(server, LMTP):
            return "\r\n".join(statuses)
        # A repeat to those that were taken is known as such.
        return next((status for status in statuses if status != OK), OK)

    async def handle_exception(self, error: Exception) -> str:
        self._log.error("listener failed", exc_info=error)
        return OUR_FAULT

    async def _taken(self, raw: bytes, sender: str, address: str) -> str:
        desk = self._desk
        try:
            token_hash = token_hash_in(address, desk.domain)
            meaning = None if token_hash is None else await desk.tokens.find(token_hash)
            if token_hash is None or meaning is None:
                return UNKNOWN
            taken = await desk.inbox.take(raw, token_hash, meaning, sender)
            log = self._log.bind(match=meaning.match, step=meaning.step, intake=taken.intake)
            if taken.repeat:
                log.info("mail repeated")
                return OK
            await desk.limits.wrote(token_hash, await desk.inbox.now(), TOKEN_SECONDS)
            log.info("mail taken", bytes=len(raw))
            self._wake(meaning.match, taken.intake)
        # As above: never 5xx for a fault of ours.
        except Exception:  # noqa: BLE001
            self._log.exception("mail not taken")
            return OUR_FAULT
        return OK

    def _wake(self, match: MatchId, intake: str) -> None:
        """The job is put while 250 is on its way; where that fails, the watcher's sweep puts it."""
        task = asyncio.get_running_loop().create_task(self._woken(match, intake))
        self._waking.add(task)
        task.add_done_callback(self._waking.discard)

    async def _woken(self, match: MatchId, intake: str) -> None:
        try:
            await self._desk.wake(match, intake)
        # The mail is safe; the sweep finds it.
        except Exception:  # noqa: BLE001
            self._log.exception("job not put", match=match, intake=intake)


def token_hash_in(address: str, domain: str) -> str | None:
    """The hash of the token in one of our addresses, or None for any other address."""
    token = reply_token_in(address, domain) or bounce_token_in(address, domain)
    return None if token is None else hashed(token)


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
