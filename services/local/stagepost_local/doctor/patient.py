"""The house that is looked at: its settings as its services have them, and where it is kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from stagepost_local import secret_keys, settings, whereabouts
from stagepost_local.ports import LOOPBACK
from stagepost_local.settings import PREFIX

SECRETS = ("OPERATOR_TOKEN", "SERVICE_TOKEN", "MAIL_KEY", "WEBHOOK_SECRET")
ADDRESSES = ("REDIS_URL", "QUEUE_REDIS_URL", "SMTP_URL", "IMAP_URL", "ENGINE_URL")
# A shorter word would be found, and taken out, in the midst of others.
SECRET_LETTERS_LEAST = 4


@dataclass(frozen=True, slots=True)
class Patient:
    """One house. `here` is whether `stagepost up` runs it from the folder `data`.

    `dns` is a name server to ask instead of this machine's, `selector` that of the DKIM key.
    """

    told: Mapping[str, str]
    data: Path
    here: bool = False
    settings_file: Path | None = None
    dns: str = ""
    selector: str = ""
    seconds: float = 5.0

    def setting(self, name: str, usual: str = "") -> str:
        return self.told.get(f"{PREFIX}{name}", "") or usual

    @property
    def mail_domain(self) -> str:
        return self.setting("MAIL_DOMAIN", "stagepost.localhost").lower().rstrip(".")

    def without_secrets(self, text: str) -> str:
        """Return the text without any token, key or password of the settings."""
        for secret in sorted(self._secrets(), key=len, reverse=True):
            text = text.replace(secret, "[secret]")
        return text

    def _secrets(self) -> set[str]:
        found = {self.setting(name) for name in SECRETS}
        for name in ADDRESSES:
            password = _password_of(self.setting(name))
            found |= {password, unquote(password)}
        return {secret for secret in found if len(secret) >= SECRET_LETTERS_LEAST}


def patient_of(environment: Mapping[str, str]) -> Patient:
    """Return the house of these settings, and that of the data folder where it runs."""
    here = settings.from_environment(environment)
    place = whereabouts.found(here.data)
    if place is None:
        return Patient(here.passed, here.data)
    return Patient({**here.passed, **_told_by(here, place)}, here.data, here=True)


def _told_by(here: settings.Settings, place: whereabouts.Whereabouts) -> dict[str, str]:
    """Return what `stagepost up` tells its services and has not from its own settings."""
    secrets = secret_keys.kept(here.data, here.passed)
    own = {
        "REDIS_URL": place.store,
        "ENGINE_URL": place.engine,
        "MAIL_DOMAIN": here.mail_domain,
        "SERVICE_TOKEN": secrets.service_token,
        "OPERATOR_TOKEN": secrets.operator_token,
        "MAIL_KEY": secrets.mail_key,
        "SMTP_PORT_IN": str(place.receiver or ""),
        "LMTP_PORT_IN": str(place.lmtp or ""),
        "SMTP_URL": here.smtp_url or f"smtp://{LOOPBACK}:{place.post_office}",
    }
    return {f"{PREFIX}{name}": value for name, value in own.items() if value}


def _password_of(url: str) -> str:
    try:
        return urlsplit(url).password or ""
    except ValueError:
        return ""
