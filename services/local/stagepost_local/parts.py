"""Which processes make up the house, and what each of them is told."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass

from stagepost_local import maildir
from stagepost_local.ports import LOOPBACK, Ports
from stagepost_local.secret_keys import Secrets
from stagepost_local.settings import PREFIX, Settings
from stagepost_local.supervisor import Part

POST = "post"
# What any process needs of its surroundings; nothing of the house's own is among it.
PLAIN = ("HOME", "LANG", "LC_ALL", "PATH", "PYTHONPATH", "TMPDIR", "TZ", "VIRTUAL_ENV")
# Whoever plays with the post office page answers faster than a mail program lets people.
GENEROUS = {
    f"{PREFIX}MAILS_AN_HOUR": "1000",
    f"{PREFIX}MAILS_A_PHASE": "1000",
    f"{PREFIX}RECEIPTS_AN_HOUR": "1000",
    f"{PREFIX}DOMAIN_MAILS_AN_HOUR": "10000",
}
WRITERS_FIRST, MAIL_NEXT, ENGINE_LAST = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Correspondent:
    """A program that plays: its address, and what its dice are made from, fresh chance if empty."""

    address: str
    seed: str = ""


def services(
    settings: Settings,
    secrets: Secrets,
    ports: Ports,
    redis_url: str,
    surroundings: Mapping[str, str],
    *,
    allow_seeds: bool = False,
) -> tuple[Part, ...]:
    """Return the engine and the three processes of the mailer."""
    both = {
        **plain(surroundings),
        **settings.passed,
        **_prefixed(
            REDIS_URL=redis_url,
            QUEUE_REDIS_URL=settings.passed.get(f"{PREFIX}QUEUE_REDIS_URL", redis_url),
            SERVICE_TOKEN=secrets.service_token,
            ENGINE_URL=engine_url(ports),
            MAIL_DOMAIN=settings.mail_domain,
        ),
    }
    engine = both | _engine_alone(settings, secrets, ports, allow_seeds=allow_seeds)
    generous = {} if settings.smtp_url else GENEROUS
    mailer = generous | both | _mailer_alone(settings, secrets, ports)
    return (
        Part("engine", module("stagepost_engine.app"), engine, ENGINE_LAST),
        *(
            Part(name, module(f"stagepost_mailer.{name}"), mailer, MAIL_NEXT)
            for name in ("worker", "receiver", "watcher")
        ),
    )


def post_office(
    settings: Settings,
    ports: Ports,
    humans: tuple[str, ...],
    programs: tuple[str, ...],
    surroundings: Mapping[str, str],
) -> Part:
    """Return the post office; it knows none of the house's secrets."""
    command = module(
        "stagepost_local.post",
        *("--root", str(settings.data / POST)),
        *("--smtp-port", str(ports.post_office)),
        *("--page-port", str(ports.page)),
        *("--answers-to", f"{LOOPBACK}:{ports.receiver}"),
        *(word for address in humans for word in ("--human", address)),
        *(word for address in programs for word in ("--program", address)),
    )
    return Part("post-office", command, plain(surroundings), MAIL_NEXT)


def correspondent(
    settings: Settings, ports: Ports, who: Correspondent, surroundings: Mapping[str, str]
) -> Part:
    """Return a correspondent; all that it is told are a mailbox and an SMTP address."""
    command = module(
        "stagepost_local.correspondent",
        *("--smtp", f"{LOOPBACK}:{ports.receiver}"),
        *("--mailbox", str(maildir.folder_of(settings.data / POST, who.address))),
        *("--address", who.address),
        *(("--seed", who.seed) if who.seed else ()),
    )
    name = f"correspondent-{who.address.partition('@')[0]}"
    return Part(name, command, plain(surroundings), WRITERS_FIRST)


def engine_url(ports: Ports) -> str:
    return f"http://{LOOPBACK}:{ports.engine}"


def page_url(ports: Ports, address: str = "") -> str:
    return f"http://{LOOPBACK}:{ports.page}/{f'box/{address}' if address else ''}"


def module(name: str, *arguments: str) -> tuple[str, ...]:
    return (sys.executable, "-m", name, *arguments)


def plain(surroundings: Mapping[str, str]) -> dict[str, str]:
    """Return the surroundings without any of our settings."""
    kept = {name: surroundings[name] for name in PLAIN if name in surroundings}
    return {**kept, "PYTHONUNBUFFERED": "1"}


def _engine_alone(
    settings: Settings, secrets: Secrets, ports: Ports, *, allow_seeds: bool
) -> dict[str, str]:
    return _prefixed(
        OPERATOR_TOKEN=secrets.operator_token,
        ENGINE_HOST=settings.passed.get(f"{PREFIX}ENGINE_HOST", LOOPBACK),
        ENGINE_PORT=str(ports.engine),
        ALLOW_SEEDS="1" if allow_seeds else "",
    )


def _mailer_alone(settings: Settings, secrets: Secrets, ports: Ports) -> dict[str, str]:
    return _prefixed(
        MAIL_KEY=secrets.mail_key,
        SMTP_URL=settings.smtp_url or f"smtp://{LOOPBACK}:{ports.post_office}",
        RECEIVER_HOST=settings.passed.get(f"{PREFIX}RECEIVER_HOST", LOOPBACK),
        SMTP_PORT_IN=str(ports.receiver),
        LMTP_PORT_IN=str(ports.lmtp),
    )


def _prefixed(**told: str) -> dict[str, str]:
    return {f"{PREFIX}{name}": value for name, value in told.items() if value}
