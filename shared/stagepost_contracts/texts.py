"""Sentences for players as a template and its arguments; a catalogue makes them words."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

TextArg: TypeAlias = "int | str | Text | tuple[Text, ...]"


class Text(msgspec.Struct, frozen=True, omit_defaults=True):
    """One sentence, not yet in any language.

    `template` is the English message with `{name}` places.
    With `plural`, the argument `count` chooses between the two.
    A tuple of texts is joined as a list of things (`a, b and c`).
    """

    template: str
    args: dict[str, TextArg] = {}
    plural: str = ""


def say(template: str, **args: TextArg) -> Text:
    """Mark `template` for the catalogues; it must be a literal."""
    return Text(template, args)


def say_many(one: str, many: str, *, count: int, **args: TextArg) -> Text:
    """Mark a sentence that bends to `count`; both templates must be literals."""
    return Text(one, {"count": count, **args}, many)
