"""Whether a seat was rightly silent: told until when, and nothing of it taken in before that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from simulation.year.clock import DAY
from simulation.year.outside import Posted

from stagepost_engine.matches.envelope import Missed

SAME_MOMENT_SECONDS = 0.01
MOVES = frozenset({"move", "mixed"})


class Broken(AssertionError):
    """Something that must be so is not so."""


@dataclass
class Told:
    """What a seat was told last of its deadline in a step."""

    step: int
    at: float
    grace_until: float


@dataclass
class Took:
    """A mail of a seat that was taken in, and when."""

    posted: Posted
    at: float


@dataclass
class Heard:
    """An answer of the engine to a reply."""

    received: float
    at: float
    lines: tuple[str, ...]
    sealed: bool
    withdrew: bool
    fault: str


def judged(
    missed: Missed, told: Told | None, took: Sequence[Took], heard: Sequence[Heard]
) -> Iterator[str]:
    """Say what a miss is counted as. Raises Broken for one that must not be.

    A seat that no mail of the step had reached is judged by the moment of the default itself.
    """
    yield "misses" if told else "misses of seats that no mail had reached"
    ends = missed.at if told is None else told.grace_until
    if missed.at < ends:
        raise Broken(f"{missed} comes before {told}")
    for one in took:
        if one.posted.person.tenure == missed.tenure and one.at <= ends:
            yield from _answer_judged(missed, one, heard)


def _answer_judged(missed: Missed, took: Took, heard: Sequence[Heard]) -> Iterator[str]:
    """A mail was taken in time: it was refused or taken back, or the clock was held for it."""
    means = took.posted.means
    answer = next((h for h in heard if abs(h.received - took.at) < SAME_MOMENT_SECONDS), None)
    if means == "alias" and answer is None:
        if missed.at < took.at + DAY - 1:
            raise Broken(f"{missed}: its clock was not held for the mail of {took.at}")
        yield "misses after a mail that was never confirmed"
    if means not in MOVES:
        return
    if answer is None:
        raise Broken(f"{missed}: the mail of {took.at} was not read: {took.posted.lines}")
    if answer.fault == "stale-step":
        raise Broken(f"{missed}: {answer} was in time")
    withdrawn = any(later.withdrew and later.at >= answer.at for later in heard)
    if answer.sealed and not withdrawn:
        raise Broken(f"{missed}: {answer} was sealed")
    yield f"misses with an answer: {answer.fault or 'withdrawn'}"
