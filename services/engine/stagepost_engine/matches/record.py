"""The record of a match: per step what `resolve` took, and all that is needed to check it."""

from __future__ import annotations

import hashlib
from typing import Any, Literal, TypeAlias

import msgspec

from stagepost_contracts.ids import MatchId, Seat
from stagepost_engine.rules.codec import canonical
from stagepost_engine.rules.dice import Draw


class Opening(msgspec.Struct, frozen=True, tag="opening", tag_field="entry", omit_defaults=True):
    """The first entry: who plays what, by which tables, and the promise of the seed."""

    match: MatchId
    game: str
    edition: int
    seats: tuple[Seat, ...]
    seed_hash: str
    draws: tuple[Draw, ...]
    tables: dict[str, Any] | None = None
    seed_chosen: bool = False
    chain: str = ""


class MoveTaken(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat's move, opened.

    `commitment` is what the receipt carried; `nonce` opens it. A default has neither. A
    `stand_in` played for a vacant seat.
    """

    orders: msgspec.Raw
    commitment: str = ""
    nonce: str = ""
    default: bool = False
    late: bool = False
    stand_in: bool = False


class StepTaken(msgspec.Struct, frozen=True, tag="step", tag_field="entry", omit_defaults=True):
    """One resolved step."""

    step: int
    phase: str
    moves: dict[Seat, MoveTaken]
    draws: tuple[Draw, ...] = ()
    chain: str = ""


class DealTaken(msgspec.Struct, frozen=True, tag="deal", tag_field="entry", omit_defaults=True):
    """One accepted offer, while `step` waited. `order` is absent where a reader may not know."""

    step: int
    by: Seat
    to: Seat
    order: dict[str, Any] | None = None
    chain: str = ""


class Undone(msgspec.Struct, frozen=True, tag="undone", tag_field="entry", omit_defaults=True):
    """All players together took back the steps from `restored` on, while `step` waited.

    Play goes on from the state in which `restored` was resolved, with the step after `step`: no
    number of a step, and so no stream of dice, comes twice.
    """

    step: int
    restored: int
    chain: str = ""


class Closing(msgspec.Struct, frozen=True, tag="closing", tag_field="entry", omit_defaults=True):
    """The last entry: the seed's parts and the ranking as (seat, place, score).

    `ended` says why the match was ended as it stood, where it was not played to its end.
    """

    secret: str
    words: dict[Seat, str]
    ranking: tuple[tuple[Seat, int, int], ...]
    chain: str = ""
    ended: Literal["", "agreed", "abandoned"] = ""


Entry: TypeAlias = Opening | StepTaken | DealTaken | Undone | Closing

_ENTRY = msgspec.json.Decoder(Entry)
_RECORD = msgspec.json.Decoder(tuple[Entry, ...])


def chained(previous: bytes, entry: Entry) -> Entry:
    """Return the entry with its link: SHA-256 of the link before it and its own content."""
    return msgspec.structs.replace(entry, chain=link(previous, entry).hex())


def link(previous: bytes, entry: Entry) -> bytes:
    """Return the link that `entry` must carry after the link `previous`."""
    content = canonical(msgspec.structs.replace(entry, chain=""))
    return hashlib.sha256(previous + content).digest()


def encode_entry(entry: Entry) -> bytes:
    """Return the entry as canonical JSON."""
    return canonical(entry)


def decode_entry(stored: bytes) -> Entry:
    """Return the entry that was stored."""
    return _ENTRY.decode(stored)


def decode_record(text: bytes) -> tuple[Entry, ...]:
    """Return a whole record. Raises msgspec.ValidationError for what is none."""
    return _RECORD.decode(text)


def public(entries: tuple[Entry, ...], seat: Seat | None) -> tuple[Entry, ...]:
    """Return an unfinished match's record as `seat` may have it; None is the public one.

    Deals are shown to their two sides only. The links go too, for they are made of what is
    left out here; the whole record, with its links, is everybody's at the end.
    """
    return tuple(_cut(entry, seat) for entry in entries)


def _cut(entry: Entry, seat: Seat | None) -> Entry:
    if isinstance(entry, DealTaken) and seat not in (entry.by, entry.to):
        entry = msgspec.structs.replace(entry, order=None)
    return msgspec.structs.replace(entry, chain="")
