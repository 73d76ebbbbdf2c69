"""The names of what only the engine touches in Redis."""

from __future__ import annotations

from typing import Final

from stagepost_contracts.ids import MatchId
from stagepost_contracts.keys import partition_of


def envelope(match: MatchId) -> str:
    """Return the hash with the revision `r` and the envelope `e`."""
    return f"stagepost:{partition_of(match)}:match:{match}"


def journal(match: MatchId) -> str:
    """Return the list of journal entries."""
    return f"stagepost:{partition_of(match)}:journal:{match}"


def record(match: MatchId) -> str:
    """Return the list of record entries."""
    return f"stagepost:{partition_of(match)}:record:{match}"


def events(match: MatchId) -> str:
    """Return the list of what happened, each entry with its readers."""
    return f"stagepost:{partition_of(match)}:events:{match}"


def answer(match: MatchId, key: str) -> str:
    """Return the answer kept under an idempotency key."""
    return f"stagepost:{partition_of(match)}:answer:{match}:{key}"


def matches(partition: str) -> str:
    """Return the set of a partition's matches."""
    return f"stagepost:{partition}:matches"


def listed(partition: str, state: str) -> str:
    """Return the sorted set of a partition's matches in a state, in the order of their ids."""
    return f"stagepost:{partition}:matches:{state}"


def person(partition: str, person: str) -> str:
    """Return the set of a person's seats in a partition's matches, each as `match/seat:tenure`."""
    return f"stagepost:{partition}:person:{person}"


def persons(partition: str) -> str:
    """Return the mark that the people of every match of the partition are in those sets."""
    return f"stagepost:{partition}:persons"


def player(person: str) -> str:
    """Return the hash of a person's own tokens, hashed, by their ids."""
    return f"stagepost:{partition_of(MatchId(person))}:player:{person}"


def own_time(person: str) -> str:
    """Return the hash of what a person said of the own time, as encoded habits."""
    return f"stagepost:{partition_of(MatchId(person))}:time:{person}"


PERSON_KEY: Final = "stagepost:person:key"
"""What ids of persons are made with; made once."""


def limit(who: str) -> str:
    """Return the counter of somebody's requests in the present minute; all are in one slot."""
    return f"stagepost:limit:{{all}}:{who}"
