"""A backup held to the rules before it is let in: it is whole, and its record leads to its state."""

from __future__ import annotations

import msgspec

from stagepost_contracts.backups import BACKUP_SCHEMA, MatchBackup
from stagepost_contracts.errors import IllegalMove, Problem
from stagepost_contracts.mails import noted
from stagepost_contracts.people import Person
from stagepost_contracts.texts import say
from stagepost_engine.games import GAMES
from stagepost_engine.matches.command import Journaled
from stagepost_engine.matches.envelope import decode_envelope
from stagepost_engine.matches.happening import decode_happened
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.record import decode_entry, link
from stagepost_engine.matches.replay import replayed
from stagepost_engine.rules.codec import canonical_state
from stagepost_engine.store.match_keys import (
    ENVELOPE,
    EVENTS,
    JOURNAL,
    MAILS,
    MATCH_KEYS,
    PEOPLE,
    RECORD,
)


def unpacked(backup: MatchBackup) -> Live:
    """Return the match in the backup. Raises Problem `bad-backup`."""
    _hold_known(backup)
    try:
        live = _live(backup)
        _hold_parts(backup)
        _hold_record(backup, live)
    except (
        ValueError,
        KeyError,
        AssertionError,
        AttributeError,
        TypeError,
        IllegalMove,
        msgspec.MsgspecError,
    ) as error:
        raise Problem(
            "bad-backup",
            say(
                "The backup is broken: {why}. Take another one.",
                why=str(error) or type(error).__name__,
            ),
        ) from error
    return live


def _hold_known(backup: MatchBackup) -> None:
    """Refuse what a later version made, and a game that is not played here."""
    if backup.schema > BACKUP_SCHEMA or _unknown(backup):
        raise Problem(
            "bad-backup",
            say(
                "The backup was made by a later version of Stagepost, {version}; "
                "bring this house up to it first.",
                version=backup.version,
            ),
        )
    if backup.game not in GAMES:
        raise Problem(
            "bad-backup",
            say(
                "The backup is of a match of “{game}”, which is not played here; there is: {games}.",
                game=backup.game,
                games=", ".join(sorted(GAMES)),
            ),
        )


def _unknown(backup: MatchBackup) -> set[str]:
    known = {(part.name, part.kind) for part in MATCH_KEYS}
    found = {(name, "hash") for name in backup.hashes} | {(name, "list") for name in backup.lists}
    return {name for name, _ in found - known}


def _live(backup: MatchBackup) -> Live:
    stored = backup.hashes[ENVELOPE]
    live = Live(decode_envelope(stored["e"]))
    envelope = live.envelope
    _must(envelope.match == backup.match, "its parts are of two matches")
    _must(envelope.game == backup.game, "its parts are of two games")
    _must(int(stored["r"]) == envelope.revision, "its revision is another")
    _must(
        all(due.match == envelope.match for due in envelope.dues), "its dues are of another match"
    )
    return live


def _hold_parts(backup: MatchBackup) -> None:
    for entry in backup.lists.get(JOURNAL, ()):
        msgspec.msgpack.decode(entry, type=Journaled)
    for happened in backup.lists.get(EVENTS, ()):
        decode_happened(happened)
    for person in backup.hashes.get(PEOPLE, {}).values():
        msgspec.json.decode(person, type=Person)
    notes = {name.encode(): at for name, at in backup.hashes.get(MAILS, {}).items()}
    _must(len(tuple(noted(notes))) == len(notes), "what became of its mails cannot be read")


def _hold_record(backup: MatchBackup, live: Live) -> None:
    """Play the record, and compare its end and its links with the envelope."""
    entries = tuple(map(decode_entry, backup.lists.get(RECORD, ())))
    _must(bool(entries) == live.started, "its record is not there")
    chain = b""
    for entry in entries:
        chain = link(chain, entry)
        _must(chain.hex() == entry.chain, "an entry of its record was changed")
    _must(chain == live.envelope.chain, "its record ends elsewhere than the match")
    if entries:
        *_, last = replayed(entries)
        same = canonical_state(last.after) == canonical_state(live.state)
        _must(same, "the rules of this version lead to another position")


def _must(true: bool, why: str) -> None:
    if not true:
        raise ValueError(why)
