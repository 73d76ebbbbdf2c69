"""What a handler says of itself to the OpenAPI document: who may call it, with what, for what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from stagepost_contracts.errors import ProblemCode

Caller: TypeAlias = Literal["anybody", "reader", "seat", "holder", "player", "operator", "service"]
"""Whose token opens it. A reader may have one, and sees more with it; a holder is a seat or host;
a player has one for all seats."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Described:
    """One operation. `answer` and `body` are types, `codes` the problems of its own.

    `query` and `headers` name parameters of `parameters.py`, `gives` headers of the answer;
    `empty` are statuses without a body, each with what it means; `also` others with theirs. A
    `stream` is given where it is asked for as text/event-stream. `media` is what the answer is.
    """

    answer: Any
    caller: Caller = "anybody"
    body: Any = None
    status: int = 200
    codes: tuple[ProblemCode, ...] = ()
    query: tuple[str, ...] = ()
    headers: tuple[str, ...] = ()
    gives: tuple[str, ...] = ()
    empty: Mapping[int, str] | None = None
    also: Mapping[int, Any] | None = None
    stream: bool = False
    media: str = "application/json"


def described(answer: Any, **fields: Any) -> dict[str, Described]:
    """Return the `opt` of a handler."""
    return {"described": Described(answer=answer, **fields)}
