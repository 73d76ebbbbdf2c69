"""The names of everything in Redis that the engine and the mailer both touch."""

from __future__ import annotations

import zlib
from functools import lru_cache
from typing import Final

from stagepost_contracts.ids import MatchId

PARTITIONS: Final = 32
WAKE_CHANNEL: Final = "stagepost:wake"
"""A message here means: an outbox or a due index has changed; its text is the partition."""
WATCHER_HEARTBEAT: Final = "stagepost:heartbeat:watcher"
"""The moment, in whole seconds, at which a watcher last looked; gone a minute after that."""
MAIL_COUNTS: Final = "stagepost:mail:counts"
"""A hash of how many mails are in each state, for all partitions together; gone after a minute."""


@lru_cache(maxsize=4096)
def partition_of(match: MatchId) -> str:
    """Return the hash tag of a match, `{p00}` to `{p31}`, fixed for good."""
    return f"{{p{zlib.crc32(match.encode()) % PARTITIONS:02d}}}"


def partitions() -> tuple[str, ...]:
    """Return all hash tags."""
    return tuple(f"{{p{number:02d}}}" for number in range(PARTITIONS))


def outbox(partition: str) -> str:
    """Return the stream of notices to relay; field `n` of an entry is a JSON Notice."""
    return f"stagepost:{partition}:outbox"


def dues(partition: str) -> str:
    """Return the sorted set of JSON Dues, scored by their moment in seconds."""
    return f"stagepost:{partition}:dues"


def people(match: MatchId) -> str:
    """Return the hash of a match's JSON people, by `seat:tenure`; part of the correspondence."""
    return f"stagepost:{partition_of(match)}:people:{match}"


def mails(match: MatchId) -> str:
    """Return the hash of what became of a match's mails: moments by the field of a MailNote."""
    return f"stagepost:{partition_of(match)}:mails:{match}"


def held_clocks(match: MatchId) -> str:
    """Return the hash of when a reply came that holds a seat's clock, by its `held_field`."""
    return f"stagepost:{partition_of(match)}:inbox:clock:{match}"


def token_slot(match: MatchId, slot: str) -> str:
    """Return where a token waits until it is mailed: the one place that holds it in clear."""
    return f"stagepost:{partition_of(match)}:token:{slot}"


def hooks(match: MatchId) -> str:
    """Return the hash of a match's JSON webhooks by id; part of the correspondence."""
    return f"stagepost:{partition_of(match)}:hooks:{match}"


def hook_states(match: MatchId) -> str:
    """Return the hash of what became of each webhook's deliveries, by the mailer's word."""
    return f"stagepost:{partition_of(match)}:hooks:states:{match}"


def hook_waiting(match: MatchId, hook: str) -> str:
    """Return the sorted set of events that wait to be delivered, by their numbers."""
    return f"stagepost:{partition_of(match)}:hooks:waiting:{match}:{hook}"


def hooks_due(partition: str) -> str:
    """Return the sorted set of webhooks to be called, each as `match/hook`, by when."""
    return f"stagepost:{partition}:hooks:due"


def hook_tests(partition: str) -> str:
    """Return the list of test deliveries that somebody waits for."""
    return f"stagepost:{partition}:hooks:tests"


def hook_tried(match: MatchId, test: str) -> str:
    """Return where the result of a test delivery is put."""
    return f"stagepost:{partition_of(match)}:hooks:tried:{test}"
