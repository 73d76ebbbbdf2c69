"""The settings: readable by the services that read them, and secrets that are hard to guess."""

from __future__ import annotations

import stat
from typing import Final

from stagepost_engine.settings import SettingError
from stagepost_engine.settings import settings_from as engine_settings
from stagepost_local.doctor.findings import Findings, ok, skipped, warning, wrong
from stagepost_local.doctor.patient import Patient
from stagepost_local.settings import PREFIX
from stagepost_mailer.imap.host import imap_host
from stagepost_mailer.settings import Unset
from stagepost_mailer.settings import settings_from as mailer_settings
from stagepost_mailer.smtp.host import smtp_host

LETTERS_LEAST: Final = 16
KINDS_OF_LETTERS_LEAST: Final = 6
TOKENS: Final = ("OPERATOR_TOKEN", "SERVICE_TOKEN", "MAIL_KEY")
OTHERS_MAY: Final = stat.S_IRWXO | stat.S_IRWXG
NEW_SECRET: Final = "python3 -c 'import secrets; print(secrets.token_hex(32))'"


def settings_readable(patient: Patient) -> Findings:
    """Read them as the engine and the mailer do."""
    if patient.setting("OPERATOR_TOKEN"):
        try:
            engine_settings(patient.told)
            yield ok("settings: engine", "The engine can read its settings.")
        except SettingError as error:
            yield wrong("settings: engine", str(error), "Change that setting and start it again.")
    else:
        yield skipped(
            "settings: engine", f"{PREFIX}OPERATOR_TOKEN is not set here; only the engine needs it."
        )
    try:
        mailer = mailer_settings(patient.told)
        smtp_host(mailer.smtp_url)
        if mailer.imap_url:
            imap_host(mailer.imap_url)
        yield ok("settings: mailer", "The mailer can read its settings.")
    except (Unset, ValueError) as error:
        yield wrong("settings: mailer", str(error), "Change that setting and start it again.")


def secrets_strong(patient: Patient) -> Findings:
    """Long enough, not written by hand, and each another one."""
    for name in TOKENS:
        yield from _secret(patient, name)
    known = [patient.setting(name) for name in TOKENS if patient.setting(name)]
    if len(set(known)) < len(known):
        yield wrong(
            "secrets: apart",
            "Two of the secrets are the same.",
            f"Who holds one holds the other. Make one for each: {NEW_SECRET}",
        )


def settings_file_private(patient: Patient) -> Findings:
    """The file that a pipe of the mail host reads its settings from."""
    path = patient.settings_file
    if path is None:
        yield skipped("pipe: settings", "No settings file was named; --settings FILE looks at it.")
        return
    mode = path.stat().st_mode
    if mode & OTHERS_MAY:
        yield wrong(
            "pipe: settings",
            f"Others than its owner may read or write {path}, and it holds secrets.",
            f"chmod 600 {path}, and let its owner be the user whom the mail host runs the pipe as.",
        )
    else:
        yield ok("pipe: settings", f"Only its owner reads {path}.")


def _secret(patient: Patient, name: str) -> Findings:
    check, secret = f"secrets: {PREFIX}{name}", patient.setting(name)
    if not secret and name == "OPERATOR_TOKEN":
        yield skipped(check, "It is not set here; only the engine needs it.")
    elif not secret:
        yield wrong(check, "It is not set.", f"Make one, and set it for every part: {NEW_SECRET}")
    elif len(secret) < LETTERS_LEAST:
        said = f"It has {len(secret)} letters, fewer than {LETTERS_LEAST}: it can be guessed."
        yield wrong(check, said, f"Make a longer one: {NEW_SECRET}")
    elif len(set(secret)) < KINDS_OF_LETTERS_LEAST:
        said = f"It has only {len(set(secret))} different letters: it can be guessed."
        yield warning(check, said, f"Make one by chance: {NEW_SECRET}")
    else:
        yield ok(check, f"It is set, with {len(secret)} letters.")
