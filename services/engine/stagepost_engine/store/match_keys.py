"""Every key that a match has of the engine, in one list: a backup holds all of them.

A key that is added to a match is added here. What is on its way stays where it is: answers under
idempotency keys, tokens that wait to be mailed, and events that wait for a webhook.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from stagepost_contracts import keys as shared_keys
from stagepost_contracts.ids import MatchId
from stagepost_contracts.mails import MAILS_SECONDS
from stagepost_engine.store import keys


@dataclass(frozen=True, slots=True)
class MatchKey:
    """One key by the name that it has in a backup.

    A `personal` one holds addresses or secrets of players; one with `seconds` is forgotten so
    long after its last change.
    """

    name: str
    key: Callable[[MatchId], str]
    kind: Literal["hash", "list"]
    personal: bool = False
    seconds: int = 0


ENVELOPE: Final = "envelope"
JOURNAL: Final = "journal"
RECORD: Final = "record"
EVENTS: Final = "events"
PEOPLE: Final = "people"
MAILS: Final = "mails"
HOOKS: Final = "hooks"

MATCH_KEYS: Final = (
    MatchKey(ENVELOPE, keys.envelope, "hash"),
    MatchKey(JOURNAL, keys.journal, "list"),
    MatchKey(RECORD, keys.record, "list"),
    MatchKey(EVENTS, keys.events, "list"),
    MatchKey(PEOPLE, shared_keys.people, "hash", personal=True),
    MatchKey(MAILS, shared_keys.mails, "hash", seconds=MAILS_SECONDS),
    MatchKey(HOOKS, shared_keys.hooks, "hash", personal=True),
)
