"""Orders as lines of text and back, by the forms alone: no game is known here."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from stagepost_contracts.errors import UnreadableLine
from stagepost_contracts.fields import (
    FieldValue,
    is_keyword,
    keywords_of,
    read_field,
    usage_of,
    write_field,
)
from stagepost_contracts.folding import folded, plain
from stagepost_contracts.forms import Field, OrderForm, Words
from stagepost_contracts.texts import Text, say

Spoken: TypeAlias = dict[str, FieldValue]
"""An order before the engine gives it a type: `kind` and the form's fields."""

PREFIX_LEAST = 3  # letters that may stand for a whole verb or name
LINE_CHARACTERS_MOST = 500


@dataclass(frozen=True, slots=True)
class Spelled:
    """What one line says: an order, a standing order behind it, or both."""

    order: Spoken | None
    standing: Spoken | None


def read(line: str, forms: Iterable[OrderForm]) -> Spoken:
    """Read one order: `Bid 300` -> {"kind": "bid", "amount": 300}.

    Understood, not yet known to be legal: bounds are the rules' to check.
    Raises UnreadableLine with what would do.
    """
    forms = tuple(forms)
    words = words_of(line)
    form, rest = _form_of(words, forms)
    spoken: Spoken = {"kind": form.kind}
    pending = list(form.fields)
    while pending:
        field = _next_field(pending, rest)
        pending.remove(field)
        stops = {word for other in pending for word in keywords_of(other)}
        spoken[field.name], rest = read_field(field, rest, usage(form), stops)
    if rest:
        raise UnreadableLine(
            say(
                "“{rest}” is too much; write it as: {usage}",
                rest=" ".join(rest).strip(" ,"),
                usage=usage(form),
            )
        )
    return spoken


def read_both(line: str, forms: Sequence[OrderForm], standing: Sequence[OrderForm]) -> Spelled:
    """Read a line that may hold a move, a standing order, or the one and then the other."""
    words = words_of(line)
    for form in standing:
        verb = form.verb.split()
        for at in range(len(words) - len(verb) + 1):
            if [word.casefold() for word in words[at : at + len(verb)]] == verb:
                before = read(" ".join(words[:at]), forms) if at else None
                return Spelled(before, read(" ".join(words[at:]), standing))
    return Spelled(read(line, forms), None)


def speaks(line: str, forms: Iterable[OrderForm]) -> bool:
    """Whether the line begins as an order would, so that it is worth a word of refusal."""
    words = words_of(line)
    return bool(words) and any(_verb_fits(words, form) for form in forms)


def verb_length(line: str, form: OrderForm) -> int:
    """Return by how many words the line begins with the form's verb, whole, in any spelling."""
    return _verb_length(words_of(line), form)


def is_in_other_words(line: str, form: OrderForm) -> bool:
    """Whether the line begins with the form's verb in another spelling than its own."""
    words = words_of(line)
    return _verb_length(words, form) > 0 and not _begins(words, form.verb)


def write(order: Mapping[str, object], form: OrderForm) -> str:
    """Return the line that reads back as `order`: the inverse of `read`."""
    words = [form.verb.upper()]
    words += [part for field in form.fields if (part := write_field(field, order[field.name]))]
    return " ".join(words)


def usage(form: OrderForm) -> str:
    """Return the form's pattern: `BID <amount>`."""
    return " ".join([form.verb.upper(), *(usage_of(field) for field in form.fields)])


def words_of(line: str) -> list[str]:
    """Split a line into words, without the marks people add around orders."""
    return list(_words_of(" ".join(line.split())[:LINE_CHARACTERS_MOST]))


@lru_cache(maxsize=1024)
def _words_of(plain: str) -> tuple[str, ...]:
    """A line is held against one form after the other, and split for each."""
    plain = plain.rstrip(".;!").replace("P$", " ").replace("p$", " ").replace("$", " ")
    plain = plain.replace(",", " , ") if not _is_grouped(plain) else plain
    return tuple(word for raw in plain.split() if (word := raw.strip(":*\"'„”“")) or raw == ",")


def _is_grouped(line: str) -> bool:
    """Whether each comma in the line stands between digits, as in 1,000."""
    places = [at for at, mark in enumerate(line) if mark == ","] if "," in line else []
    return all(line[at - 1 : at].isdecimal() and line[at + 1 : at + 2].isdecimal() for at in places)


def _next_field(pending: list[Field], words: list[str]) -> Field:
    """Return the field that is read next: words behind keywords may come in any order."""
    first = pending[0]
    if isinstance(first, Words) and first.keyword and words:
        return next((field for field in pending if is_keyword(words[0], field)), first)
    return first


def _form_of(words: list[str], forms: tuple[OrderForm, ...]) -> tuple[OrderForm, list[str]]:
    if not words:
        raise UnreadableLine(say("The line is empty."))
    exact = [(length, form) for form in forms if (length := _verb_length(words, form))]
    if exact:
        length, form = max(exact, key=lambda found: found[0])
        return form, words[length:]
    near = [form for form in forms if _verb_fits(words, form)]
    if len(near) == 1:
        return near[0], words[len(near[0].verb.split()) :]
    # BUY 2 WELLS texas is BUY WELL texas 2: a count may stand between the words of a verb.
    if len(words) > 2 and words[1].isdecimal() and not words[2].isdecimal():
        return _form_of([words[0], *words[2:], words[1]], forms)
    raise UnreadableLine(_unknown(words, forms))


def _verb_length(words: list[str], form: OrderForm) -> int:
    return max(_begins(words, verb) for verb in (form.verb, *form.also))


def _begins(words: list[str], verb: str) -> int:
    """Return of how many words the verb is, if these begin with it."""
    known = _plain_words(verb)
    return len(known) if tuple(plain(word) for word in words[: len(known)]) == known else 0


@lru_cache(maxsize=1024)
def _plain_words(verb: str) -> tuple[str, ...]:
    return tuple(plain(word) for word in verb.split())


def _verb_fits(words: list[str], form: OrderForm) -> bool:
    """Whether the words begin with the verb, which may be cut short where it is the form's own."""
    if any(_begins(words, verb) for verb in form.also):
        return True
    verb = form.verb.split()
    return len(words) >= len(verb) and all(
        _fits(folded(word), known) for word, known in zip(words, verb, strict=False)
    )


def _fits(word: str, known: str) -> bool:
    if word in (known, f"{known}s", f"{known[:-1]}ies" if known.endswith("y") else known):
        return True
    return len(word) >= PREFIX_LEAST and known.startswith(word)


def _unknown(words: list[str], forms: tuple[OrderForm, ...]) -> Text:
    if not forms:
        return say("There is nothing to order now.")
    said = " ".join(words[:3]).upper()
    near = difflib.get_close_matches(
        folded(words[0]), [form.verb.split()[0] for form in forms], n=1, cutoff=0.6
    )
    for form in forms:
        if near and form.verb.split()[0] == near[0]:
            return say(
                "“{said}” is not an order for now. Did you mean: {usage}",
                said=said,
                usage=usage(form),
            )
    return say(
        "“{said}” is not an order for now. You can write: {usages}",
        said=said,
        usages="; ".join(usage(form) for form in forms),
    )
