"""Texts in responses: each with its sentence in the reader's language, beside its template."""

from __future__ import annotations

from typing import Any

import msgspec

from stagepost_contracts.texts import Text
from stagepost_texts.catalogue import spoken

_TEXT_FIELDS = {"template", "args", "plural"}


def said(content: Any, language: str) -> Any:
    """Return the content as plain data in which every text also has `said`."""
    return _walked(msgspec.json.decode(msgspec.json.encode(content)), language)


def _walked(found: Any, language: str) -> Any:
    match found:
        case {"template": str(), **rest} if rest.keys() <= _TEXT_FIELDS:
            return found | {"said": spoken(msgspec.convert(found, Text), language)}
        case dict():
            return {key: _walked(value, language) for key, value in found.items()}
        case list() | tuple():
            return [_walked(value, language) for value in found]
        case _:
            return found
