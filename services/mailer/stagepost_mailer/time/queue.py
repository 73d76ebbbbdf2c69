"""The queue of jobs: each job has an id of its own, and the same id twice is once."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from redis import Redis
from rq import Queue, Retry
from rq.exceptions import DuplicateJobError
from rq.intermediate_queue import IntermediateQueue
from rq.job import Job
from rq.serializers import JSONSerializer

from stagepost_contracts.dues import Due
from stagepost_contracts.ids import MatchId
from stagepost_contracts.jobs import COME_DUE, DRAIN, MAKE_GOOD, QUEUE, READ_MAIL, SEND_NOTICE

# A mail host may be away for two days: what RFC 5321 asks of a sender, and then some.
NOTICE_PAUSES = (2, 5, 15, 60, 300, 900, *(3600,) * 48)
# The sweep puts a mail again once these are used up, for as long as it is pending.
MAIL_PAUSES = (1, 2, 5, 15, 30, 60)
# A due stands until the engine takes it away, and is put again.
DUE_PAUSES = (1, 1, 2, 5)
# A failed job must let go of its id, or it could not be put again.
FAILED_SECONDS = 20
FAILED_NOTICE_SECONDS = 90 * 24 * 3600
SENT_SECONDS = 24 * 3600
LOCK_SECONDS = 30
STUCK_SECONDS = 10
# A drain takes no more work after this: what else is on the queue has its turn.
DRAIN_SECONDS_MOST = 5


class HouseIntermediate(IntermediateQueue):
    """Jobs between the queue and their start, where they are for a moment or for good."""

    def should_be_cleaned_up(self, job_id: str) -> bool:
        seen = self.get_first_seen(job_id)
        return seen is not None and datetime.now(UTC) - seen > timedelta(seconds=STUCK_SECONDS)


class HouseQueue(Queue):
    """RQ's queue, where what a killed worker held is free after seconds, not minutes."""

    @property
    def intermediate_queue(self) -> IntermediateQueue:
        return HouseIntermediate(self.key, connection=self.connection)

    def acquire_maintenance_lock(self) -> bool:
        return bool(self.connection.set(self.registry_cleaning_key, 1, nx=True, ex=LOCK_SECONDS))


def open_queue(redis: Redis) -> HouseQueue:
    """JSON, never pickle: whoever can write to Redis can not make us run code."""
    return HouseQueue(QUEUE, connection=redis, serializer=JSONSerializer)


@dataclass(frozen=True, slots=True)
class Kind:
    """How jobs of one name run: pauses between tries, their time, and the id's after the end."""

    name: str
    pauses: tuple[int, ...]
    job_seconds_most: int
    keep_seconds: int
    failed_seconds: int


# A relay that was killed half-way puts the same notice again: its id stays taken for a day.
NOTICE = Kind(SEND_NOTICE, NOTICE_PAUSES, 60, SENT_SECONDS, FAILED_NOTICE_SECONDS)
# The ids of these are free once they are done, for the sweep and the due index put them again.
MAIL = Kind(READ_MAIL, MAIL_PAUSES, 60, 0, FAILED_SECONDS)
DUE = Kind(COME_DUE, DUE_PAUSES, 20, 0, FAILED_SECONDS)
# Rare, and it asks each match: the engine may need its time.
OUTAGE = Kind(MAKE_GOOD, MAIL_PAUSES, 60, 0, FAILED_SECONDS)


class JobQueue:
    """Puts the five jobs. `pauses`, where given, replace every job's own."""

    def __init__(self, queue: Queue, job_seconds: int, pauses: tuple[int, ...] = ()) -> None:
        self._queue = queue
        self._job_seconds = job_seconds
        self._pauses = pauses

    def put_drain(self) -> bool:
        """Before all else: what waits in the lists is many, and some of it is a deadline.

        It has no second try: what it held is found, and the next one takes what waits.
        """
        self._queue.enqueue_call(
            DRAIN,
            job_id=f"drain-{uuid.uuid4().hex}",
            timeout=DRAIN_SECONDS_MOST + self._job_seconds,
            result_ttl=0,
            failure_ttl=FAILED_SECONDS,
            description=DRAIN,
            at_front=True,
        )
        return True

    def put_notice(self, job_id: str, notice: str, *, later: bool = False) -> bool:
        """Puts a notice by itself; `later` after the first of its pauses."""
        return self._put(NOTICE, job_id, notice, later=later)

    def put_mail(self, match: MatchId, intake: str, *, later: bool = False) -> bool:
        """Puts a mail by itself; `later` after the first of its pauses."""
        return self._put(MAIL, mail_job_id(intake), match, intake, later=later)

    def put_due(self, job_id: str, due: str) -> bool:
        return self._put(DUE, job_id, due)

    def put_outage(self, since: int, until: int) -> bool:
        return self._put(OUTAGE, f"outage-{since}-{until}", str(since), str(until))

    def without_jobs(self, job_ids: Sequence[str]) -> set[str]:
        """Those that have no job of their own. One look for all: thousands may stand."""
        if not job_ids:
            return set()
        with self._queue.connection.pipeline(transaction=False) as look:
            for job_id in job_ids:
                look.exists(Job.key_for(job_id))
            found = look.execute()
        return {job_id for job_id, exists in zip(job_ids, found, strict=True) if not exists}

    def _put(self, kind: Kind, job_id: str, *args: str, later: bool = False) -> bool:
        """Whether the job is new: one with the same id may wait, run, or have run."""
        pauses = self._pauses or kind.pauses
        wanted: dict[str, Any] = {
            "args": args,
            "job_id": job_id,
            "timeout": min(self._job_seconds, kind.job_seconds_most),
            "retry": Retry(max=len(pauses), interval=pauses),
            "result_ttl": kind.keep_seconds,
            "failure_ttl": kind.failed_seconds,
            # RQ's own would be the arguments, and those are somebody's mail.
            "description": kind.name,
        }
        try:
            if later:
                moment = datetime.now(UTC) + timedelta(seconds=pauses[0])
                self._queue.schedule_job(
                    self._queue.create_job(kind.name, **wanted), moment, unique=True
                )
            else:
                self._queue.enqueue_call(kind.name, **wanted, unique=True)
        except DuplicateJobError:
            return False
        return True


def mail_job_id(intake: str) -> str:
    return f"mail-{intake}"


def due_job_id(due: Due) -> str:
    return f"due-{due.name}"
