"""Which mails a correspondent has dealt with: a file beside its mailbox, one line for each."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path


class Memory:
    """Message-IDs of mails that were answered or put aside, each with that of the answer.

    It is written after the mail went out: who is killed in between sends the same mail again,
    and the house drops the second. The same to the byte: like any mail host, a correspondent
    keeps what it sends until it was taken.
    """

    def __init__(self, mailbox: Path) -> None:
        self._path = mailbox.with_name(f"{mailbox.name}.handled")
        self._outgoing = mailbox.with_name(f"{mailbox.name}.outgoing")
        lines = self._path.read_text().splitlines() if self._path.exists() else []
        self._handled = {line.split("\t")[0] for line in lines}
        self._sent = {line.split("\t")[1] for line in lines if "\t" in line}

    def knows(self, received: str) -> bool:
        """Whether the mail was dealt with."""
        return received in self._handled

    def sent(self, message_id: str) -> bool:
        """Whether a mail of that Message-ID is our own."""
        return message_id in self._sent

    def outgoing(self, received: str, answer: bytes) -> bytes:
        """Return the answer that was tried before, or keep this one for the next try."""
        self._outgoing.mkdir(exist_ok=True)
        path = self._outgoing_at(received)
        if not path.exists():
            fresh = path.with_suffix(".new")
            fresh.write_bytes(answer)
            fresh.replace(path)
        return path.read_bytes()

    def keep(self, received: str, sent: str = "") -> None:
        with self._path.open("a") as file:
            file.write(f"{received}\t{sent}\n" if sent else f"{received}\n")
            file.flush()
            os.fsync(file.fileno())
        self._outgoing_at(received).unlink(missing_ok=True)
        self._handled.add(received)
        if sent:
            self._sent.add(sent)

    def _outgoing_at(self, received: str) -> Path:
        return self._outgoing / hashlib.sha256(received.encode()).hexdigest()
