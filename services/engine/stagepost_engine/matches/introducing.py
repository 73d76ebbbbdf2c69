"""The edge where a deputy's address leaves a seat's words: it goes to the people of the match.

What is decided, journaled and told holds a name of the deputy's own instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from stagepost_contracts.deputies import DeputyWanted
from stagepost_contracts.errors import Problem
from stagepost_contracts.fields import keywords_of
from stagepost_contracts.folding import compact, plain
from stagepost_contracts.forms import OrderForm
from stagepost_contracts.ids import Seat
from stagepost_contracts.people import Person, folded_address, person_field
from stagepost_contracts.reading import speaks
from stagepost_contracts.spellings import spelled
from stagepost_contracts.texts import say
from stagepost_engine.matches.command import Deputize, Introduced, Say
from stagepost_engine.matches.deputizing import DEPUTIES_MOST
from stagepost_engine.matches.envelope import Envelope, KeptSeat
from stagepost_engine.matches.grammar.deputizing import FIELDS
from stagepost_engine.matches.making import ADDRESS, ADDRESS_LETTERS_MOST, NAME_LETTERS_MOST

DEPUTY: Final = (spelled(OrderForm("deputy", FIELDS)),)
AROUND: Final = "<>()\"'„”“,;:"
NAMELESS: Final = "deputy"
NO_NAMES: Final = frozenset(
    {"end", *(word for field in DEPUTY[0].fields for word in keywords_of(field))}
)
"""Words of the line itself, in every language."""
_NAME: Final = re.compile(r"[^\W\d_][^\W_]*")


def names_deputies(lines: tuple[str, ...]) -> bool:
    """Whether a line may name a deputy, so that the people of the match must be known."""
    return any(speaks(line, DEPUTY) for line in lines)


@dataclass(slots=True)
class Introducing:
    """One request's; `people` are those of the match, by their fields. `kept` are new ones."""

    people: Mapping[str, Person]
    language: str = ""
    kept: dict[str, bytes] = field(default_factory=dict)

    def said(self, envelope: Envelope, words: Say) -> Say:
        """Return the player's words without an address in a line that names a deputy."""
        if words.deputy:
            return words
        self.kept.clear()
        lines, found = [], []
        names = envelope.seat(words.seat).deputies
        for line in words.lines:
            if not speaks(line, DEPUTY):
                lines.append(line)
                continue
            written, met = self._line(envelope, words.seat, names, line)
            lines.append(written)
            if met is not None:
                found.append(met)
                names += (met.name,) if met.number > len(names) else ()
        return replace(words, lines=tuple(lines), introduced=tuple(found))

    def typed(self, envelope: Envelope, seat: Seat, wanted: DeputyWanted) -> Deputize:
        """Return a typed wish as a line would have said it. Raises Problem."""
        self.kept.clear()
        names, name = envelope.seat(seat).deputies, wanted.name.strip()
        found: tuple[Introduced, ...] = ()
        if wanted.address:
            found = (self._met(envelope, seat, names, wanted.address.strip(), name),)
            name = found[0].name
        elif not name:
            raise Problem("bad-name", say("Give the deputy's address, or a name of before."))
        else:
            found = tuple(self._known(envelope, seat, names, name))
        spoken: dict[str, Any] = {
            "kind": "deputy",
            "name": name,
            "date": wanted.until.isoformat(),
            "phases": ",".join(wanted.phases),
        }
        return Deputize(seat, spoken, found)

    def people_of(self, envelope: Envelope) -> tuple[tuple[str, bytes], ...]:
        """Return the new deputies that the match after the command knows by name."""
        known = {
            person_field(seat.name, seat.tenure, number)
            for seat in envelope.seats
            for number in range(1, len(seat.deputies) + 1)
        }
        return tuple((name, person) for name, person in self.kept.items() if name in known)

    def _line(
        self, envelope: Envelope, seat: Seat, names: tuple[str, ...], line: str
    ) -> tuple[str, Introduced | None]:
        """Return a line with names for addresses, and who was introduced by the first of them."""
        words, found = line.split(), None
        for at, word in enumerate(words):
            if "@" not in word:
                continue
            address = word.strip(AROUND).removeprefix("mailto:").rstrip(".")
            met = self._met(envelope, seat, names, address) if found is None else None
            words[at] = _name_of(address) if met is None or met.trouble == "bad" else met.name
            found = found or met
        said = " ".join(words)
        if found is None:
            known = self._known(envelope, seat, names, words[1] if len(words) > 1 else "")
            found = next(known, None)
        return said, None if found is None else replace(found, line=said)

    def _met(
        self,
        envelope: Envelope,
        seat: Seat,
        names: tuple[str, ...],
        address: str,
        name: str = "",
    ) -> Introduced:
        """Return who has that address: known, new, or nobody who can be a deputy."""
        kept = envelope.seat(seat)
        if len(address) > ADDRESS_LETTERS_MOST or not ADDRESS.fullmatch(address):
            return Introduced(address, trouble="bad")
        for number in range(1, len(names) + 1):
            if _same(self._person(kept, number), address):
                return self._plays(envelope, seat, Introduced(names[number - 1], number), address)
        wanted = _checked(name) if name else _name_of(address)
        found = Introduced(_free(wanted, names), len(names) + 1)
        if len(names) >= DEPUTIES_MOST:
            return Introduced(found.name, trouble="many")
        found = self._plays(envelope, seat, found, address)
        if not found.trouble:
            own = self.people.get(person_field(seat, kept.tenure), Person(""))
            person = Person(address, self.language or own.language, own.zone)
            place = person_field(seat, kept.tenure, found.number)
            self.kept[place] = msgspec.json.encode(person)
        return found

    def _known(
        self, envelope: Envelope, seat: Seat, names: tuple[str, ...], said: str
    ) -> Iterator[Introduced]:
        """Yield who was named before and plays in the match since."""
        for number, name in enumerate(names, 1):
            person = self._person(envelope.seat(seat), number)
            if compact(name) == compact(said) and person is not None:
                found = Introduced(name, number)
                if (met := self._plays(envelope, seat, found, person.address)).trouble:
                    yield met

    def _plays(self, envelope: Envelope, seat: Seat, found: Introduced, address: str) -> Introduced:
        """Mark an address that is the player's own, or of another seat or its deputy."""
        if _same(self.people.get(person_field(seat, envelope.seat(seat).tenure)), address):
            return Introduced(found.name, trouble="own")
        for other in envelope.seats:
            if other.name == seat:
                continue
            deputy = other.deputy.number if other.deputy and not other.deputy.told else 0
            if _same(self._person(other), address) or (
                deputy and _same(self._person(other, deputy), address)
            ):
                return Introduced(found.name, trouble="plays")
        return found

    def _person(self, kept: KeptSeat, deputy: int = 0) -> Person | None:
        place = person_field(kept.name, kept.tenure, deputy)
        if place in self.kept:
            return msgspec.json.decode(self.kept[place], type=Person)
        return self.people.get(place)


def deputized(
    envelope: Envelope, people: Mapping[str, Person], address: str, seat: Seat
) -> tuple[Seat, ...]:
    """Return the other seats whose deputy has that address."""
    return tuple(
        kept.name
        for kept in envelope.seats
        if kept.name != seat
        and kept.deputy is not None
        and _same(people.get(person_field(kept.name, kept.tenure, kept.deputy.number)), address)
    )


def _same(person: Person | None, address: str) -> bool:
    return person is not None and folded_address(person.address) == folded_address(address)


def _checked(name: str) -> str:
    """Return a name that a client gives. Raises Problem."""
    if not _NAME.fullmatch(name) or len(name) > NAME_LETTERS_MOST or plain(name) in NO_NAMES:
        raise Problem(
            "bad-name",
            say(
                "“{name}” cannot be a deputy's name: one word of 1 to {most} letters.",
                name=name,
                most=NAME_LETTERS_MOST,
            ),
            field="name",
        )
    return name


def _name_of(address: str) -> str:
    """Return the first word of an address, which is no address any more."""
    found = _NAME.search(address.partition("@")[0])
    name = found[0][:NAME_LETTERS_MOST].lower() if found else NAMELESS
    return NAMELESS if plain(name) in NO_NAMES else name


def _free(name: str, names: tuple[str, ...]) -> str:
    taken = {compact(other) for other in names}
    tries = (name, *(f"{name}{number}" for number in range(2, DEPUTIES_MOST + 2)))
    return next(one for one in tries if compact(one) not in taken)
