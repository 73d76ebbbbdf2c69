"""Where the running house of a data folder is found: a file that `stagepost up` leaves there."""

from __future__ import annotations

from pathlib import Path

import msgspec

from stagepost_local import secret_keys
from stagepost_local.secret_keys import write_private

FILE = "house.json"


class Whereabouts(msgspec.Struct, frozen=True):
    """Addresses of a house that runs."""

    engine: str
    page: str
    pid: int
    store: str = ""


def leave(data: Path, whereabouts: Whereabouts) -> None:
    write_private(data / FILE, msgspec.json.encode(whereabouts))


def clear(data: Path) -> None:
    (data / FILE).unlink(missing_ok=True)


def engine_of(data: Path) -> str:
    """Return the address of the engine that runs on the data folder, empty if none is known."""
    return _found(data).engine


def store_of(data: Path) -> str:
    """Return the address of the store that serves the data folder, empty if none is known."""
    return _found(data).store


def operator_token_of(data: Path) -> str:
    """Return the operator's token of the data folder, empty if it has none yet."""
    exists = (data / secret_keys.FILE).exists()
    return secret_keys.kept(data).operator_token if exists else ""


def service_token_of(data: Path) -> str:
    """Return what the mailer of the data folder shows the engine, empty if it has none yet."""
    exists = (data / secret_keys.FILE).exists()
    return secret_keys.kept(data).service_token if exists else ""


def _found(data: Path) -> Whereabouts:
    path = data / FILE
    if not path.exists():
        return Whereabouts("", "", 0)
    return msgspec.json.decode(path.read_bytes(), type=Whereabouts)
