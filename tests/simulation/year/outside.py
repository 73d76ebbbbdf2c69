"""The world as a person can reach it, and a mail of theirs on its way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from simulation.year.people import Person


class Outside(Protocol):
    """The world as a person can reach it."""

    now: float

    def at(self, moment: float, what: Callable[[], None]) -> None: ...
    def posts(self, mail: Posted) -> None: ...
    def wanted_verb(self, person: Person) -> str: ...
    def has_deputy(self, person: Person) -> None: ...


@dataclass(frozen=True)
class Posted:
    """One mail of a person's on its way; `means` says what should come of it."""

    person: Person
    raw: bytes
    sender: str
    to: str
    means: str
    step: int
    lines: tuple[str, ...]
