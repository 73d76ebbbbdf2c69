"""How mails, notices and dues become items of the work lists, and what they are read back from."""

from __future__ import annotations

from collections.abc import Sequence

from stagepost_contracts.dues import Due
from stagepost_contracts.ids import MatchId
from stagepost_contracts.notices import Notice
from stagepost_mailer.outbox.relay import notice_job_id
from stagepost_mailer.time.lists import WorkLists
from stagepost_mailer.time.queue import JobQueue, due_job_id, mail_job_id
from stagepost_mailer.time.sweep import Found, named
from stagepost_mailer.time.work import Item, Kind

MICROS = 1_000_000


def mail_item(match: MatchId, intake: str, received: float) -> Item:
    """Mails of a match are read in order of receipt, and answered in that order."""
    return Item(f"{match}/{intake}", turn=round(received * MICROS))


def notice_item(notice: Notice, written: str) -> Item:
    """Notices to a seat are sent in the order in which they were committed."""
    return Item(f"{notice.match}:{notice.seat}/{notice_job_id(notice.key)}", written)


def due_item(due: Due, written: str) -> Item:
    return Item(f"{due.match}/{due_job_id(due)}", written, turn=round(due.at * MICROS))


def alone(jobs: JobQueue, kind: Kind, item: Item, *, later: bool = False) -> None:
    """Gives the item a job of its own, with tries and pauses; `later` after the first pause."""
    match kind:
        case "mail" | "letter":
            jobs.put_mail(*named(item.id), later=later)
        case "notice":
            jobs.put_notice(item.id.rpartition("/")[2], item.body, later=later)
        case "due":
            # It stands, and the watcher puts it again.
            pass


def after_a_kill(jobs: JobQueue, kind: Kind, item: Item, kills: int) -> None:
    """It may be what killed the worker: it runs alone, a due from the second time on.

    There are many dues in hand at once, and nothing of a player's is read for them.
    """
    if kind != "due":
        alone(jobs, kind, item)
    elif kills > 1:
        jobs.put_due(item.id.rpartition("/")[2], item.body)


class Putters:
    """What the watcher finds, put into the lists."""

    def __init__(self, lists: WorkLists, jobs: JobQueue) -> None:
        self._lists = lists
        self._jobs = jobs

    def mails(self, found: Sequence[Found]) -> int:
        """Puts those that nobody has in hand."""
        without = self._jobs.without_jobs([mail_job_id(intake) for _, intake, _, _ in found])
        new = 0
        kinds: tuple[Kind, ...] = ("mail", "letter")
        for kind in kinds:
            free = [
                mail_item(match, intake, at)
                for match, intake, at, wanted in found
                if wanted == kind and mail_job_id(intake) in without
            ]
            new += self._lists.put(kind, free)
        return new

    def notices(self, found: Sequence[tuple[Notice, str]]) -> int:
        return self._lists.put("notice", [notice_item(*one) for one in found])

    def dues(self, found: Sequence[tuple[Due, str]]) -> int:
        """Puts those that have no job of their own."""
        if not found:
            return 0
        without = self._jobs.without_jobs([due_job_id(due) for due, _ in found])
        free = [due_item(*one) for one in found if due_job_id(one[0]) in without]
        return self._lists.put("due", free)
