"""One box that runs, as its players, its operator and whoever pulls its plug see it."""

from __future__ import annotations

import os
import re
import signal
import smtplib
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

import msgspec
import redis

from stagepost_contracts import keys as shared_keys
from stagepost_contracts.ids import MatchId
from stagepost_engine.matches.command import Journaled
from stagepost_engine.matches.envelope import Envelope, decode_envelope
from stagepost_engine.store import keys
from stagepost_local import house, maildir, parts
from stagepost_local.correspondent import letters
from stagepost_local.house import House
from stagepost_local.maildir import Stored
from stagepost_local.ports import Ports, wait_until
from stagepost_local.settings import Settings
from stagepost_mailer.inbox import keys as inbox_keys
from stagepost_mailer.outbox.ledger import failures_key

SECONDS_MOST = 60.0
LEFT = re.compile(r"\b\d+ (minutes?|hours?|days?)\b")
# Jobs that a killed worker held are free after these and five more, instead of after fifty.
QUICK = {"STAGEPOST_JOB_SECONDS": "6", "STAGEPOST_RETRY_SECONDS": ",".join(["1"] * 30)}
PARTS = ("engine", "worker", "receiver", "watcher", "valkey")


@dataclass
class Box:
    """A house with what it said and the ids of every process it ever had."""

    house: House
    said: list[str]
    pids: set[int] = field(default_factory=set)

    @property
    def root(self) -> Path:
        return self.house.settings.data / parts.POST

    def tend(self) -> None:
        self.house.tend()
        assert self.house.keeper is not None
        self.pids.update({self.house.keeper.server.pid, *self.house.supervisor.pids().values()})

    def wait_for(
        self, found: Callable[[], object], what: str, seconds: float = SECONDS_MOST
    ) -> None:
        """Look again and again, tending the house; what does not come is a failure."""
        if not wait_until(lambda: bool(found()), self.tend, seconds):
            raise AssertionError(f"{what} did not come in {seconds:g} s.\n{self.story()}")

    def runs(self, name: str) -> bool:
        if name == "valkey":
            return self.house.keeper.server.process.poll() is None
        running = self.house.supervisor._running[name]
        return running.again_at is None and running.process.poll() is None

    def kill(self, name: str) -> None:
        """As when the power goes."""
        self.tend()
        valkey = self.house.keeper.server.pid
        os.kill(valkey if name == "valkey" else self.house.supervisor.pids()[name], signal.SIGKILL)

    def story(self) -> str:
        logs = sorted((self.house.settings.data / "log").glob("*.log"))
        ends = [f"== {path.name}\n{path.read_text(errors='replace')[-1500:]}" for path in logs]
        return "\n".join([*self.said, *ends])

    @contextmanager
    def store(self) -> Iterator[redis.Redis]:
        with closing(redis.Redis.from_url(self.house.keeper.url)) as client:
            yield client

    def box_of(self, address: str) -> Path:
        return maildir.folder_of(self.root, address)

    def mails(self, address: str) -> list[EmailMessage]:
        """All mails that came for the address, oldest first."""
        return [read(mail) for mail in maildir.every(self.box_of(address))]

    def count(self, address: str) -> int:
        return len(maildir.every(self.box_of(address)))

    def sent(self, address: str) -> list[EmailMessage]:
        return [read(mail) for mail in maildir.every(self.box_of(address) / maildir.SENT)]

    def envelope(self, match: str) -> Envelope:
        with self.store() as store:
            return decode_envelope(store.hget(keys.envelope(MatchId(match)), "e"))

    def journal(self, match: str) -> list[Journaled]:
        with self.store() as store:
            found = store.lrange(keys.journal(MatchId(match)), 0, -1)
        return [msgspec.msgpack.decode(entry, type=Journaled) for entry in found]

    def inbox(self, match: str) -> list[dict[str, bytes]]:
        """The stored mails of the match's partition, each with its fields and its intake."""
        pattern = inbox_keys.mail(MatchId(match), "*")
        with self.store() as store:
            found = {key.decode(): store.hgetall(key) for key in store.scan_iter(pattern)}
        return [
            {name.decode(): value for name, value in mail.items()}
            | {"intake": key.rpartition(":")[2].encode()}
            for key, mail in found.items()
        ]

    def posts(self, mail: EmailMessage | bytes, to: str, sender: str) -> None:
        """Hand a mail to the receiver as another mail host does; returns after its 250."""
        raw = mail if isinstance(mail, bytes) else mail.as_bytes(policy=SMTP)
        with smtplib.SMTP("127.0.0.1", self.house.ports.receiver, timeout=20) as server:
            assert server.sendmail(sender, [to], raw) == {}

    def answers(self, mail: EmailMessage, address: str, *lines: str) -> EmailMessage:
        """Reply to a mail as a mail program does; returns the reply."""
        reply = letters.answer(mail, address, lines)
        self.posts(reply, letters.reply_to(mail), address)
        return reply

    @contextmanager
    def without(self, name: str) -> Iterator[None]:
        """Inside, one part is stopped and stays so."""
        running = self.house.supervisor._running.pop(name)
        running.process.kill()
        running.process.wait()
        try:
            yield
        finally:
            self.house.supervisor.start([running.part])

    def unfinished(self, match: str) -> list[str]:
        """Whatever still waits in an index, an outbox or the ledger; empty once all is told."""
        partition = shared_keys.partition_of(MatchId(match))
        with self.store() as store:
            counts = {
                "pending": store.zcard(inbox_keys.pending(partition)),
                "owed": store.zcard(inbox_keys.owed(partition)),
                "shunted": store.zcard(inbox_keys.shunt(partition)),
                "outbox": store.xlen(shared_keys.outbox(partition)),
                "undelivered": store.hlen(failures_key(MatchId(match))),
            }
        return [f"{count} {name}" for name, count in counts.items() if count]


@contextmanager
def running(data: Path, programs: tuple[str, ...] = (), **passed: str) -> Iterator[Box]:
    """A house on free ports in that folder; on the way out nothing of it may be left."""
    said: list[str] = []
    settings = Settings(data=data, ports=Ports(0, 0, 0, 0, 0), passed=QUICK | passed)
    box = None
    with house.opened(
        settings, os.environ, said.append, programs=programs, allow_seeds=True
    ) as opened:
        box = Box(opened, said)
        box.tend()
        yield box
        box.tend()
    assert left_behind(data, box.pids) == []


def processes() -> dict[int, str]:
    """What runs on this machine, by process id: the command and the folder it runs in."""
    found = {}
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            line = (path / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            found[int(path.name)] = f"{line}in {(path / 'cwd').readlink()}"
    return found


def left_behind(data: Path, pids: set[int] = frozenset()) -> list[str]:
    """What still runs of a house: one of its processes, or any that names its folder or runs in it."""
    return [
        line
        for pid, line in processes().items()
        if str(data) in line or (pid in pids and "stagepost_" in line)
    ]


def read(mail: Stored) -> EmailMessage:
    return letters.parsed(mail.raw())


def told(mail: EmailMessage) -> list[tuple[str, str]]:
    """All that a mail says, headers too, but for what moves with the clock: Date and time left."""
    headers = [(name, str(value)) for name, value in mail.items() if name != "Date"]
    leaves = [part for part in mail.walk() if not part.is_multipart()]
    bodies = [(part.get_content_type(), LEFT.sub("(left)", _content(part))) for part in leaves]
    return [*headers, *bodies]


def _content(part: EmailMessage) -> str:
    content = part.get_content()
    return content if isinstance(content, str) else content.decode(errors="replace")


def pause(seconds: float, tend: Callable[[], None]) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        tend()
        time.sleep(0.02)
