"""Where mail comes in: the receiver's ports, its certificate, the webhook, and the mailbox."""

from __future__ import annotations

import imaplib
import socket
import ssl
from contextlib import closing, suppress

from imap_tools import BaseMailBox, MailboxFolderSelectError, MailboxLoginError

from stagepost_local.addresses import shown
from stagepost_local.doctor.findings import Finding, Findings, ok, skipped, warning, wrong
from stagepost_local.doctor.patient import Patient
from stagepost_local.ports import LOOPBACK
from stagepost_local.settings import PREFIX
from stagepost_mailer.imap.host import ImapHost, connected, imap_host

EVERYWHERE = {"0.0.0.0": LOOPBACK, "::": "::1", "": LOOPBACK}  # noqa: S104  asked, not bound
GREETING_BYTES_MOST = 1024


def ports_open(patient: Patient) -> Findings:
    """Connect to each as a mail host does, and hear its greeting."""
    encryption = patient.setting("TLS_MODE") if patient.setting("TLS_CERT") else ""
    for name, setting, usual in (
        ("SMTP", "SMTP_PORT_IN", "8025"),
        ("LMTP", "LMTP_PORT_IN", "8024"),
    ):
        check, port = f"receiver: {name}", int(patient.setting(setting, usual))
        if not port:
            yield skipped(check, f"{PREFIX}{setting} is 0: the port is closed.")
        else:
            yield _greets(patient, check, port, implicit=encryption == "implicit")
    if patient.setting("WEBHOOK_SECRET") and patient.setting("WEBHOOK_PORT", "0") != "0":
        yield _open(patient, "receiver: webhook", int(patient.setting("WEBHOOK_PORT")))


def certificate_fits(patient: Patient) -> Findings:
    """The files of the receiver's certificate, as far as they can be read here."""
    check = "receiver: certificate"
    chain, key = patient.setting("TLS_CERT"), patient.setting("TLS_KEY")
    if not chain or not key:
        yield skipped(check, f"{PREFIX}TLS_CERT and {PREFIX}TLS_KEY are not set: no encryption.")
        return
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(chain, key)
    except (OSError, ssl.SSLError) as error:
        remedy = (
            f"Let {PREFIX}TLS_CERT name the chain and {PREFIX}TLS_KEY its key, both PEM, the key "
            "without a passphrase, and both readable for the receiver's user."
        )
        yield wrong(check, f"It cannot be used: {error}", remedy)
    else:
        yield ok(check, "Chain and key can be read, and belong together.")


def mailbox_opens(patient: Patient) -> Findings:
    """Log in, choose the folder, and see whether new mail is told at once."""
    url = patient.setting("IMAP_URL")
    if not url:
        yield skipped("imap: login", f"{PREFIX}IMAP_URL is not set: no mailbox is looked at.")
        return
    try:
        host = imap_host(url)
        mailbox = connected(host, patient.seconds)
    except ValueError as error:
        yield wrong("imap: host", str(error), f"Change {PREFIX}IMAP_URL.")
        return
    except (OSError, imaplib.IMAP4.error) as error:
        said = f"{shown(url)} does not answer: {error}"
        yield wrong("imap: host", said, f"Start it, open the port, or change {PREFIX}IMAP_URL.")
        return
    yield ok("imap: host", f"{shown(url)} answers.")
    try:
        yield from _logged_in(mailbox, host)
    finally:
        with suppress(OSError, imaplib.IMAP4.error):
            mailbox.logout()
        with suppress(OSError):
            mailbox.client.shutdown()


def _logged_in(mailbox: BaseMailBox, host: ImapHost) -> Findings:
    try:
        mailbox.login(host.user, host.password, initial_folder=None)
    except MailboxLoginError as error:
        said = f"The mailbox refuses user and password: {error}"
        yield wrong("imap: login", said, f"Write those that are right into {PREFIX}IMAP_URL.")
        return
    yield ok("imap: login", "User and password are right.")
    try:
        # Read only, so that no mail is marked.
        mailbox.folder.set(host.folder, readonly=True)
        yield ok("imap: folder", f"There is a folder {host.folder}.")
    except MailboxFolderSelectError as error:
        names = ", ".join(folder.name for folder in mailbox.folder.list())
        said = f"There is no folder {host.folder}: {error}"
        yield wrong("imap: folder", said, f"Write one of these behind the host's name: {names}.")
    if "IDLE" in mailbox.client.capabilities:
        yield ok("imap: idle", "New mail is told at once.")
    else:
        said = "It does not offer IDLE: the mailbox is looked at every 15 seconds."
        yield warning("imap: idle", said, "Nothing has to be done; a mail may be read a bit later.")


def _greets(patient: Patient, check: str, port: int, *, implicit: bool) -> Finding:
    found = _open(patient, check, port)
    if found.state != "ok" or implicit:
        return found
    with _connection(patient, port) as connection:
        greeting = connection.recv(GREETING_BYTES_MOST).decode(errors="replace").strip()
    if greeting.startswith("220"):
        return ok(check, f"Port {port} greets: {greeting}")
    remedy = "See what else listens there, and whether too many are connected."
    return wrong(check, f"Port {port} does not greet as a mail host does: {greeting!r}", remedy)


def _open(patient: Patient, check: str, port: int) -> Finding:
    try:
        with _connection(patient, port):
            pass
    except OSError as error:
        remedy = "Start the receiver: python -m stagepost_mailer.receiver"
        return wrong(check, f"Port {port} at {_host(patient)} is closed: {error}", remedy)
    return ok(check, f"Port {port} at {_host(patient)} is open.")


def _connection(patient: Patient, port: int) -> closing[socket.socket]:
    return closing(socket.create_connection((_host(patient), port), timeout=patient.seconds))


def _host(patient: Patient) -> str:
    host = patient.setting("RECEIVER_HOST", LOOPBACK)
    return EVERYWHERE.get(host, host)
