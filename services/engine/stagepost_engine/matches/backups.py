"""Backups of matches for the operator: one goes out whole, and comes in where it is not yet."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable

import msgspec

from stagepost_contracts.backups import MatchBackup, MatchRestored
from stagepost_contracts.errors import Problem
from stagepost_contracts.ids import MatchId
from stagepost_contracts.texts import say
from stagepost_engine.matches.command import BackUp, Journaled, Restore
from stagepost_engine.matches.deciding import decide
from stagepost_engine.matches.decision import Decision, Moment
from stagepost_engine.matches.envelope import encode_envelope, state_of
from stagepost_engine.matches.fresh import Fresh
from stagepost_engine.matches.happening import encode_happened, happened
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.record import encode_entry
from stagepost_engine.matches.service import Matches, Request
from stagepost_engine.matches.unpacking import unpacked
from stagepost_engine.store.copies import Beside, Copies, Copy
from stagepost_engine.store.match_keys import ENVELOPE, EVENTS, JOURNAL, PEOPLE, RECORD
from stagepost_engine.store.persons import Persons

TRIES_MOST = 2


class Backups:
    """Makes them and brings matches back. `entropy` returns 32 random bytes."""

    def __init__(
        self,
        matches: Matches,
        copies: Copies,
        persons: Persons,
        entropy: Callable[[], bytes],
        version: str,
    ) -> None:
        self._matches = matches
        self._copies = copies
        self._persons = persons
        self._entropy = entropy
        self._version = version

    async def make(self, match: MatchId, *, people: bool) -> MatchBackup:
        """Return all of the match; its table is told first. Raises Problem `no-such-match`."""
        await self._matches.act(match, Request(lambda _: BackUp()))
        copy = await self._copies.take(match, personal=people)
        game = (await self._matches.live(match)).envelope.game
        return MatchBackup(
            match, game, self._version, copy.now, dict(copy.hashes), dict(copy.lists)
        )

    async def restore(self, backup: MatchBackup, *, remind: bool) -> MatchRestored:
        """Bring the match back, unless it is here by this backup already.

        Raises Problem `bad-backup` or `match-exists`.
        """
        live = await asyncio.to_thread(unpacked, backup)
        command = Restore(backup.at, digest_of(backup), remind)
        for _ in range(TRIES_MOST):
            present = await self._copies.take(backup.match)
            if ENVELOPE in present.hashes:
                return _known(present, backup, command, live)
            if await self._put(backup, live, command, present.now):
                envelope = live.envelope
                return MatchRestored(envelope.match, envelope.game, envelope.step, new=True)
        raise Problem("busy", say("Others are moving at the same moment; try again."))

    async def _put(self, backup: MatchBackup, live: Live, command: Restore, now: float) -> bool:
        fresh = Fresh(self._entropy())
        decision = decide(live, command, Moment(now, now, fresh))
        entry = msgspec.msgpack.encode(Journaled(command, now, now, fresh.entropy))
        people = tuple(backup.hashes.get(PEOPLE, {}).items())
        beside = Beside(
            state=state_of(decision.live.envelope),
            dues=decision.live.envelope.dues,
            outbox=tuple(map(msgspec.json.encode, decision.notices)),
            persons=await self._persons.indexed(people),
        )
        copy = _after(backup, live, decision, entry, now)
        return await self._copies.put(backup.match, copy, beside)


def digest_of(backup: MatchBackup) -> bytes:
    """Return what tells one backup from another."""
    return hashlib.sha256(msgspec.msgpack.encode(backup)).digest()


def _after(backup: MatchBackup, live: Live, decision: Decision, entry: bytes, now: float) -> Copy:
    """Return what is written: the backup, and on top of it that it was brought."""
    envelope = msgspec.structs.replace(decision.live.envelope, revision=live.envelope.revision + 1)
    stored = {"r": str(envelope.revision).encode(), "e": encode_envelope(envelope)}
    added = {
        JOURNAL: (entry,),
        RECORD: tuple(map(encode_entry, decision.entries)),
        EVENTS: tuple(map(encode_happened, happened(live, decision.live, now))),
    }
    names = backup.lists.keys() | added.keys()
    return Copy(
        now,
        {**backup.hashes, ENVELOPE: {**backup.hashes[ENVELOPE], **stored}},
        {name: backup.lists.get(name, ()) + added.get(name, ()) for name in names},
    )


def _known(present: Copy, backup: MatchBackup, command: Restore, live: Live) -> MatchRestored:
    """Return that the match is here by this backup, or as it is in it. Raises Problem."""
    kept, journal = backup.lists.get(JOURNAL, ()), present.lists.get(JOURNAL, ())
    same = present.hashes.get(ENVELOPE) == backup.hashes[ENVELOPE]
    if not same and journal[: len(kept)] == kept and len(journal) > len(kept):
        next_entry = msgspec.msgpack.decode(journal[len(kept)], type=Journaled).command
        same = isinstance(next_entry, Restore) and next_entry.backup == command.backup
    if not same:
        raise Problem(
            "match-exists",
            say(
                "There is a match {match} here already, and it is another one or has gone on. "
                "A backup never overwrites a match; bring it to a house that has none.",
                match=backup.match,
            ),
        )
    envelope = live.envelope
    return MatchRestored(envelope.match, envelope.game, envelope.step, new=False)
