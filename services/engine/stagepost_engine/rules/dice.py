"""Chance that can be replayed: dice made from a seed, from a script, or from a record."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

import msgspec

T = TypeVar("T")


class Draw(msgspec.Struct, frozen=True, array_like=True):
    """One number that chance gave: what for, out of how many, and which, from 0."""

    purpose: str
    limit: int
    value: int


class Dice(Protocol):
    """Where a step's chance comes from. `drawn` is what it has given so far."""

    @property
    def drawn(self) -> tuple[Draw, ...]: ...

    def below(self, limit: int, purpose: str) -> int:
        """Return a uniform integer in [0, limit)."""
        ...


class SeededDice:
    """HMAC-SHA256 of the seed over (purpose, step, counter), rejection-sampled.

    Every step has its own stream for each purpose, so its rolls depend on nothing drawn
    before it, and no generator lives in the state.
    """

    def __init__(self, seed: bytes, step: int) -> None:
        self._seed = seed
        self._step = step
        self._words: dict[str, int] = {}
        self._drawn: list[Draw] = []

    @property
    def drawn(self) -> tuple[Draw, ...]:
        return tuple(self._drawn)

    def below(self, limit: int, purpose: str) -> int:
        assert 0 < limit <= 2**32
        ceiling = 2**64 - 2**64 % limit
        while (word := self._word(purpose)) >= ceiling:
            pass
        self._drawn.append(Draw(purpose, limit, word % limit))
        return word % limit

    def _word(self, purpose: str) -> int:
        counter = self._words.get(purpose, 0)
        self._words[purpose] = counter + 1
        message = b"%s:%d:%d" % (purpose.encode(), self._step, counter)
        return int.from_bytes(hmac.digest(self._seed, message, "sha256")[:8], "big")


class RecordedDice:
    """The draws of a record, in order. AssertionError if the rules ask for others."""

    def __init__(self, draws: Iterable[Draw]) -> None:
        self._left = list(draws)
        self._drawn: list[Draw] = []

    @property
    def drawn(self) -> tuple[Draw, ...]:
        return tuple(self._drawn)

    @property
    def spent(self) -> bool:
        """Whether every recorded draw was asked for."""
        return not self._left

    def below(self, limit: int, purpose: str) -> int:
        assert self._left, f"the record has no draw left for {purpose}"
        draw = self._left.pop(0)
        assert (draw.purpose, draw.limit) == (purpose, limit), f"{draw} is not for {purpose}"
        self._drawn.append(draw)
        return draw.value


class ScriptedDice(RecordedDice):
    """For tests: the values that come, whatever they are asked for."""

    def __init__(self, values: Iterable[int]) -> None:
        super().__init__(())
        self._values = list(values)

    @property
    def spent(self) -> bool:
        return not self._values

    def below(self, limit: int, purpose: str) -> int:
        assert self._values, f"the script has no value left for {purpose}"
        value = self._values.pop(0)
        assert 0 <= value < limit, f"{value} is not below {limit} for {purpose}"
        self._drawn.append(Draw(purpose, limit, value))
        return value


def roll(dice: Dice, count: int, purpose: str, sides: int = 6) -> tuple[int, ...]:
    """Roll `count` dice with faces 1 to `sides`."""
    return tuple(1 + dice.below(sides, purpose) for _ in range(count))


def drawn_from(dice: Dice, things: Sequence[T], count: int, purpose: str) -> tuple[T, ...]:
    """Draw `count` different things, in the order drawn."""
    left = list(things)
    return tuple(left.pop(dice.below(len(left), purpose)) for _ in range(count))
