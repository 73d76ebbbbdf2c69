"""The file that holds one match: the engine's backup of it and its mails, under one checksum."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final

import msgspec

from stagepost_contracts.backups import MatchBackup
from stagepost_contracts.ids import MatchId
from stagepost_local.secret_keys import write_private
from stagepost_mailer.inbox.bundle import Bundle

FORM: Final = "stagepost-match"
SCHEMA: Final = 1
SUFFIX: Final = ".stagepost.json"
SCHEMA_FIRST: Final = 1


class BackupFile(msgspec.Struct, frozen=True):
    """`sha256` is over the two parts as they stand here, with a line feed between them.

    Without `mail` no raw mail is in it.
    """

    form: str
    schema: int
    sha256: str
    backup: msgspec.Raw
    mail: msgspec.Raw = msgspec.Raw(b"null")

    @property
    def match(self) -> MatchId:
        return msgspec.json.decode(self.backup, type=MatchBackup).match

    @property
    def bundle(self) -> Bundle | None:
        return msgspec.json.decode(self.mail, type=Bundle | None)


class NoBackup(ValueError):
    """A sentence for the operator: what is wrong with a file, and what would do."""


def made(backup: bytes, bundle: Bundle | None) -> BackupFile:
    """Return the file of a match; `backup` is the engine's answer."""
    mail = msgspec.json.encode(bundle)
    raw = (msgspec.Raw(backup), msgspec.Raw(mail))
    return BackupFile(FORM, SCHEMA, _digest(*raw), *raw)


def write(path: Path, file: BackupFile) -> int:
    """Write it so that only its owner reads it, and return how many bytes it has."""
    text = msgspec.json.encode(file)
    write_private(path, text)
    return len(text)


def read(path: Path) -> BackupFile:
    """Return what a file holds. Raises NoBackup."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=BackupFile)
    except OSError as error:
        raise NoBackup(f"{path} cannot be read: {error.strerror}.") from error
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise NoBackup(f"{path} is no backup of a match. `stagepost export` writes one.") from error
    if found.form != FORM or found.schema < SCHEMA_FIRST:
        raise NoBackup(f"{path} is no backup of a match. `stagepost export` writes one.")
    if found.schema > SCHEMA:
        raise NoBackup(
            f"{path} is of a later form ({found.schema}) than this version reads ({SCHEMA}). "
            "Upgrade Stagepost here first."
        )
    if found.sha256 != _digest(found.backup, found.mail):
        raise NoBackup(
            f"{path} was cut off or changed since it was written: its checksum is another. "
            "Take another copy of it."
        )
    try:
        _ = (found.match, found.bundle)
    except msgspec.MsgspecError as error:
        raise NoBackup(f"{path} does not hold what a backup holds: {error}.") from error
    return found


def _digest(backup: msgspec.Raw, mail: msgspec.Raw) -> str:
    return hashlib.sha256(bytes(backup) + b"\n" + bytes(mail)).hexdigest()
