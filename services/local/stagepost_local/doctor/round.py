"""All checks, in the order in which they are told."""

from __future__ import annotations

from typing import Final

from stagepost_local.doctor.clocks import clocks_agree
from stagepost_local.doctor.engine import engine_well
from stagepost_local.doctor.findings import Check
from stagepost_local.doctor.ground import folder_sound
from stagepost_local.doctor.mail_in import certificate_fits, mailbox_opens, ports_open
from stagepost_local.doctor.mail_out import host_takes_mail
from stagepost_local.doctor.mailer import nothing_waits, processes_alive
from stagepost_local.doctor.names import domain_known
from stagepost_local.doctor.store import queue_sound, store_sound
from stagepost_local.doctor.told import secrets_strong, settings_file_private, settings_readable

CHECKS: Final = (
    Check("settings", settings_readable),
    Check("secrets", secrets_strong),
    Check("pipe", settings_file_private),
    Check("store", store_sound),
    Check("queue", queue_sound),
    Check("engine", engine_well),
    Check("mailer", processes_alive),
    Check("receiver", ports_open),
    Check("certificate", certificate_fits),
    Check("smtp", host_takes_mail),
    Check("imap", mailbox_opens),
    Check("dns", domain_known),
    Check("clock", clocks_agree),
    Check("disk", folder_sound),
    Check("backlog", nothing_waits),
)
