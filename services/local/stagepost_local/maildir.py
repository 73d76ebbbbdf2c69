"""Maildirs: one file for each mail, written whole or not at all, in the order of arrival."""

from __future__ import annotations

import itertools
import os
import socket
import time
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, unquote

SENT = ".Sent"
SEEN = ":2,S"
_COUNTER = itertools.count()


@dataclass(frozen=True, slots=True)
class Stored:
    """One mail in a Maildir; `name` stays the same when it is read."""

    name: str
    path: Path
    seen: bool

    @property
    def arrived(self) -> float:
        """Seconds since 1970 UTC."""
        return int(self.name.partition(".")[0]) / 1e9

    def raw(self) -> bytes:
        """Return the mail, also where its reader has marked it as seen since it was listed."""
        try:
            return self.path.read_bytes()
        except FileNotFoundError:
            return (self.path.parent.parent / "cur" / f"{self.name}{SEEN}").read_bytes()


def folder_of(root: Path, address: str) -> Path:
    """Return the mailbox folder of an address; no address leads out of `root`."""
    return root / (quote(address.strip().lower(), safe="@+") or "-").replace("..", "%2E%2E")


def address_of(folder: Path) -> str:
    """Return the address whose mailbox the folder is."""
    return unquote(folder.name)


def mailboxes(root: Path) -> tuple[Path, ...]:
    """Return all mailbox folders, by name."""
    return tuple(sorted(path for path in root.glob("*") if (path / "new").is_dir()))


def make(folder: Path) -> Path:
    """Make the folder a Maildir if it is none yet."""
    for part in ("tmp", "new", "cur"):
        (folder / part).mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def deliver(folder: Path, raw: bytes, *, seen: bool = False) -> Stored:
    """Write one mail to disk; whoever looks sees all of it or nothing."""
    make(folder)
    name = f"{time.time_ns():020d}.P{os.getpid()}Q{next(_COUNTER)}.{_host()}"
    draft = folder / "tmp" / name
    with draft.open("xb") as file:
        file.write(raw.replace(b"\r\n", b"\n"))
        file.flush()
        os.fsync(file.fileno())
    path = folder / "cur" / f"{name}{SEEN}" if seen else folder / "new" / name
    draft.rename(path)
    return Stored(name, path, seen)


def unseen(folder: Path) -> tuple[Stored, ...]:
    """Return what has not been read yet, oldest first."""
    return tuple(sorted(_listed(folder / "new", seen=False), key=lambda mail: mail.name))


def every(folder: Path) -> tuple[Stored, ...]:
    """Return all mails of a Maildir, oldest first."""
    mails = {mail.name: mail for part in ("new", "cur") for mail in _listed(folder / part)}
    return tuple(mails[name] for name in sorted(mails))


def find(folder: Path, name: str) -> Stored | None:
    """Return the mail of that name."""
    return next((mail for mail in every(folder) if mail.name == name), None)


def mark_seen(mail: Stored) -> Stored:
    """Move the mail to where read mails are."""
    if mail.seen:
        return mail
    path = mail.path.parent.parent / "cur" / f"{mail.name}{SEEN}"
    # Two pages may open the same mail at once: the first moves it.
    if mail.path.exists():
        mail.path.rename(path)
    return Stored(mail.name, path, seen=True)


def _listed(folder: Path, *, seen: bool = True) -> list[Stored]:
    try:
        names = os.listdir(folder)  # noqa: PTH208 - it is asked for twenty times a second
    except FileNotFoundError:
        return []
    seen = seen and folder.name == "cur"
    return [Stored(name.partition(":")[0], folder / name, seen) for name in names]


def _host() -> str:
    return socket.gethostname().replace("/", "-").replace(":", "-")
