"""Who somebody is across matches: an opaque id of a mail address, and the seats that it had."""

from __future__ import annotations

import base64
import hmac
import secrets
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NewType

import msgspec
from redis.asyncio import Redis

from stagepost_contracts import keys as shared_keys
from stagepost_contracts.ids import MatchId, Seat
from stagepost_contracts.people import Person
from stagepost_engine.store import keys

PersonId = NewType("PersonId", str)
"""Opaque, lower-case letters and digits; it never leaves the engine but in a player's token."""

PERSON_LETTERS: Final = 16
KEY_BYTES: Final = 32
_PERSON: Final = msgspec.json.Decoder(Person)


@dataclass(frozen=True, slots=True, order=True)
class SeatHad:
    """A tenure that a person was given; the match's envelope says whether it still goes on."""

    match: MatchId
    seat: Seat
    tenure: int


class Persons:
    """Ids by address, and seats by id. Seats are indexed in the commit that keeps their people."""

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._key = b""

    async def of(self, address: str) -> PersonId:
        """Return the id of whom an address belongs to, however its letters are cased."""
        if not self._key:
            await self._client.set(keys.PERSON_KEY, secrets.token_bytes(KEY_BYTES), nx=True)
            kept: Any = await self._client.get(keys.PERSON_KEY)
            self._key = kept
        folded = unicodedata.normalize("NFC", address.strip()).casefold()
        digest = hmac.digest(self._key, folded.encode(), "sha256")
        return PersonId(base64.b32encode(digest).decode().lower()[:PERSON_LETTERS])

    async def indexed(self, people: Sequence[tuple[str, bytes]]) -> tuple[tuple[str, str], ...]:
        """Return the id of each of these people, given as JSON, with the field of theirs."""
        return tuple(
            [(await self.of(_PERSON.decode(person).address), field) for field, person in people]
        )

    async def in_seat(self, match: MatchId, seat: Seat, tenure: int) -> PersonId | None:
        """Return who was given the tenure; None where that is forgotten."""
        person: Any = await self._client.hget(shared_keys.people(match), f"{seat}:{tenure}")
        return None if person is None else await self.of(_PERSON.decode(person).address)

    async def seats(self, person: PersonId) -> tuple[SeatHad, ...]:
        """Return every tenure that the person was given, by match and seat."""
        async with self._client.pipeline(transaction=False) as look:
            for partition in shared_keys.partitions():
                look.exists(keys.persons(partition))
            marked = await look.execute()
        for partition, mark in zip(shared_keys.partitions(), marked, strict=True):
            if not mark:
                await self._index(partition)
        async with self._client.pipeline(transaction=False) as look:
            for partition in shared_keys.partitions():
                look.smembers(keys.person(partition, person))
            found = await look.execute()
        return _seats_had(member for members in found for member in members)

    async def seats_in(self, match: MatchId, person: PersonId) -> tuple[SeatHad, ...]:
        """Return the tenures that the person was given in one match."""
        partition = shared_keys.partition_of(match)
        if not await self._client.exists(keys.persons(partition)):
            await self._index(partition)
        members: Any = await self._client.smembers(keys.person(partition, person))
        return tuple(had for had in _seats_had(members) if had.match == match)

    async def _index(self, partition: str) -> None:
        """Index the people of matches that were made before there was an index."""
        matches: Any = await self._client.smembers(keys.matches(partition))
        for name in matches:
            match = MatchId(name.decode())
            people: Any = await self._client.hgetall(shared_keys.people(match))
            for field, person in people.items():
                known = await self.of(_PERSON.decode(person).address)
                member = f"{match}/{field.decode()}"
                await self._client.sadd(keys.person(partition, known), member)
        await self._client.set(keys.persons(partition), 1)


def _seats_had(members: Iterable[bytes]) -> tuple[SeatHad, ...]:
    found = (_had(member.decode()) for member in members)
    return tuple(sorted(had for had in found if had is not None))


def _had(member: str) -> SeatHad | None:
    """Return the tenure; None for who was a deputy in one, which gives no seat."""
    match, _, field = member.partition("/")
    seat, tenure, *deputy = field.split(":")
    return None if deputy else SeatHad(MatchId(match), Seat(seat), int(tenure))
