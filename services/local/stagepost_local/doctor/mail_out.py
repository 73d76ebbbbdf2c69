"""The host that takes our mail: it answers, encrypts, knows us, and takes our sender. No mail goes."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from stagepost_local.addresses import shown
from stagepost_local.doctor.findings import Finding, Findings, ok, skipped, warning, wrong
from stagepost_local.doctor.patient import Patient
from stagepost_local.settings import PREFIX
from stagepost_mailer.addresses.tokens import TOKEN_LETTERS, bounce_address
from stagepost_mailer.settings import SMTP_URL_HERE
from stagepost_mailer.smtp.host import SmtpHost, smtp_host

# Of the form that all our senders have; no mail is ever sent from it.
SENDER_TOKEN = "a" * TOKEN_LETTERS
SUBMISSION_PORTS = (465, 587)


def host_takes_mail(patient: Patient) -> Findings:
    """Go as far as MAIL FROM, take it back, and leave."""
    url = patient.setting("SMTP_URL", SMTP_URL_HERE)
    where = shown(url)
    try:
        host = smtp_host(url)
    except ValueError as error:
        yield wrong("smtp: host", str(error), f"Change {PREFIX}SMTP_URL.")
        return
    try:
        with _connected(host, patient.seconds) as smtp:
            yield ok("smtp: host", f"{where} answers.")
            found, encrypted = _encrypted(smtp, host)
            yield found
            yield from _logged_in(smtp, host, encrypted=encrypted)
            yield _sender_taken(smtp, patient.mail_domain)
    except ssl.SSLError as error:
        remedy = "Let it have a certificate for its name, or write smtp://...?tls=none on loopback."
        yield wrong("smtp: encryption", f"{where} cannot be trusted: {error}", remedy)
    except smtplib.SMTPException as error:
        said = f"{where} does not talk to us: {error}"
        yield wrong("smtp: host", said, f"See that {PREFIX}SMTP_URL names a mail host.")
    except OSError as error:
        said = f"{where} does not answer: {error}"
        yield wrong("smtp: host", said, f"Start it, open the port, or change {PREFIX}SMTP_URL.")


@contextmanager
def _connected(host: SmtpHost, seconds: float) -> Iterator[smtplib.SMTP]:
    if host.security == "tls":
        context = ssl.create_default_context()
        smtp: smtplib.SMTP = smtplib.SMTP_SSL(
            host.host, host.port, timeout=seconds, context=context
        )
    else:
        smtp = smtplib.SMTP(host.host, host.port, timeout=seconds)
    try:
        smtp.ehlo()
        yield smtp
    finally:
        with suppress(smtplib.SMTPException, OSError):
            smtp.quit()
        smtp.close()


def _encrypted(smtp: smtplib.SMTP, host: SmtpHost) -> tuple[Finding, bool]:
    """Return what was found, and whether the connection is encrypted by now."""
    check, offered = "smtp: encryption", smtp.has_extn("starttls")
    if host.security == "tls":
        return ok(check, "TLS from the first byte, with a certificate that fits."), True
    if host.security == "starttls" and not offered:
        remedy = "Ask its operator, or take smtps:// where it has TLS from the first byte."
        said = "STARTTLS is wanted, and the host does not offer it."
        return wrong(check, said, remedy), False
    if host.security == "none" or not offered:
        said = "The host offers none, or ?tls=none wants none: mail goes to it in clear."
        return skipped(check, said), False
    smtp.starttls(context=ssl.create_default_context())
    smtp.ehlo()
    return ok(check, "STARTTLS is taken, with a certificate that fits."), True


def _logged_in(smtp: smtplib.SMTP, host: SmtpHost, *, encrypted: bool) -> Findings:
    check = "smtp: login"
    if not host.user:
        if host.port in SUBMISSION_PORTS:
            remedy = f"Write them into {PREFIX}SMTP_URL: smtps://user:password@host:465"
            yield warning(check, f"No user and password, and port {host.port} wants them.", remedy)
        else:
            yield skipped(check, "No user and no password are set: the host must know us.")
        return
    if not encrypted:
        remedy = "Take smtps:// or smtp+starttls://."
        yield warning(check, "The password goes to the host in clear.", remedy)
    try:
        smtp.login(host.user, host.password)
    except smtplib.SMTPNotSupportedError:
        remedy = "Leave user and password out, or encrypt: many hosts offer AUTH only then."
        yield wrong(check, "The host takes no password on this connection.", remedy)
    except smtplib.SMTPAuthenticationError as error:
        said = f"The host refuses user and password: {_words(error)}"
        yield wrong(check, said, f"Write those that are right into {PREFIX}SMTP_URL.")
    else:
        yield ok(check, "User and password are right.")


def _sender_taken(smtp: smtplib.SMTP, domain: str) -> Finding:
    check = "smtp: sender"
    code, words = smtp.mail(bounce_address(SENDER_TOKEN, domain))
    smtp.rset()
    if code == 250:
        return ok(check, f"A sender of {domain} is taken.")
    said = f"A sender of {domain} is refused: {code} {words.decode(errors='replace')}"
    remedy = f"Let the host send for {domain}, or set {PREFIX}MAIL_DOMAIN to one that it sends for."
    return wrong(check, said, remedy)


def _words(error: smtplib.SMTPResponseException) -> str:
    words = error.smtp_error
    said = words.decode(errors="replace") if isinstance(words, bytes) else str(words)
    return f"{error.smtp_code} {said}"
