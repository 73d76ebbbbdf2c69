"""The tables of a game for people: each value by its name, with the mark of where it comes from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from stagepost_contracts.sheets import Cell, Grid
from stagepost_contracts.texts import Text, say

PROVENANCE = "provenance"
ALL = "all"  # in marks: the values that are not named
SOURCES: Final[Mapping[str, Text]] = {
    "rulebook": say("printed"),
    "inferred": say("worked out from print"),
    "found": say("public source"),
    "designed": say("our own"),
}


def tables_parts(tables: Any) -> Iterator[Grid]:
    """Return a grid of the single numbers, and one for each group of numbers."""
    marks = _marks(tables, {})
    rows: list[tuple[Cell, ...]] = []
    for name, value in _values(tables):
        if not _is_group(value):
            rows.append((_words(name), _shown(value), _source(marks, name)))
    yield _grid(say("Tables"), rows)
    for name, value in _values(tables):
        if _is_group(value):
            yield _grid(say("Tables: {name}", name=_words(name)), list(_rows(value, "", marks)))


def _grid(title: Text, rows: list[tuple[Cell, ...]]) -> Grid:
    return Grid(title, (say("name"), say("value"), say("source")), tuple(rows))


def _rows(value: Any, name: str, marks: Mapping[str, str]) -> Iterator[tuple[Cell, ...]]:
    """One row for a struct of plain values; a struct of groups is taken apart."""
    if isinstance(value, tuple):
        for number, item in enumerate(value, 1):
            yield from _rows(item, f"{name} {_name_of(item) or number}".strip(), marks)
        return
    own = _marks(value, marks)
    plain = {field: part for field, part in _values(value) if not _is_group(part)}
    shown = ", ".join(
        f"{_words(field)} {_shown(part)}" for field, part in plain.items() if field != "id"
    )
    if shown:
        yield (name or say("all"), shown, _sources(own, tuple(plain)))
    for field, part in _values(value):
        if _is_group(part):
            yield from _rows(part, f"{name} {_words(field)}".strip(), own)


def _sources(marks: Mapping[str, str], fields: tuple[str, ...]) -> Cell:
    """One source if all values share it, else each with the values that are of it."""
    by_mark: dict[str, list[str]] = {}
    for field in fields:
        mark = marks.get(field, marks.get(ALL, ""))
        by_mark.setdefault(mark, []).append("name" if field == "id" else _words(field))
    if len(by_mark) == 1:
        return SOURCES[next(iter(by_mark))] if all(by_mark) else "-"
    texts = [
        say("{source} ({values})", source=SOURCES[mark], values=", ".join(values))
        for mark, values in by_mark.items()
    ]
    return say("{sources}", sources=tuple(texts))


def _source(marks: Mapping[str, str], name: str) -> Cell:
    mark = marks.get(name, marks.get(ALL, ""))
    return SOURCES[mark] if mark else "-"


def _marks(value: Any, inherited: Mapping[str, str]) -> Mapping[str, str]:
    own: Mapping[str, str] = getattr(value, PROVENANCE, {})
    return own or {ALL: inherited.get(ALL, "")}


def _values(value: Any) -> Iterator[tuple[str, Any]]:
    for field in msgspec.structs.fields(value):
        if field.name != PROVENANCE:
            yield field.name, getattr(value, field.name)


def _is_group(value: Any) -> bool:
    if isinstance(value, tuple):
        return bool(value) and all(map(_is_group, value))
    return hasattr(value, PROVENANCE)


def _name_of(value: Any) -> str:
    return str(getattr(value, "id", ""))


def _shown(value: Any) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case None:
            return "-"
        case dict():
            return ", ".join(f"{name} {_shown(part)}" for name, part in value.items())
        case tuple():
            between = "; " if any(isinstance(part, tuple) for part in value) else " "
            return between.join(map(_shown, value))
        case msgspec.Struct():
            parts = [f"{_words(name)} {_shown(part)}" for name, part in _values(value)]
            kind = value.__struct_config__.tag
            return " ".join([_words(str(kind)), *parts] if kind else parts)
        case _:
            return str(value)


def _words(name: str) -> str:
    return name.replace("_", " ")
