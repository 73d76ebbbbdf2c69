"""The store and the queue: reachable, scripts allowed, on disk before yes, and nothing evicted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from redis import AuthenticationError, Redis, RedisError, ResponseError

from stagepost_local.addresses import shown
from stagepost_local.doctor.findings import Finding, Findings, ok, warning, wrong
from stagepost_local.doctor.patient import Patient
from stagepost_local.settings import PREFIX
from stagepost_mailer.settings import REDIS_URL_HERE

REDIS_LEAST: Final = (6, 2)
REWRITES: Final = ("aof_last_bgrewrite_status", "rdb_last_bgsave_status")
MEGABYTE: Final = 1_000_000
FULL: Final = 0.8
ECHO: Final = "return redis.call('TIME')[1]"
# What the server says yes to is then on disk, and stays there.
WANTED: Final = (
    (
        "appendonly",
        "yes",
        "It keeps nothing on disk as it goes: a restart loses matches and mail.",
    ),
    (
        "appendfsync",
        "always",
        "It says yes before a write is on disk: a power cut takes mail that was acknowledged.",
    ),
    (
        "maxmemory-policy",
        "noeviction",
        "It throws keys away when it is full: matches would be forgotten.",
    ),
)


def store_sound(patient: Patient) -> Findings:
    """Matches, mail and dues."""
    url = patient.setting("REDIS_URL", REDIS_URL_HERE)
    with _reached(patient, url) as client:
        found = _answer(client, "store", url, "REDIS_URL")
        yield found
        if found.state == "wrong":
            return
        yield _scripts(client)
        yield from _durable(client, "store")
        yield _written(client)
        yield _roomy(client)
        yield _alone(client, "store")


def queue_sound(patient: Patient) -> Findings:
    """The jobs of RQ, where they have a server of their own."""
    store = patient.setting("REDIS_URL", REDIS_URL_HERE)
    url = patient.setting("QUEUE_REDIS_URL", store)
    if url == store:
        yield ok("queue: reachable", "The queue is in the store itself.")
        return
    with _reached(patient, url) as client:
        found = _answer(client, "queue", url, "QUEUE_REDIS_URL")
        yield found
        if found.state == "ok":
            yield from _durable(client, "queue", wanted=WANTED[2:])
            yield _alone(client, "queue")


@contextmanager
def _reached(patient: Patient, url: str) -> Iterator[Redis]:
    seconds = patient.seconds
    with Redis.from_url(url, socket_timeout=seconds, socket_connect_timeout=seconds) as client:
        yield client


def _answer(client: Redis, name: str, url: str, setting: str) -> Finding:
    check, where = f"{name}: reachable", shown(url)
    try:
        info: dict[str, Any] = client.info("server")
    except AuthenticationError as error:
        remedy = (
            f"Write user and password into {PREFIX}{setting}: redis://user:password@host:6379/0"
        )
        return wrong(check, f"{where} refuses us: {error}", remedy)
    except (RedisError, OSError) as error:
        remedy = f"Start the server, or set {PREFIX}{setting} to where it is."
        return wrong(check, f"{where} does not answer: {error}", remedy)
    kind = "Valkey" if "valkey_version" in info else "Redis"
    version = str(info.get("valkey_version") or info["redis_version"])
    said = f"{kind} {version} answers at {where}."
    if tuple(map(int, version.split(".")[:2])) < REDIS_LEAST:
        return warning(check, said, f"It is old; take Redis {REDIS_LEAST[0]}.{REDIS_LEAST[1]} up.")
    return ok(check, said)


def _scripts(client: Redis) -> Finding:
    try:
        client.eval(ECHO, 0)
    except RedisError as error:
        remedy = "Allow EVAL and EVALSHA to our user: ACL SETUSER <user> +@scripting."
        return wrong("store: scripts", f"It runs no scripts for us: {error}", remedy)
    return ok("store: scripts", "It runs scripts.")


def _durable(
    client: Redis, name: str, wanted: tuple[tuple[str, str, str], ...] = WANTED
) -> Findings:
    for setting, value, why in wanted:
        check = f"{name}: {setting}"
        try:
            found = dict(client.config_get(setting)).get(setting)
        except ResponseError as error:
            said = f"It does not tell its {setting}: {error}"
            yield warning(check, said, f"Ask who runs it whether {setting} is {value}.")
            continue
        if found == value:
            yield ok(check, f"{setting} is {value}.")
        else:
            remedy = (
                f"valkey-cli config set {setting} {value}, and write it into its configuration."
            )
            yield wrong(check, f"{setting} is {found}. {why}", remedy)


def _written(client: Redis) -> Finding:
    check, info = "store: writes", client.info("persistence")
    told = {name: info.get(name, "ok") for name in ("aof_last_write_status", *REWRITES)}
    failed = sorted(name for name, status in told.items() if status != "ok")
    if failed:
        remedy = "See its log, and whether its disk is full."
        return wrong(check, f"Its last write to disk failed: {', '.join(failed)}.", remedy)
    return ok(check, "Its last writes to disk went well.")


def _roomy(client: Redis) -> Finding:
    check, info = "store: memory", client.info("memory")
    used, most = int(info["used_memory"]), int(info.get("maxmemory") or 0)
    said = f"{used / MEGABYTE:,.0f} MB are used" + (f" of {most / MEGABYTE:,.0f}." if most else ".")
    if most and used > FULL * most:
        return warning(check, said, "Give it more: a full store takes neither moves nor mail.")
    return ok(check, said)


def _alone(client: Redis, name: str) -> Finding:
    check = f"{name}: one server"
    if client.info("cluster").get("cluster_enabled"):
        remedy = "Give our processes one server, or a proxy before the cluster."
        return wrong(check, "It is a node of a cluster; we follow no redirections.", remedy)
    if client.info("replication").get("role") != "master":
        remedy = "Name the primary; a replica takes no writes."
        return wrong(check, "It is a replica.", remedy)
    return ok(check, "It is one server, and takes writes.")
