"""The desk behind every intake: is the address known, and is the mail on disk?"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import structlog

from stagepost_contracts.ids import MatchId
from stagepost_mailer.addresses.tokens import bounce_token_in, hashed, reply_token_in
from stagepost_mailer.inbox.limits import Limits
from stagepost_mailer.inbox.store import Inbox, Taken
from stagepost_mailer.inbox.tokens import TOKEN_SECONDS, TokenBook

OK = "250 2.0.0 OK"
UNKNOWN = "550 5.1.1 No such address here"
TOO_MANY = "451 4.7.1 Too much mail for this address; try again later"
OUR_FAULT = "451 4.3.0 Our fault; try again later"

Wake = Callable[[MatchId, str, float], Awaitable[None]]
"""Told of every mail that is on disk, and of its moment; what it does is never waited for."""


@dataclass(frozen=True, slots=True)
class Desk:
    """Answers in the words of SMTP, whichever way the mail came."""

    inbox: Inbox
    tokens: TokenBook
    limits: Limits
    domain: str
    wake: Wake
    waking: set[asyncio.Task[None]] = field(default_factory=set)

    async def know(self, address: str) -> str:
        """Whether mail to the address would be taken; asking is not counted."""
        token_hash = token_hash_in(address, self.domain)
        if token_hash is None:
            return UNKNOWN
        try:
            if await self.tokens.find(token_hash) is None:
                return UNKNOWN
            allowed = await self.limits.may_write(token_hash, await self.inbox.now())
        # Whatever fails here is ours, and the sender's host keeps the mail.
        except Exception:  # noqa: BLE001
            structlog.get_logger().exception("address not looked up")
            return OUR_FAULT
        return OK if allowed else TOO_MANY

    async def take(
        self, raw: bytes, sender: str, address: str, received: float | None = None
    ) -> str:
        """OK once the mail is on disk; `received` where another server took it before us."""
        try:
            return await self._taken(raw, sender, address, received)
        # As above: never 5xx for a fault of ours.
        except Exception:  # noqa: BLE001
            structlog.get_logger().exception("mail not taken")
            return OUR_FAULT

    async def take_command(self, raw: bytes, sender: str, token_hash: str) -> str:
        """The same of a command that we write down for the player whose address has this hash."""
        try:
            if await self.tokens.find(token_hash) is None:
                return UNKNOWN
            if not await self.limits.may_write(token_hash, await self.inbox.now()):
                return TOO_MANY
            return await self._kept(raw, sender, token_hash, None, vouched=True)
        except Exception:  # noqa: BLE001
            structlog.get_logger().exception("command not taken")
            return OUR_FAULT

    async def _taken(self, raw: bytes, sender: str, address: str, received: float | None) -> str:
        token_hash = token_hash_in(address, self.domain)
        return (
            UNKNOWN if token_hash is None else await self._kept(raw, sender, token_hash, received)
        )

    async def _kept(
        self,
        raw: bytes,
        sender: str,
        token_hash: str,
        received: float | None,
        *,
        vouched: bool = False,
    ) -> str:
        meaning = await self.tokens.find(token_hash)
        if meaning is None:
            return UNKNOWN
        taken = await self.inbox.take(raw, token_hash, meaning, sender, received, vouched=vouched)
        log = structlog.get_logger().bind(
            match=meaning.match, step=meaning.step, intake=taken.intake
        )
        if taken.repeat:
            log.info("mail repeated")
            return OK
        await self.limits.wrote(token_hash, await self.inbox.now(), TOKEN_SECONDS)
        log.info("mail taken", bytes=len(raw))
        self._wake(meaning.match, taken)
        return OK

    def _wake(self, match: MatchId, taken: Taken) -> None:
        """The job is put while 250 is on its way; where that fails, the watcher's sweep puts it."""
        task = asyncio.get_running_loop().create_task(self._woken(match, taken))
        self.waking.add(task)
        task.add_done_callback(self.waking.discard)

    async def _woken(self, match: MatchId, taken: Taken) -> None:
        try:
            await self.wake(match, taken.intake, taken.received)
        # The mail is safe; the sweep finds it.
        except Exception:  # noqa: BLE001
            structlog.get_logger().exception("mail not put", match=match, intake=taken.intake)


def token_hash_in(address: str, domain: str) -> str | None:
    """The hash of the token in one of our addresses, or None for any other address."""
    token = reply_token_in(address, domain) or bounce_token_in(address, domain)
    return None if token is None else hashed(token)
