"""A text becomes a sentence: its template from the reader's catalogue, its places filled."""

from __future__ import annotations

import io
import re
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from stagepost_contracts.texts import Text, TextArg

SOURCE_LANGUAGE = "en"
WORLD_ENGLISH = Locale("en", "001")  # `a, b and c`, as in the source
LOCALES = Path(__file__).parent / "locales"
LANGUAGES_CACHED_MOST = 64

PLACE = re.compile(r"\{([a-z_][a-z0-9_]*)\}")
"""A place in a template: a plain name, no attribute, no index, no format."""


def spoken(text: Text, language: str) -> str:
    """Return the sentence in `language`, or in English where no catalogue has it.

    A place without an argument is a bug in the template or in its translation.
    """
    if not text.template:
        return ""
    template = _template(text, messages_of(language))
    return PLACE.sub(lambda place: _shown(_argument(text, place[1]), language), template)


def places_of(template: str) -> set[str]:
    """Return the names that a template asks for."""
    return set(PLACE.findall(template))


def language_of(language: str) -> str:
    """Return the language that sentences for `language` come in: its own or English."""
    locale = locale_of(language)
    found = [name for name in (str(locale), locale.language) if _catalogue(name).is_file()]
    return found[0] if found else SOURCE_LANGUAGE


@lru_cache(maxsize=LANGUAGES_CACHED_MOST)
def locale_of(language: str) -> Locale:
    """Return the locale for dates and lists; English where `language` is none."""
    try:
        locale = Locale.parse(language.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        return WORLD_ENGLISH
    return WORLD_ENGLISH if locale == Locale(SOURCE_LANGUAGE) else locale


@lru_cache(maxsize=LANGUAGES_CACHED_MOST)
def messages_of(language: str) -> NullTranslations:
    """Return the catalogue of `language`, compiled in memory; an empty one speaks English."""
    path = _catalogue(language_of(language))
    if not path.is_file():
        return NullTranslations()
    with path.open("rb") as file:
        catalogue = read_po(file, abort_invalid=True)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return GNUTranslations(compiled)


def _catalogue(language: str) -> Path:
    return LOCALES / language / "LC_MESSAGES" / "stagepost.po"


def _template(text: Text, messages: NullTranslations) -> str:
    if not text.plural:
        return messages.gettext(text.template)
    count = _argument(text, "count")
    assert isinstance(count, int), f"count is no number: {text.template}"
    return messages.ngettext(text.template, text.plural, count)


def _argument(text: Text, name: str) -> TextArg:
    assert name in text.args, f"nothing for {{{name}}} in: {text.template}"
    return text.args[name]


def _shown(value: TextArg, language: str) -> str:
    match value:
        case int():
            # Plain digits: a grouped number in a sentence would not be one in an order.
            return str(value)
        case str():
            return value
        case Text():
            return spoken(value, language)
        case tuple():
            return format_list(
                [spoken(text, language) for text in value], locale=locale_of(language)
            )
