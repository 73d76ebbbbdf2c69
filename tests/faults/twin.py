"""A match held against itself: what is stored must be what its journal comes to, and no half."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
import redis

from stagepost_contracts import keys as shared_keys
from stagepost_contracts.dues import Due
from stagepost_contracts.ids import MatchId
from stagepost_contracts.notices import Notice
from stagepost_engine.matches.command import Journaled
from stagepost_engine.matches.deciding import decide
from stagepost_engine.matches.decision import Moment
from stagepost_engine.matches.envelope import decode_envelope, encode_envelope
from stagepost_engine.matches.fresh import Fresh
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.record import decode_entry, encode_entry
from stagepost_engine.matches.replay import replayed
from stagepost_engine.rules.codec import canonical_state
from stagepost_engine.store import keys


@dataclass(frozen=True)
class Held:
    """Everything of one match that commits write."""

    revision: int
    envelope: bytes
    journal: list[bytes]
    record: list[bytes]
    outbox: list[bytes]
    dues: dict[bytes, float]


def held(store: redis.Redis, match: MatchId) -> Held:
    partition = shared_keys.partition_of(match)
    revision, envelope = store.hmget(keys.envelope(match), "r", "e")
    # Another match may lie in the same partition.
    outbox = [fields[b"n"] for _, fields in store.xrange(shared_keys.outbox(partition))]
    dues = store.zrange(shared_keys.dues(partition), 0, -1, withscores=True)
    return Held(
        int(revision),
        envelope,
        store.lrange(keys.journal(match), 0, -1),
        store.lrange(keys.record(match), 0, -1),
        [told for told in outbox if msgspec.json.decode(told, type=Notice).match == match],
        {due: at for due, at in dues if msgspec.json.decode(due, type=Due).match == match},
    )


class Twin:
    """Follows a match by its journal alone, from the moment at which it was made."""

    def __init__(self, store: redis.Redis, match: MatchId) -> None:
        self.store, self.match = store, match
        first = held(store, match)
        self.live = Live(decode_envelope(first.envelope))
        self.replayed = len(first.journal)
        self.record, self.outbox = list(first.record), list(first.outbox)

    @property
    def revision(self) -> int:
        return self.live.envelope.revision

    def agrees(self) -> Live:
        """Catch up with the journal, hold all that is stored to it, and return the match."""
        found = held(self.store, self.match)
        for entry in found.journal[self.replayed :]:
            self._follow(msgspec.msgpack.decode(entry, type=Journaled))
            self.replayed += 1
        envelope = self.live.envelope
        assert found.revision == envelope.revision == 1 + len(found.journal)
        assert found.envelope == encode_envelope(envelope)
        assert found.record == self.record
        assert found.outbox == self.outbox
        assert found.dues == {msgspec.json.encode(due): due.at for due in envelope.dues}
        assert all(isinstance(due, Due) for due in envelope.dues)
        return self.live

    def record_replays(self) -> None:
        *_, last = replayed(tuple(decode_entry(entry) for entry in self.record))
        assert canonical_state(last.after) == canonical_state(self.live.state)

    def _follow(self, entry: Journaled) -> None:
        moment = Moment(entry.now, entry.received, Fresh(entry.entropy, made=entry.made))
        decision = decide(self.live, entry.command, moment)
        assert decision.changed, entry.command
        revision = self.live.envelope.revision + 1
        # As stored and loaded again: what is not in the envelope is gone.
        self.live = Live(msgspec.structs.replace(decision.live.envelope, revision=revision))
        self.record += [encode_entry(entry) for entry in decision.entries]
        self.outbox += [msgspec.json.encode(notice) for notice in decision.notices]
