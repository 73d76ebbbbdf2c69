"""Backups of matches for the operator: one goes out whole, and comes in where it is not yet."""

from __future__ import annotations

import asyncio
import hashlib

import msgspec

from stagepost_contracts.backups import MatchBackup, MatchRestored
from stagepost_contracts.errors import Problem
from stagepost_contracts.ids import MatchId
from stagepost_contracts.texts import say
from stagepost_engine.matches.command import BackUp, Journaled, Restore
from stagepost_engine.matches.envelope import Envelope, encode_envelope, state_of
from stagepost_engine.matches.service import Matches, Request
from stagepost_engine.matches.unpacking import unpacked
from stagepost_engine.store.copies import Copies, Copy
from stagepost_engine.store.match_keys import ENVELOPE, JOURNAL, PEOPLE
from stagepost_engine.store.persons import Persons


class Backups:
    """Makes them and brings matches back."""

    def __init__(self, matches: Matches, copies: Copies, persons: Persons, version: str) -> None:
        self._matches = matches
        self._copies = copies
        self._persons = persons
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
        envelope = (await asyncio.to_thread(unpacked, backup)).envelope
        command = Restore(backup.at, digest_of(backup), envelope.dues, remind)
        # Nothing falls due before the command has set its clock right.
        waiting = _with_envelope(backup, msgspec.structs.replace(envelope, dues=()))
        people = tuple(backup.hashes.get(PEOPLE, {}).items())
        persons = await self._persons.indexed(people)
        new = await self._copies.put(backup.match, waiting, state_of(envelope), persons)
        present = waiting if new else await self._copies.take(backup.match)
        if not new:
            _hold_to_same(present, backup, waiting, command)
        if new or not _is_back(present, backup, command):
            key = f"restore-{command.backup.hex()}"
            await self._matches.act(backup.match, Request(lambda _: command, key))
        return MatchRestored(envelope.match, envelope.game, envelope.step, new)


def digest_of(backup: MatchBackup) -> bytes:
    """Return what tells one backup from another."""
    return hashlib.sha256(msgspec.msgpack.encode(backup)).digest()


def _with_envelope(backup: MatchBackup, envelope: Envelope) -> Copy:
    stored = {**backup.hashes[ENVELOPE], "e": encode_envelope(envelope)}
    return Copy(backup.at, {**backup.hashes, ENVELOPE: stored}, backup.lists)


def _is_back(present: Copy, backup: MatchBackup, command: Restore) -> bool:
    """Whether the match stands as it does in the backup, or came here by it."""
    if present.hashes[ENVELOPE] == backup.hashes[ENVELOPE]:
        return True
    since = present.lists.get(JOURNAL, ())[len(backup.lists.get(JOURNAL, ())) :]
    entries = [msgspec.msgpack.decode(entry, type=Journaled).command for entry in since]
    return any(isinstance(one, Restore) and one.backup == command.backup for one in entries)


def _hold_to_same(present: Copy, backup: MatchBackup, waiting: Copy, command: Restore) -> None:
    """Raise Problem `match-exists` for another match, or one that has gone on by itself."""
    was_put = present.hashes.get(ENVELOPE) == waiting.hashes[ENVELOPE]
    if not was_put and not _is_back(present, backup, command):
        raise Problem(
            "match-exists",
            say(
                "There is a match {match} here already, and it is another one or has gone on. "
                "A backup never overwrites a match; bring it to a house that has none.",
                match=backup.match,
            ),
        )
