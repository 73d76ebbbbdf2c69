"""The parts of an order behind its verb: reading and writing each kind of field."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Mapping, Sequence
from typing import TypeAlias, cast

from stagepost_contracts.errors import UnreadableLine
from stagepost_contracts.folding import compact, folded, plain
from stagepost_contracts.forms import Amount, Bundle, Choice, Field, Part, Permutation, Words
from stagepost_contracts.texts import Text, say

FieldValue: TypeAlias = "int | str | list[str] | dict[str, int]"

NAME_WORDS_MOST = 4
PREFIX_LEAST = 3
DIGITS_MOST = 9
ANDS = ("and", "i", "oraz", "및")
NOTHING = "nothing"
NOTHINGS = (NOTHING, "nic", "없음")

_GROUPED = re.compile(r"\d{1,3}(?:[.,']\d{3})+")


def read_field(
    field: Field, words: list[str], usage: str, stops: Collection[str] = ()
) -> tuple[FieldValue, list[str]]:
    """Return the field's value and the words that are left. Raises UnreadableLine.

    `stops` are the keywords of other fields, plain, before which words of a player's own end.
    """
    otherwise = getattr(field, "otherwise", None)
    if field.keyword:
        if not words or not is_keyword(words[0], field):
            if otherwise is not None:
                return cast(FieldValue, otherwise), words
            raise UnreadableLine(
                say(
                    "{keyword} is missing; write it as: {usage}",
                    keyword=field.keyword.upper(),
                    usage=usage,
                )
            )
        words = words[1:]
    elif otherwise is not None and not _begins(field, words):
        return cast(FieldValue, otherwise), words
    if not words and not isinstance(field, Bundle):
        raise UnreadableLine(say("Something is missing; write it as: {usage}", usage=usage))
    match field:
        case Amount():
            return _read_amount(words, usage)
        case Choice(words=known):
            return _read_name(words, known)
        case Permutation(words=known):
            return _read_permutation(words, known)
        case Bundle(parts=parts):
            return _read_bundle(words, parts)
        case Words(most=most):
            count = next((at for at, word in enumerate(words) if plain(word) in stops), len(words))
            return " ".join(words[:count])[:most], words[count:]


def is_keyword(word: str, field: Field) -> bool:
    """Whether the word introduces the field, in any spelling."""
    return plain(word) in keywords_of(field)


def keywords_of(field: Field) -> tuple[str, ...]:
    """Return every spelling of the field's keyword, plain."""
    return tuple(plain(word) for word in (field.keyword, *field.also)) if field.keyword else ()


def write_field(field: Field, value: object) -> str:
    """Return the field's words, or nothing where leaving it out says the same."""
    if getattr(field, "otherwise", None) == value:
        return ""
    match field:
        case Permutation():
            said = " ".join(cast(Sequence[str], value))
        case Bundle():
            parts = cast(Mapping[str, int], value)
            said = " , ".join(f"{count} {word}" for word, count in parts.items() if count)
            said = said.replace(" ,", ",") or NOTHING
        case Amount() | Choice() | Words():
            said = str(value)
    return f"{field.keyword.upper()} {said}" if field.keyword else said


def usage_of(field: Field) -> str:
    """Return the field as a pattern shows it: `<amount>`, in brackets where it may be left out."""
    shown = f"<{field.name}>"
    if isinstance(field, Choice) and len(field.words) == 1:
        shown = field.words[0].upper()
    if field.keyword:
        shown = f"{field.keyword.upper()} {shown}"
    return shown if getattr(field, "otherwise", None) is None else f"({shown})"


def _begins(field: Field, words: list[str]) -> bool:
    """Whether the next word can be the value of a field that may be left out."""
    if not words:
        return False
    return words[0][:1].isdecimal() if isinstance(field, Amount) else True


def _read_amount(words: list[str], usage: str) -> tuple[int, list[str]]:
    taken = 1
    while taken < len(words) and len(words[0]) <= 3 and re.fullmatch(r"\d{3}", words[taken]):
        taken += 1
    digits = "".join(words[:taken])
    if _GROUPED.fullmatch(digits):
        digits = re.sub(r"[.,']", "", digits)
    if not digits.isdecimal() or len(digits) > DIGITS_MOST:
        raise UnreadableLine(
            say("“{word}” is not a whole number; write it as: {usage}", word=words[0], usage=usage)
        )
    return int(digits), words[taken:]


def _read_name(words: list[str], known: tuple[str, ...]) -> tuple[str, list[str]]:
    for count in range(min(NAME_WORDS_MOST, len(words)), 0, -1):
        said = compact(" ".join(words[:count]))
        exact = [name for name in known if compact(name) == said]
        if len(exact) == 1:
            return exact[0], words[count:]
    said = compact(words[0])
    near = [name for name in known if len(said) >= PREFIX_LEAST and compact(name).startswith(said)]
    if len(near) == 1:
        return near[0], words[1:]
    raise UnreadableLine(_unknown_name(words[0], known))


def _unknown_name(word: str, known: tuple[str, ...]) -> Text:
    near = difflib.get_close_matches(folded(word), [folded(name) for name in known], n=1)
    if near:
        return say(
            "“{word}” is not among: {known}. Did you mean {near}?",
            word=word,
            known=", ".join(known),
            near=near[0],
        )
    return say("“{word}” is not among: {known}.", word=word, known=", ".join(known))


def _read_permutation(words: list[str], known: tuple[str, ...]) -> tuple[list[str], list[str]]:
    order: list[str] = []
    words = [word for word in words if word not in (",", ">")]
    while words and len(order) < len(known):
        name, words = _read_name(words, known)
        order.append(name)
    if sorted(order) != sorted(known):
        raise UnreadableLine(say("Name each of these once: {known}.", known=", ".join(known)))
    return order, words


def _read_bundle(words: list[str], parts: tuple[Part, ...]) -> tuple[dict[str, int], list[str]]:
    if words and plain(words[0]) in NOTHINGS:
        return {}, words[1:]
    known = tuple(part.word for part in parts)
    held: dict[str, int] = {}
    while words and words[0][:1].isdecimal():
        count, words = _read_amount(words, f"<number> {known[0]}")
        name = known[0]
        if words and words[0] not in (",", "+") and _is_part(words, known):
            name, words = _read_part(words, known)
        held[name] = held.get(name, 0) + count
        if words and (words[0] in (",", "+") or folded(words[0]) in ANDS):
            words = words[1:]
    if not held:
        raise UnreadableLine(
            say(
                "Say how much of what: {known}; or {nothing}.",
                known=", ".join(known),
                nothing=NOTHING.upper(),
            )
        )
    return held, words


def _is_part(words: list[str], known: tuple[str, ...]) -> bool:
    said = _singular(words[0])
    return any(_singular(name).startswith(said) for name in known if len(said) >= PREFIX_LEAST)


def _read_part(words: list[str], known: tuple[str, ...]) -> tuple[str, list[str]]:
    said = _singular(words[0])
    fits = [name for name in known if _singular(name) == said]
    return (fits[0], words[1:]) if len(fits) == 1 else _read_name(words, known)


def _singular(word: str) -> str:
    """Return one of it: `barrels` and `refineries` are `barrel` and `refinery`."""
    plain = compact(word)
    return f"{plain[:-3]}y" if plain.endswith("ies") else plain.rstrip("s")
