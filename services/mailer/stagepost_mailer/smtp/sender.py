"""Hands mails to the mail host over a few connections that are kept across jobs."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass

import aiosmtplib

from stagepost_mailer.smtp.host import SmtpHost

SMTP_SECONDS_MOST = 15.0
# A host may have closed a connection that rested; asking costs one round trip.
REST_SECONDS_MOST = 5.0
PERMANENT = range(500, 600)
# Mail hosts let one address have few connections at once, and need no more from it.
CONNECTIONS_MOST = 4
AWAY_SECONDS = 1.0
CLOSING = 421  # "service not available", whatever was asked


class HostAway(Exception):
    """The mail host can not take the mail now; the same mail later is safe."""


class Deferred(HostAway):
    """The host is there, and wants to take this one mail later."""


class Refused(Exception):
    """The mail host will never take this mail: the code and its words."""

    def __init__(self, code: int, words: str) -> None:
        super().__init__(f"{code} {words}")
        self.code = code
        self.words = words


@dataclass(slots=True)
class Kept:
    """An open connection, and when it was used last."""

    smtp: aiosmtplib.SMTP
    used: float


class Sender:
    """A few connections, each for one mail at a time; who finds none free waits for a turn.

    While the host can not be reached, nobody waits for it in vain: after a connection that came
    to nothing all mails fail at once, for as long as that one took to fail, and a second.
    """

    def __init__(self, host: SmtpHost, connections: int = CONNECTIONS_MOST) -> None:
        self._host = host
        self._free: list[Kept] = []
        self._turns = asyncio.Semaphore(connections)
        self._away_until = 0.0

    async def send(self, raw: bytes, sender: str, recipient: str) -> None:
        """Returns when the host has taken the mail. Raises HostAway or Refused."""
        async with self._turns:
            smtp = await self._connection()
            try:
                await _sent(smtp, raw, sender, recipient)
            except (Refused, Deferred):
                self._keep(smtp)
                raise
            except BaseException:
                # Half a mail may be on its way: the connection is of no more use.
                smtp.close()
                raise
            self._keep(smtp)

    async def close(self) -> None:
        """Lets the connections go; the next mail opens another."""
        kept, self._free = self._free, []
        for one in kept:
            one.smtp.close()

    def _keep(self, smtp: aiosmtplib.SMTP) -> None:
        self._free.append(Kept(smtp, time.monotonic()))

    async def _connection(self) -> aiosmtplib.SMTP:
        while self._free:
            kept = self._free.pop()
            if await _answers(kept):
                return kept.smtp
            kept.smtp.close()
        began = time.monotonic()
        if began < self._away_until:
            raise HostAway("the host could not be reached a moment ago")
        try:
            return await _connected(self._host)
        except (aiosmtplib.SMTPException, OSError) as error:
            now = time.monotonic()
            self._away_until = now + (now - began) + AWAY_SECONDS
            raise _away(error) from error


async def _sent(smtp: aiosmtplib.SMTP, raw: bytes, sender: str, recipient: str) -> None:
    try:
        await smtp.sendmail(sender, [recipient], raw, mail_options=_options(recipient))
    except aiosmtplib.SMTPRecipientsRefused as error:
        refused = error.recipients[0]
        raise _judged(refused.code, refused.message) from error
    except (aiosmtplib.SMTPSenderRefused, aiosmtplib.SMTPDataError) as error:
        raise _judged(error.code, error.message) from error
    except (aiosmtplib.SMTPException, OSError) as error:
        raise _away(error) from error


async def _answers(kept: Kept) -> bool:
    if not kept.smtp.is_connected:
        return False
    if time.monotonic() - kept.used < REST_SECONDS_MOST:
        return True
    try:
        await kept.smtp.noop()
    except (aiosmtplib.SMTPException, OSError):
        return False
    return True


def _away(error: aiosmtplib.SMTPException | OSError) -> HostAway:
    """A wrong password is the operator's to mend: no mail is lost for it."""
    if isinstance(error, aiosmtplib.SMTPAuthenticationError):
        return HostAway(f"{error.code} {error.message}")
    return HostAway(type(error).__name__)


async def _connected(host: SmtpHost) -> aiosmtplib.SMTP:
    smtp = aiosmtplib.SMTP(
        hostname=host.host,
        port=host.port,
        username=host.user or None,
        password=host.password or None,
        use_tls=host.security == "tls",
        start_tls={"none": False, "tls": False, "starttls": True, "offered": None}[host.security],
        timeout=SMTP_SECONDS_MOST,
    )
    await smtp.connect()
    return smtp


def _options(recipient: str) -> list[str]:
    return [] if recipient.isascii() else ["SMTPUTF8"]


def _judged(code: int, words: str) -> Exception:
    if code in PERMANENT:
        return Refused(code, words)
    away = HostAway if code == CLOSING else Deferred
    return away(f"{code} {words}")
