"""The grammar of orders, as data: the engine offers forms, everyone reads and writes by them."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from stagepost_contracts.texts import Text


class Amount(msgspec.Struct, frozen=True, tag="amount", tag_field="type", omit_defaults=True):
    """A whole number from `least` to `most`, counted in steps of `step` from `least`."""

    name: str
    least: int
    most: int
    step: int = 1
    keyword: str = ""
    otherwise: int | None = None
    also: tuple[str, ...] = ()


class Choice(msgspec.Struct, frozen=True, tag="choice", tag_field="type", omit_defaults=True):
    """One word out of `words`."""

    name: str
    words: tuple[str, ...]
    keyword: str = ""
    otherwise: str | None = None
    also: tuple[str, ...] = ()


class Permutation(
    msgspec.Struct, frozen=True, tag="permutation", tag_field="type", omit_defaults=True
):
    """Each of `words` exactly once, in an order of the writer's choosing."""

    name: str
    words: tuple[str, ...]
    keyword: str = ""
    also: tuple[str, ...] = ()


class Part(msgspec.Struct, frozen=True):
    """One thing that may lie in a bundle, and how many of it at the most."""

    word: str
    most: int


class Bundle(msgspec.Struct, frozen=True, tag="bundle", tag_field="type", omit_defaults=True):
    """Any number of things at once: `300 CASH, 2 BARRELS`, or `NOTHING`.

    A number alone counts the first part.
    """

    name: str
    parts: tuple[Part, ...]
    keyword: str = ""
    also: tuple[str, ...] = ()


class Words(msgspec.Struct, frozen=True, tag="words", tag_field="type", omit_defaults=True):
    """The rest of the line as it was written, up to `most` characters.

    Where fields with a keyword follow, it ends before the first of their keywords.
    """

    name: str
    most: int
    keyword: str = ""
    otherwise: str | None = None
    also: tuple[str, ...] = ()


Field: TypeAlias = Amount | Choice | Permutation | Bundle | Words
"""
`keyword` is the word that introduces a field in a line (`GIVE`, `UNTIL`), none if empty, and
`also` are other words for it.
`otherwise` is what a field holds that the line leaves out; None means it must be there.
"""


class OrderForm(msgspec.Struct, frozen=True, omit_defaults=True):
    """One kind of order a seat may give now.

    `verb` is one or more lower-case words; the order's kind is the verb with underscores. `also`
    are other words for it, read from anybody and never written.
    At least `least` and at most `most` of them may follow what was ordered so far.
    """

    verb: str
    fields: tuple[Field, ...] = ()
    least: int = 0
    most: int = 1
    meaning: Text | None = None
    also: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """How the order is tagged as data."""
        return self.verb.replace(" ", "_")


def is_possible(form: OrderForm) -> bool:
    """Whether at least one order fits the form: no empty range and no empty choice."""
    return form.most > 0 and all(_has_value(field) for field in form.fields)


def _has_value(field: Field) -> bool:
    match field:
        case Amount(least=least, most=most, otherwise=otherwise):
            return least <= most or otherwise is not None
        case Choice(words=words, otherwise=otherwise):
            return bool(words) or otherwise is not None
        case Permutation(words=words):
            return bool(words)
        case Bundle() | Words():
            return True
