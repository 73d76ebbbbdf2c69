"""A match as a whole: taken out of the store at one moment, and put into one where it is not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import resources
from typing import Any, Final

import msgspec
from redis.asyncio import Redis

from stagepost_contracts import keys as shared_keys
from stagepost_contracts.ids import MatchId
from stagepost_contracts.watching import MatchState
from stagepost_engine.store import keys
from stagepost_engine.store.match_keys import MATCH_KEYS, MatchKey

_SCRIPTS: Final = resources.files(__package__)
TAKE: Final = _SCRIPTS.joinpath("take.lua").read_text()
PUT: Final = _SCRIPTS.joinpath("put.lua").read_text()


@dataclass(frozen=True, slots=True)
class Copy:
    """What the keys of a match hold, by their names; empty ones are left out."""

    now: float
    hashes: Mapping[str, dict[str, bytes]] = field(default_factory=dict)
    lists: Mapping[str, tuple[bytes, ...]] = field(default_factory=dict)


class Copies:
    """Takes and puts matches."""

    def __init__(self, client: Redis) -> None:
        self._take = client.register_script(TAKE)
        self._put = client.register_script(PUT)

    async def take(self, match: MatchId, *, personal: bool = True) -> Copy:
        """Return the match as it is; all is empty where there is none."""
        parts = [part for part in MATCH_KEYS if personal or not part.personal]
        found: list[Any] = await self._take(
            keys=[part.key(match) for part in parts], args=[part.kind for part in parts]
        )
        seconds, micros, *values = found
        held = {part: value for part, value in zip(parts, values, strict=True) if value}
        return Copy(
            int(seconds) + int(micros) / 1e6,
            {part.name: _fields(value) for part, value in held.items() if part.kind == "hash"},
            {part.name: tuple(value) for part, value in held.items() if part.kind == "list"},
        )

    async def put(
        self, match: MatchId, copy: Copy, state: MatchState, persons: tuple[tuple[str, str], ...]
    ) -> bool:
        """Write the match, in its state and without dues; False if there is one of that name.

        `persons` are the ids of its people, each with the field of theirs.
        """
        partition = shared_keys.partition_of(match)
        blobs = [_blobs(copy, part) for part in MATCH_KEYS]
        plan = {
            "match": match,
            "parts": [_planned(*pair) for pair in zip(MATCH_KEYS, blobs, strict=True)],
            "persons": len(persons),
        }
        done: bytes = await self._put(
            keys=[
                keys.matches(partition),
                keys.listed(partition, state),
                *(part.key(match) for part in MATCH_KEYS),
                *(keys.person(partition, person) for person, _ in persons),
            ],
            args=[
                msgspec.json.encode(plan),
                *(blob for found in blobs for blob in found),
                *(f"{match}/{field}" for _, field in persons),
            ],
        )
        return done == b"done"


def _fields(flat: list[bytes]) -> dict[str, bytes]:
    pairs: Iterator[bytes] = iter(flat)
    return {name.decode(): value for name, value in zip(pairs, pairs, strict=True)}


def _planned(part: MatchKey, blobs: list[bytes | str]) -> dict[str, int | str]:
    count = len(blobs) // 2 if part.kind == "hash" else len(blobs)
    return {"kind": part.kind, "count": count, "seconds": part.seconds}


def _blobs(copy: Copy, part: MatchKey) -> list[bytes | str]:
    if part.kind == "list":
        return list(copy.lists.get(part.name, ()))
    return [word for pair in copy.hashes.get(part.name, {}).items() for word in pair]
