"""A quadrant of the operations board: 36 squares, the pieces on them, and the lines that hit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

from stagepost_engine.games.crude.tables import Kind

SIDE = 6
SQUARES = SIDE * SIDE
FREE = "."
EMPTY = FREE * SQUARES

MARKS: dict[Kind, str] = {"rig": "r", "station": "s", "refinery": "F", "well": "w"}
KIND_OF: dict[str, Kind] = {mark: kind for kind, mark in MARKS.items()}

# A refinery is named by its first square; the other three know where that is.
REFINERY_MARKS = {0: "F", 1: "e", SIDE: "d", SIDE + 1: "f"}
BACK = {mark: step for step, mark in REFINERY_MARKS.items()}

NAMES = tuple(f"{1 + at // SIDE}-{1 + at % SIDE}" for at in range(SQUARES))
"""Row, then column, from 1: `3-5`."""

AT = {name: at for at, name in enumerate(NAMES)}
LINES = tuple(range(SIDE))
PLANS_CACHED_MOST = 2048  # the same few plans are looked at many times in a move


def pieces(plan: str, kind: Kind | None = None) -> tuple[int, ...]:
    """Return the (first) squares of all pieces, lowest row first, then column."""
    marks = KIND_OF if kind is None else (MARKS[kind],)
    return tuple(at for at, mark in enumerate(plan) if mark in marks)


def count_of(plan: str, kind: Kind) -> int:
    return plan.count(MARKS[kind])


def kind_at(plan: str, at: int) -> Kind:
    return KIND_OF[plan[at]]


@lru_cache(maxsize=PLANS_CACHED_MOST)
def free(plan: str) -> tuple[int, ...]:
    return tuple(at for at, mark in enumerate(plan) if mark == FREE)


@lru_cache(maxsize=PLANS_CACHED_MOST)
def blocks_free(plan: str) -> tuple[int, ...]:
    """Return the first squares of all free blocks of two by two."""
    return tuple(
        at
        for at in range(SQUARES - SIDE)
        if at % SIDE < SIDE - 1 and all(plan[at + step] == FREE for step in REFINERY_MARKS)
    )


@lru_cache(maxsize=PLANS_CACHED_MOST)
def names_of(squares: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(NAMES[at] for at in squares)


def placed(plan: str, at: int, kind: Kind) -> str:
    if kind != "refinery":
        return plan[:at] + MARKS[kind] + plan[at + 1 :]
    for step, mark in REFINERY_MARKS.items():
        plan = plan[: at + step] + mark + plan[at + step + 1 :]
    return plan


def cleared(plan: str, squares: Iterable[int]) -> str:
    """Return the plan without the pieces of these (first) squares."""
    marks = list(plan)
    for at in squares:
        for step in REFINERY_MARKS if plan[at] == "F" else (0,):
            marks[at + step] = FREE
    return "".join(marks)


def rectangle(first: int, last: int) -> Iterator[int]:
    """Yield the squares between two corners, in any order of the two."""
    rows = sorted((first // SIDE, last // SIDE))
    columns = sorted((first % SIDE, last % SIDE))
    for row in range(rows[0], rows[1] + 1):
        for column in range(columns[0], columns[1] + 1):
            yield SIDE * row + column


@lru_cache(maxsize=PLANS_CACHED_MOST)
def struck(plan: str, row: int, column: int) -> Mapping[int, int]:
    """Return the pieces in a row and a column, each with how many of the two hit it.

    Rows and columns count from 1; 0 is none.
    """
    in_row = _pieces_in(plan, range(SIDE * (row - 1), SIDE * row)) if row else frozenset()
    in_column = _pieces_in(plan, range(column - 1, SQUARES, SIDE)) if column else frozenset()
    hits = {at: (at in in_row) + (at in in_column) for at in sorted(in_row | in_column)}
    return MappingProxyType(hits)


def _pieces_in(plan: str, line: range) -> frozenset[int]:
    return frozenset(at - BACK.get(plan[at], 0) for at in line if plan[at] != FREE)
