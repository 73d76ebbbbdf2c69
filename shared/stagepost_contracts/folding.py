"""Making written words comparable: case, width, dashes and spaces fold away."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u00ad"), "-")
_SPACES = re.compile(r"\s+")


def folded(text: str) -> str:
    """Return `text` in NFKC and one case, with plain dashes and single spaces."""
    plain = unicodedata.normalize("NFKC", text).translate(_DASHES)
    return _SPACES.sub(" ", plain).strip().casefold()


@lru_cache(maxsize=4096)
def plain(word: str) -> str:
    """Return a folded word without the marks on its letters: `domyślnie` is `domyslnie`."""
    bare = "".join(
        mark for mark in unicodedata.normalize("NFD", folded(word)) if not _is_mark(mark)
    )
    return unicodedata.normalize("NFC", bare).replace("ł", "l")


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter) == "Mn"


def compact(word: str) -> str:
    """Return a name without the marks that people put between its parts or leave out."""
    return folded(word).replace("-", "").replace("_", "").replace(" ", "")
