"""The lines of a body with all that is asked of each line, found out once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from stagepost_mailer.reply.evidence import ends_in_words
from stagepost_mailer.reply.fold import caseless_lines
from stagepost_mailer.reply.quote_mark import is_marked


@dataclass(frozen=True, slots=True)
class Body:
    """Each line as written, as folded, whether marked as quote, and whether ending like "wrote:"."""

    lines: list[str]
    plain: list[str]
    marked: list[bool]
    ends: list[bool]

    @classmethod
    def of(cls, lines: list[str]) -> Self:
        """Folds and looks at every line."""
        plain = caseless_lines(lines)
        marked = [is_marked(line) for line in lines]
        return cls(lines, plain, marked, [ends_in_words(line) for line in plain])

    def next_written(self, start: int) -> int | None:
        """The next line that is not empty."""
        return next((at for at in range(start, len(self.lines)) if self.lines[at]), None)
