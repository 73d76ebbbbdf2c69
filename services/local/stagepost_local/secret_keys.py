"""The secrets of one box: made once, kept in a file that only its owner reads."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from pathlib import Path

import msgspec

from stagepost_local.settings import BadSetting

FILE = "secrets.json"


class Secrets(msgspec.Struct, frozen=True):
    """What the parts of the house show to each other."""

    service_token: str
    operator_token: str
    mail_key: str


_NAMES = Secrets.__struct_fields__


def kept(data: Path, given: Mapping[str, str] | None = None) -> Secrets:
    """Return the secrets of the data folder, made the first time; those `given` come before."""
    path = data / FILE
    if not path.exists():
        made = Secrets(secrets.token_urlsafe(32), secrets.token_urlsafe(32), secrets.token_hex(32))
        write_private(path, msgspec.json.format(msgspec.json.encode(made)))
    try:
        own = msgspec.json.decode(path.read_bytes(), type=Secrets)
    except (OSError, msgspec.MsgspecError) as error:
        raise BadSetting(
            f"{path} cannot be read: {error}. Bring it back from a backup: reply addresses are made "
            "from what stands in it."
        ) from error
    settings = {name: (given or {}).get(f"STAGEPOST_{name.upper()}", "") for name in _NAMES}
    return msgspec.structs.replace(
        own, **{name: value for name, value in settings.items() if value}
    )


def write_private(path: Path, text: bytes) -> None:
    """Write a file that only its owner reads: whole, or as it was before."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_suffix(".draft")
    draft.unlink(missing_ok=True)
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
