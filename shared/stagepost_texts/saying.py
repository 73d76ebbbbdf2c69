"""Texts in what programs read: each with its sentence in a language, beside its template."""

from __future__ import annotations

from typing import Any

import msgspec

from stagepost_contracts.texts import Text
from stagepost_texts.catalogue import spoken

_TEXT_FIELDS = {"template", "args", "plural"}


def said(content: Any, language: str) -> Any:
    """Return the content as plain data in which every text also has `said`."""
    return _inner(msgspec.json.decode(msgspec.json.encode(content)), language)


def _walked(found: Any, language: str) -> Any:
    """Add what is said to plain data that is our own, in place."""
    if isinstance(found, list):
        found[:] = [_inner(value, language) for value in found]
    elif isinstance(found.get("template"), str) and found.keys() <= _TEXT_FIELDS:
        found["said"] = spoken(msgspec.convert(found, Text), language)
    else:
        for key, value in found.items():
            found[key] = _inner(value, language)
    return found


def _inner(value: Any, language: str) -> Any:
    return _walked(value, language) if isinstance(value, (dict, list)) else value
