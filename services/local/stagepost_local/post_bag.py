"""Everything that was mailed, in one file: the mbox that any mail program opens."""

from __future__ import annotations

import mailbox
import time
from collections.abc import Iterator
from pathlib import Path

from stagepost_local import maildir
from stagepost_local.maildir import Stored


def mails(root: Path) -> Iterator[tuple[Path, Stored]]:
    """Yield every mail below `root`, received or sent, with its mailbox."""
    for folder in maildir.mailboxes(root):
        for box in (folder, folder / maildir.SENT):
            for mail in maildir.every(box):
                yield folder, mail


def tied(root: Path, path: Path) -> int:
    """Write every mail below `root` to an mbox in the order of time; return how many there are."""
    path.unlink(missing_ok=True)
    bag = mailbox.mbox(path, create=True)
    count = 0
    try:
        for folder, mail in sorted(mails(root), key=lambda pair: pair[1].name):
            message = mailbox.mboxMessage(mail.raw())
            message.set_from(maildir.address_of(folder), time.gmtime(mail.arrived))
            bag.add(message)
            count += 1
        bag.flush()
    finally:
        bag.close()
    return count
