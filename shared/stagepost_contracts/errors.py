"""The three ways to refuse: unreadable, illegal, and a problem of the API. No fourth."""

from __future__ import annotations

from typing import Literal, TypeAlias

from stagepost_contracts.texts import Text


class UnreadableLine(ValueError):
    """The line fits no form. `text` is for the player."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.template)
        self.text = text


class IllegalMove(Exception):
    """The move was understood, and the rules forbid it. `text` is for the player.

    `index` is the place of the first order that fails, 0 for the first.
    """

    def __init__(self, text: Text, index: int = 0) -> None:
        super().__init__(text.template)
        self.text = text
        self.index = index


ProblemCode: TypeAlias = Literal[
    "bad-request",
    "unauthorized",
    "forbidden",
    "not-found",
    "no-such-match",
    "no-such-seat",
    "no-such-game",
    "no-such-deal",
    "stale-step",
    "older-mail",
    "set-aside",
    "busy",
    "not-awaited",
    "unreadable",
    "illegal",
    "bad-tables",
    "bad-policy",
    "bad-address",
    "bad-name",
    "bad-url",
    "wrong-seats",
    "key-reused",
    "match-over",
    "match-exists",
    "bad-backup",
    "not-yet",
    "too-large",
    "precondition-failed",
    "too-many",
    "unavailable",
]
"""Stable codes: the last part of a problem's `type` (RFC 9457)."""

STATUS: dict[ProblemCode, int] = {
    "bad-request": 400,
    "unauthorized": 401,
    "forbidden": 403,
    "not-found": 404,
    "no-such-match": 404,
    "no-such-seat": 404,
    "no-such-game": 404,
    "no-such-deal": 404,
    "stale-step": 409,
    "older-mail": 409,
    "set-aside": 422,
    "busy": 409,
    "match-over": 409,
    "match-exists": 409,
    "not-yet": 409,
    "precondition-failed": 412,
    "too-large": 413,
    "unreadable": 422,
    "illegal": 422,
    "not-awaited": 422,
    "bad-tables": 422,
    "bad-backup": 422,
    "bad-policy": 422,
    "bad-address": 422,
    "bad-name": 422,
    "bad-url": 422,
    "wrong-seats": 422,
    "key-reused": 422,
    "too-many": 429,
    "unavailable": 503,
}


class Problem(Exception):
    """A request that cannot be served: a stable code and a sentence with the remedy."""

    def __init__(
        self, code: ProblemCode, text: Text, *, field: str = "", line: int | None = None
    ) -> None:
        super().__init__(f"{code}: {text.template}")
        self.code: ProblemCode = code
        self.text = text
        self.field = field
        self.line = line
