"""A match as the operator takes it away, whole, and brings it to a house again."""

from __future__ import annotations

import msgspec

from stagepost_contracts.ids import MatchId

BACKUP_SCHEMA = 1
BACKUP_BYTES_MOST = 67_108_864  # of one match, as JSON


class BackupWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A backup of a match; without `people` no address is in it, and nobody can be mailed by it."""

    people: bool = True


class MatchBackup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that an engine keeps of one match, as it is stored: sealed moves and the seed too.

    `version` is that of the engine that made it, `at` when, in seconds since 1970 UTC. `hashes`
    and `lists` are by name; their values are in base64.
    """

    match: MatchId
    game: str
    version: str
    at: float
    hashes: dict[str, dict[str, bytes]]
    lists: dict[str, tuple[bytes, ...]]
    schema: int = BACKUP_SCHEMA


class RestoreWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A match to be brought back; with `remind` every seat is mailed where it stands."""

    backup: MatchBackup
    remind: bool = False


class MatchRestored(msgspec.Struct, frozen=True):
    """A match that is here; it is not `new` where it was brought by the same backup before."""

    match: MatchId
    game: str
    step: int
    new: bool
