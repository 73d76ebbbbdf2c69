"""Moments at which a match wants to be looked at again."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from stagepost_contracts.ids import MatchId

DueKind: TypeAlias = Literal[
    "start", "abandon", "deadline", "grace", "delay", "reminder", "deputy", "absence"
]


class Due(msgspec.Struct, frozen=True, array_like=True):
    """One due: what is to happen to which match, fenced by its step.

    `at` is the moment in seconds since 1970 UTC, to the millisecond; it is also the score
    in the due index. A due whose step is past does nothing.
    """

    match: MatchId
    kind: DueKind
    step: int
    at: float

    @property
    def name(self) -> str:
        """A name that only this due has, of letters, digits, `_` and `-`."""
        return f"{self.match}-{self.kind}-{self.step}-{round(self.at * 1000)}"
