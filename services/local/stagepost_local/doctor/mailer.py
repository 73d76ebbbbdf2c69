"""The mailer's processes by their signs of life, and what waits for them or for the operator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from redis import Redis, RedisError
from rq import Worker

from stagepost_contracts.keys import WATCHER_HEARTBEAT, dues, hooks_due, outbox, partitions
from stagepost_local.doctor.findings import Finding, Findings, ok, skipped, warning, wrong
from stagepost_local.doctor.patient import Patient
from stagepost_mailer.inbox import keys
from stagepost_mailer.outbox.ledger import failures_index
from stagepost_mailer.outbox.relay import shunt_key
from stagepost_mailer.receiver import HEARTBEAT_KEY
from stagepost_mailer.settings import REDIS_URL_HERE
from stagepost_mailer.time.queue import open_queue

LATE_SECONDS: Final = 120.0
OUTBOX_MOST: Final = 100


def processes_alive(patient: Patient) -> Findings:
    """Watcher and receiver leave a sign of life in the store, workers in the queue."""
    try:
        yield from _processes(patient)
    except (RedisError, OSError):
        yield skipped("mailer: processes", "The store or the queue does not answer.")


def nothing_waits(patient: Patient) -> Findings:
    """What has come to a stop, and what waits for the operator."""
    try:
        yield from _backlog(patient)
    except (RedisError, OSError):
        yield skipped("backlog: all", "The store does not answer.")


def _processes(patient: Patient) -> Findings:
    with _store(patient) as store:
        for name, key in (("watcher", WATCHER_HEARTBEAT), ("receiver", HEARTBEAT_KEY)):
            yield _alive(store, name, key)
    with _queue(patient) as queue:
        workers = Worker.count(queue=open_queue(queue))
    if workers:
        yield ok("mailer: worker", f"Workers that look after the queue: {workers}.")
    else:
        said = "No worker looks after the queue: no mail is read, and none goes out."
        yield wrong("mailer: worker", said, "Start one: python -m stagepost_mailer.worker")


def _backlog(patient: Patient) -> Findings:
    with _store(patient) as store:
        yield from _for_the_operator(store)
        yield from _standing_still(store)


def _for_the_operator(store: Redis) -> Findings:
    yield _noted(
        "backlog: put aside",
        _sum(store, lambda where: store.zcard(keys.shunt(where))),
        "mails are put aside for you",
        "See `stagepost shunt list`; release or drop each.",
    )
    yield _noted(
        "backlog: not sent",
        _sum(store, lambda where: store.zcard(failures_index(where))),
        "mails did not go out",
        "See `stagepost mail failed` for the reasons.",
    )
    yield _noted(
        "backlog: notices unread",
        _sum(store, lambda where: store.llen(shunt_key(where))),
        "notices of the engine could not be read by the mailer",
        "Bring engine and mailer to one version; then see outbox:shunt in the store.",
    )


def _standing_still(store: Redis) -> Findings:
    seconds, _ = store.time()
    late = float(seconds) - LATE_SECONDS
    indexes: tuple[tuple[str, Callable[[str], str], str], ...] = (
        ("backlog: dues", dues, "deadlines or reminders are overdue"),
        ("backlog: mail in", keys.pending, "mails came two minutes ago and are not read"),
        ("backlog: webhooks", hooks_due, "webhooks are not called in time"),
    )
    for check, index, what in indexes:
        yield _stopped(check, _overdue(store, index, late), what)
    waiting = _sum(store, lambda where: store.xlen(outbox(where)))
    yield _stopped("backlog: notices", waiting, "notices wait in the outbox", least=OUTBOX_MOST)


def _overdue(store: Redis, index: Callable[[str], str], late: float) -> int:
    return _sum(store, lambda where: store.zcount(index(where), "-inf", late))


def _store(patient: Patient) -> Redis:
    return _client(patient, patient.setting("REDIS_URL", REDIS_URL_HERE))


def _queue(patient: Patient) -> Redis:
    store = patient.setting("REDIS_URL", REDIS_URL_HERE)
    return _client(patient, patient.setting("QUEUE_REDIS_URL", store))


def _client(patient: Patient, url: str) -> Redis:
    seconds = patient.seconds
    return Redis.from_url(url, socket_timeout=seconds, socket_connect_timeout=seconds)


def _alive(store: Redis, name: str, key: str) -> Finding:
    seen = store.get(key)
    if seen is None:
        said = f"No {name} has given a sign of life within a minute."
        return wrong(f"mailer: {name}", said, f"Start one: python -m stagepost_mailer.{name}")
    seconds, _ = store.time()
    age = max(0.0, float(seconds) - float(seen))
    return ok(f"mailer: {name}", f"It gave a sign of life {age:.0f} seconds ago.")


def _sum(store: Redis, count: Callable[[str], object]) -> int:
    return sum(int(str(count(where))) for where in partitions())


def _noted(check: str, count: int, what: str, remedy: str) -> Finding:
    return warning(check, f"{count} {what}.", remedy) if count else ok(check, f"No {what}.")


def _stopped(check: str, count: int, what: str, least: int = 1) -> Finding:
    if count < least:
        return ok(check, f"No {what}." if not count else f"{count} {what}.")
    remedy = "See that watcher and worker run, and what their logs say."
    return wrong(check, f"{count} {what}.", remedy)
