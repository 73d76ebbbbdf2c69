"""Hands mails to the mail host over one connection that is kept across jobs."""

from __future__ import annotations

import time

import aiosmtplib

from stagepost_mailer.smtp.host import SmtpHost

SMTP_SECONDS_MOST = 15.0
# A host may have closed a connection that rested; asking costs one round trip.
REST_SECONDS_MOST = 5.0
PERMANENT = range(500, 600)
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


class Sender:
    """One connection; a job at a time uses it."""

    def __init__(self, host: SmtpHost) -> None:
        self._host = host
        self._smtp: aiosmtplib.SMTP | None = None
        self._used = 0.0

    async def send(self, raw: bytes, sender: str, recipient: str) -> None:
        """Returns when the host has taken the mail. Raises HostAway or Refused."""
        try:
            smtp = await self._connection()
            await smtp.sendmail(sender, [recipient], raw, mail_options=_options(recipient))
        except aiosmtplib.SMTPRecipientsRefused as error:
            refused = error.recipients[0]
            raise _judged(refused.code, refused.message) from error
        except aiosmtplib.SMTPAuthenticationError as error:
            # A wrong password is the operator's to mend: no mail is lost for it.
            await self.close()
            raise HostAway(f"{error.code} {error.message}") from error
        except (aiosmtplib.SMTPSenderRefused, aiosmtplib.SMTPDataError) as error:
            raise _judged(error.code, error.message) from error
        except (aiosmtplib.SMTPException, OSError) as error:
            await self.close()
            raise HostAway(type(error).__name__) from error
        self._used = time.monotonic()

    async def close(self) -> None:
        """Lets the connection go; the next mail opens another."""
        smtp, self._smtp = self._smtp, None
        if smtp is not None:
            smtp.close()

    async def _connection(self) -> aiosmtplib.SMTP:
        if self._smtp is not None and not await self._answers(self._smtp):
            await self.close()
        if self._smtp is None:
            self._smtp = await _connected(self._host)
        return self._smtp

    async def _answers(self, smtp: aiosmtplib.SMTP) -> bool:
        if not smtp.is_connected:
            return False
        if time.monotonic() - self._used < REST_SECONDS_MOST:
            return True
        try:
            await smtp.noop()
        except (aiosmtplib.SMTPException, OSError):
            return False
        return True


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
