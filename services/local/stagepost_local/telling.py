"""How the demo tells its story: a line for each mail, and on a terminal a line of progress."""

from __future__ import annotations

import time
from pathlib import Path

from rich.console import Console
from rich.status import Status

from stagepost_contracts.api import MatchSeen
from stagepost_local import maildir, post_bag
from stagepost_local.maildir import Stored
from stagepost_local.post.reading import Letter, letter
from stagepost_texts.catalogue import SOURCE_LANGUAGE, spoken

ENDING = "ending"


class Teller:
    """Remembers which mails it has told of."""

    def __init__(self, console: Console, *, quiet: bool = False) -> None:
        self._console = console
        self._quiet = quiet
        self._known: set[tuple[str, str]] = set()
        self._endings = 0
        self._began = time.monotonic()
        self._last = self._began
        self._status: Status | None = None

    @property
    def quiet_seconds(self) -> float:
        """How long no mail has come."""
        return time.monotonic() - self._last

    def say(self, line: str) -> None:
        self._console.print(line, markup=False, highlight=False, soft_wrap=True)

    def tell_mails(self, root: Path) -> int:
        """Print the subject of each new mail; return how many have told the end so far."""
        fresh = [
            (folder, mail)
            for folder, mail in post_bag.mails(root)
            if (folder.name, mail.name) not in self._known
        ]
        for folder, mail in sorted(fresh, key=lambda pair: pair[1].name):
            self._known.add((folder.name, mail.name))
            self._last = time.monotonic()
            self._tell(folder, mail)
        return self._endings

    def show(self, seen: MatchSeen) -> None:
        """Say where the match stands, where there is a terminal to say it on."""
        if not self._console.is_terminal or self._quiet:
            return
        phase = spoken(seen.phase_title, SOURCE_LANGUAGE)
        words = f"{len(self._known)} mails, step {seen.step}: {phase}"
        if self._status is None:
            self._status = self._console.status(words)
            self._status.start()
        self._status.update(words)

    def end(self) -> None:
        if self._status is not None:
            self._status.stop()

    def _tell(self, folder: Path, mail: Stored) -> None:
        try:
            read = letter(mail)
        except FileNotFoundError:
            # Its reader has moved it just now, under the same name.
            moved = maildir.find(folder, mail.name)
            assert moved is not None, f"{mail.path} is gone"
            read = letter(moved)
        self._endings += read.kind == ENDING
        if not self._quiet:
            self.say(self._line(folder, read))

    def _line(self, folder: Path, read: Letter) -> str:
        who = maildir.address_of(folder).partition("@")[0]
        way = "<" if read.stored.path.parent.parent.name == maildir.SENT else ">"
        seconds = time.monotonic() - self._began
        return f"{seconds:6.1f} s  {way} {who:8} {read.header('Subject')}"
