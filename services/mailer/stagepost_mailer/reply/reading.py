"""Where the splitter stands in a body: its lines, whose they are so far, and what introduces."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from stagepost_mailer.reply.body import Body
from stagepost_mailer.reply.header_block import (
    ADDRESS_ALONE,
    banner_end,
    bare_block_end,
    block_end,
    is_rule,
    notes_end,
)


class Part(Enum):
    """Whose a line is."""

    FRESH = "fresh"
    QUOTED = "quoted"
    DROPPED = "dropped"


@dataclass(slots=True)
class Reading:
    """Where the splitter stands in a body."""

    body: Body
    known: set[int]
    introduced: dict[int, int]
    tails: set[int]
    kinds: list[int]
    parts: list[Part] = field(default_factory=list)
    spoken: bool = False
    signed: bool = False

    def take(self, part: Part, end: int) -> None:
        """Gives all lines up to `end` to one part."""
        self.parts.extend([part] * (end - len(self.parts)))


def introduction_end(reading: Reading, at: int) -> int | None:
    """The index after an attribution, banner or header block that begins here."""
    body = reading.body
    if at in reading.introduced:
        return reading.introduced[at]
    if not body.plain[at]:
        return None
    banner = banner_end(body, reading.kinds, at)
    if banner is not None:
        return _introduction_below(reading, banner) or bare_block_end(body, banner)
    if is_rule(body.plain[at]):
        return _introduction_below(reading, at + 1)
    if "@" in body.plain[at] and ADDRESS_ALONE.fullmatch(body.plain[at]):
        return _block_below(reading, at + 1)
    return block_end(body, reading.kinds, at) or notes_end(body, at)


def _introduction_below(reading: Reading, at: int) -> int | None:
    """The index after an introduction under a rule or a banner."""
    body = reading.body
    below = body.next_written(at)
    if below is not None and is_rule(body.plain[below]):
        below = body.next_written(below + 1)
    if below is None or body.marked[below]:
        return None
    if below in reading.introduced:
        return reading.introduced[below]
    banner = banner_end(body, reading.kinds, below)
    if banner is not None:
        return _block_below(reading, banner) or bare_block_end(body, banner)
    return block_end(body, reading.kinds, below)


def _block_below(reading: Reading, at: int) -> int | None:
    below = reading.body.next_written(at)
    return None if below is None else block_end(reading.body, reading.kinds, below)
