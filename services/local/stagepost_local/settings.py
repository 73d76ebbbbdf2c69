"""The settings of one box, read from the environment in this one place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from stagepost_local.ports import Ports

DATA = Path("var")
MAIL_DOMAIN = "mail.stagepost.localhost"
PREFIX = "STAGEPOST_"
PORTS = 65_536


class BadSetting(ValueError):
    """A sentence for whoever typed the command: which setting or file of ours cannot be read."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Where things are kept, and which real servers take the place of the embedded ones.

    `passed` are the house's settings as the environment has them; its services get them too.
    """

    data: Path = DATA
    redis_url: str = ""
    smtp_url: str = ""
    mail_domain: str = MAIL_DOMAIN
    zone: str = "UTC"
    ports: Ports = field(default_factory=Ports)
    passed: Mapping[str, str] = field(default_factory=dict)


def from_environment(environment: Mapping[str, str], data: Path | None = None) -> Settings:
    """Return the settings that the environment names, and the usual ones for the rest."""
    passed = {name: value for name, value in environment.items() if name.startswith(PREFIX)}

    def setting(name: str, usual: str = "") -> str:
        return passed.get(f"{PREFIX}{name}", "") or usual

    return Settings(
        data=data or Path(setting("DATA", str(DATA))),
        redis_url=setting("REDIS_URL"),
        smtp_url=setting("SMTP_URL"),
        mail_domain=setting("MAIL_DOMAIN", MAIL_DOMAIN),
        zone=setting("ZONE") or zone_of_this_machine(),
        ports=Ports(
            engine=_port("ENGINE_PORT", setting("ENGINE_PORT", str(Ports.engine))),
            page=_port("POST_PORT", setting("POST_PORT", str(Ports.page))),
            post_office=_port("POST_SMTP_PORT", setting("POST_SMTP_PORT", str(Ports.post_office))),
            receiver=_port("SMTP_PORT_IN", setting("SMTP_PORT_IN", str(Ports.receiver))),
            lmtp=_port("LMTP_PORT_IN", setting("LMTP_PORT_IN", str(Ports.lmtp))),
        ),
        passed=passed,
    )


def _port(name: str, written: str) -> int:
    if not written.isdecimal() or int(written) >= PORTS:
        raise BadSetting(f"{PREFIX}{name} is “{written}”; write a port, 0 to {PORTS - 1}.")
    return int(written)


def zone_of_this_machine(localtime: Path = Path("/etc/localtime")) -> str:
    """Return the machine's time zone by its name, UTC where it does not say."""
    name = str(localtime.resolve()).partition("/zoneinfo/")[2]
    try:
        return ZoneInfo(name.removeprefix("Etc/")).key if name else "UTC"
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return "UTC"
