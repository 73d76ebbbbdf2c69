"""What one match or many came to, as counts that can be added up."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields

WIN = 60  # of one match: it can be shared by two to six and stay whole


@dataclass(slots=True)
class Tally:
    """Counts over matches; those by name are of matches, wins and uses.

    A win counts as `WIN`, a shared one in parts of it. `offered` and `used` are options by the order that holds them:
    ("bid", "") is the order itself, ("build", "at=1-1") one word of a choice.
    """

    matches: int = 0
    steps: Counter[int] = field(default_factory=Counter)
    rounds: Counter[int] = field(default_factory=Counter)
    moves: Counter[int] = field(default_factory=Counter)
    occasions: Counter[tuple[str, str]] = field(default_factory=Counter)
    in_matches: Counter[tuple[str, str]] = field(default_factory=Counter)
    seat_wins: Counter[int] = field(default_factory=Counter)
    style_seats: Counter[str] = field(default_factory=Counter)
    style_wins: Counter[str] = field(default_factory=Counter)
    scores: Counter[str] = field(default_factory=Counter)
    offered: Counter[tuple[str, str]] = field(default_factory=Counter)
    used: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        for part in fields(self):
            mine, theirs = getattr(self, part.name), getattr(other, part.name)
            if isinstance(mine, Counter):
                mine.update(theirs)
            else:
                setattr(self, part.name, mine + theirs)
