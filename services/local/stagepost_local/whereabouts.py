"""Where the running house of a data folder is found: a file that `stagepost up` leaves there."""

from __future__ import annotations

from pathlib import Path

import msgspec

from stagepost_local import secret_keys
from stagepost_local.secret_keys import write_private
from stagepost_local.settings import BadSetting

FILE = "house.json"


class Whereabouts(msgspec.Struct, frozen=True):
    """Addresses of a house that runs; a port 0 is not open."""

    engine: str
    page: str
    pid: int
    store: str = ""
    receiver: int = 0
    lmtp: int = 0
    post_office: int = 0


def leave(data: Path, whereabouts: Whereabouts) -> None:
    write_private(data / FILE, msgspec.json.encode(whereabouts))


def clear(data: Path) -> None:
    (data / FILE).unlink(missing_ok=True)


def found(data: Path) -> Whereabouts | None:
    """Return the addresses of the house that runs on the data folder, None if none is known."""
    path = data / FILE
    if not path.exists():
        return None
    try:
        return msgspec.json.decode(path.read_bytes(), type=Whereabouts)
    except (OSError, msgspec.MsgspecError) as error:
        raise BadSetting(
            f"{path} cannot be read: {error}. Delete it, and start `stagepost up` again."
        ) from error


def engine_of(data: Path) -> str:
    """Return the address of the engine that runs on the data folder, empty if none is known."""
    place = found(data)
    return place.engine if place else ""


def store_of(data: Path) -> str:
    """Return the address of the store that serves the data folder, empty if none is known."""
    place = found(data)
    return place.store if place else ""


def operator_token_of(data: Path) -> str:
    """Return the operator's token of the data folder, empty if it has none yet."""
    exists = (data / secret_keys.FILE).exists()
    return secret_keys.kept(data).operator_token if exists else ""


def service_token_of(data: Path) -> str:
    """Return what the mailer of the data folder shows the engine, empty if it has none yet."""
    exists = (data / secret_keys.FILE).exists()
    return secret_keys.kept(data).service_token if exists else ""
