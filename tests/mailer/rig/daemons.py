"""Postfix and dovecot as Debian ships them, in a temporary folder, on loopback ports of their own.

Postfix takes mail for the game and hands it to our LMTP; mail for players goes to dovecot's LMTP,
where it is read over IMAP. Mail for `GONE` is refused there and comes back, and that for `AWAY` stays in the queue.
"""

import imaplib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

from mailer.house import DOMAIN, eventually, quiet_port
from mailer.rig import watchdog as watching
from mailer.rig.watchdog import POSTFIX, left_behind

DOVECOT = "/usr/sbin/dovecot"
PLAYERS = "players.example"
GONE = "gone.example"
AWAY = "away.example"
PASSWORD = "rig"
NOBODY = 65534

MAIN = """
compatibility_level = 3.6
queue_directory = {folder}/spool
data_directory = {folder}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file = {folder}/postfix.log
maillog_file_prefixes = {folder}
myhostname = mx.rig.example
mydestination =
alias_maps =
local_recipient_maps =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
disable_dns_lookups = yes
biff = no
fast_flush_domains =
relay_domains = {domain}, {players}, {gone}, {away}
transport_maps = inline:{{
  {{ {domain} = lmtp:inet:127.0.0.1:{house} }},
  {{ {players} = lmtp:inet:127.0.0.1:{lmtp} }},
  {{ {gone} = lmtp:inet:127.0.0.1:{house} }},
  {{ {away} = lmtp:inet:127.0.0.1:{closed} }} }}
smtpd_relay_restrictions = permit_mynetworks, reject
smtpd_recipient_restrictions =
  check_recipient_access inline:{{ {{ {domain} = reject_unverified_recipient }} }},
  permit_mynetworks, reject
unverified_recipient_reject_code = 550
address_verify_sender = <>
address_verify_map = btree:$data_directory/verify
address_verify_negative_cache = yes
address_verify_poll_count = 20
address_verify_poll_delay = 1s
lmtp_destination_recipient_limit = 1
message_size_limit = 262144
recipient_delimiter = +
smtpd_forbid_bare_newline = normalize
smtpd_client_connection_count_limit = 200
smtpd_client_connection_rate_limit = 0
smtpd_peername_lookup = no
queue_run_delay = 1s
minimal_backoff_time = 1s
maximal_backoff_time = 2s
"""

MASTER = """
127.0.0.1:{smtp} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
proxymap unix - - n - - proxymap
lmtp unix - - n - - lmtp
error unix - - n - - error
retry unix - - n - - error
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
showq unix n - n - - showq
postlog unix-dgram n - n - 1 postlogd
"""

DOVE = """
protocols = imap lmtp
listen = 127.0.0.1
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/dovecot.log
default_login_user = nobody
default_internal_user = nobody
default_internal_group = nogroup
ssl = no
disable_plaintext_auth = no
mail_location = maildir:{folder}/mail/%u
mail_uid = nobody
mail_gid = nogroup
first_valid_uid = 1
mail_fsync = never
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid=nobody gid=nogroup home={folder}/mail/%u allow_all_users=yes
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    port = {lmtp}
  }}
}}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
"""


def why_not() -> str:
    """Why the rig cannot run on this machine; empty where it can."""
    missing = [path for path in (POSTFIX, DOVECOT) if not os.access(path, os.X_OK)]
    if missing:
        return f"{' and '.join(missing)} missing: install postfix dovecot-imapd dovecot-lmtpd"
    return "" if os.geteuid() == 0 else "postfix's master runs as root alone"


@dataclass
class Rig:
    """Both servers, running. `house` is the port on which our own LMTP is expected."""

    folder: Path
    house: int = field(default_factory=quiet_port)
    smtp: int = field(default_factory=quiet_port)
    imap: int = field(default_factory=quiet_port)
    lmtp: int = field(default_factory=quiet_port)

    def mailbox(self, address: str) -> list[EmailMessage]:
        """All mails of a player, read over IMAP."""
        with imaplib.IMAP4("127.0.0.1", self.imap, timeout=20) as client:
            client.login(address, PASSWORD)
            client.select(readonly=True)
            _, [numbers] = client.search(None, "ALL")
            wanted = numbers.replace(b" ", b",").decode()
            _, found = client.fetch(wanted, "(RFC822)") if wanted else ("", [])
        raws = [item[1] for item in found if isinstance(item, tuple)]
        return [message_from_bytes(raw, policy=policy.default) for raw in raws]

    def queue(self) -> list[tuple[str, str]]:
        """Sender and recipient of all that waits in postfix's queue."""
        listed = subprocess.run(
            ["/usr/sbin/postqueue", "-c", str(self.folder / "postfix"), "-j"],
            capture_output=True,
            text=True,
            check=True,
        )
        mails = [json.loads(line) for line in listed.stdout.splitlines()]
        return [(mail["sender"], to["address"]) for mail in mails for to in mail["recipients"]]

    def empty(self) -> None:
        """Takes what an earlier test left out of the queue."""
        config = str(self.folder / "postfix")
        subprocess.run(
            ["/usr/sbin/postsuper", "-c", config, "-d", "ALL"], check=True, capture_output=True
        )

    def log(self) -> str:
        return (self.folder / "postfix.log").read_text(errors="replace")


@contextmanager
def running() -> Iterator[Rig]:
    """The rig, until the block ends; nothing of it is left behind."""
    folder = Path(tempfile.mkdtemp(prefix="stagepost-rig-"))
    folder.chmod(0o755)
    rig = Rig(folder)
    try:
        with _watched(folder):
            with _dovecot(rig), _postfix(rig):
                yield rig
            assert list(left_behind(folder).values()) == []
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _watched(folder: Path) -> Iterator[None]:
    """With a process beside it that ends the servers should this one be killed."""
    watchdog = subprocess.Popen(
        [sys.executable, watching.__file__, str(folder)],
        stdin=subprocess.PIPE,
        start_new_session=True,
    )
    assert watchdog.stdin is not None
    try:
        yield
    finally:
        watchdog.stdin.write(watching.DONE)
        watchdog.stdin.close()
        watchdog.wait(20)


@contextmanager
def _postfix(rig: Rig) -> Iterator[None]:
    places = {
        "folder": rig.folder,
        "domain": DOMAIN,
        "players": PLAYERS,
        "gone": GONE,
        "away": AWAY,
        "house": rig.house,
        "lmtp": rig.lmtp,
        "closed": 1,
        "smtp": rig.smtp,
    }
    config = rig.folder / "postfix"
    for name in ("postfix", "spool", "data"):
        (rig.folder / name).mkdir()
    shutil.chown(rig.folder / "data", "postfix")
    (config / "main.cf").write_text(MAIN.format(**places))
    (config / "master.cf").write_text(MASTER.format(**places))
    _postfix_does(rig, "start")
    pid = int((rig.folder / "spool/pid/master.pid").read_text())
    try:
        eventually(lambda: _listens(rig.smtp), "postfix")
        yield
    finally:
        _postfix_does(rig, "stop")
        eventually(lambda: not _runs(pid), "the end of postfix")


def _postfix_does(rig: Rig, what: str) -> None:
    # Its daemons would hold a pipe open for as long as they live.
    with (rig.folder / "postfix.out").open("a") as out:
        done = subprocess.run(
            [POSTFIX, "-c", str(rig.folder / "postfix"), what],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            check=False,
        )
    assert done.returncode == 0, (rig.folder / "postfix.out").read_text() + rig.log()


@contextmanager
def _dovecot(rig: Rig) -> Iterator[None]:
    for name in ("run", "state", "mail"):
        (rig.folder / name).mkdir()
        os.chown(rig.folder / name, NOBODY, NOBODY)
    log = rig.folder / "dovecot.log"
    log.touch()
    os.chown(log, NOBODY, NOBODY)
    config = rig.folder / "dovecot.conf"
    config.write_text(
        DOVE.format(folder=rig.folder, password=PASSWORD, imap=rig.imap, lmtp=rig.lmtp)
    )
    with log.open("a") as out:
        process = subprocess.Popen(
            [DOVECOT, "-F", "-c", str(config)],
            user=NOBODY,
            group=NOBODY,
            extra_groups=[],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
        )
    try:
        eventually(lambda: _listens(rig.imap) and _listens(rig.lmtp), "dovecot")
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)
        until = time.monotonic() + 10
        while left_behind(rig.folder / "run") and time.monotonic() < until:
            time.sleep(0.05)


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=2).close()
    except OSError:
        return False
    return True


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
