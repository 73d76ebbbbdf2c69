"""Folding of letters: what looks the same reads the same, and what can not be seen is gone."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

LINE_LETTERS_MOST = 1000
LINES_MOST = 3000
# Normalising a long run of combining marks is quadratic; no script needs so many on a letter.
MARKS_MOST = 8

UNSEEN = (
    0x00AD,
    0x034F,
    0x061C,
    0x115F,
    0x1160,
    0x180E,
    0x3164,
    0xFEFF,
    0xFFA0,
    *range(0x200B, 0x2010),
    *range(0x202A, 0x202F),
    *range(0x2060, 0x2070),
)
# A line separator inside a quoted line must not make a new, unquoted line of its rest.
SPACES = (*range(9), 11, 12, *range(14, 32), 0x7F, *range(0x80, 0xA0), 0x2028, 0x2029)
# These two signs alone normalise to eighteen and eight letters.
LONG_SIGNS = (0xFDFA, 0xFDFB)
CLEANED = {
    **dict.fromkeys((*SPACES, *LONG_SIGNS), " "),
    **dict.fromkeys(UNSEEN, None),
    9: " ",
}
UNCLEAN = re.compile("[" + "".join(f"\\U{letter:08x}" for letter in CLEANED) + "]")
DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\ufe58\ufe63\uff0d"
SINGLE_QUOTES = "\u2018\u2019\u201a\u201b\u2032\u02bc\u00b4\u0060"
DOUBLE_QUOTES = "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\u300c\u300d\u300e\u300f"
FOLDED = str.maketrans(
    {
        **dict.fromkeys(DASHES, "-"),
        **dict.fromkeys(SINGLE_QUOTES, "'"),
        **dict.fromkeys(DOUBLE_QUOTES, '"'),
    }
)
FOLDED_AND_CLEANED = {**CLEANED, **FOLDED}
WORD = re.compile(r"[^\W_]+")
# Blocks with marks that combine; the letters of Europe, China, Japan and Korea lie outside.
COMBINING = "\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u10ff\u135d-\u1dff\u20d0-\u20f0"
COMBINING += "\u2cef-\u2dff\u302a-\u302f\u3099\u309a\ua66f-\uabff\ufb1e\ufe20-\ufe2f"
COMBINING += "\U000101fd-\U0001e94b"
COMBINES = re.compile(f"[{COMBINING}]")


def word_set(words: str) -> frozenset[str]:
    """A table of words that is written as a paragraph."""
    return frozenset(words.casefold().split())


def text_lines(text: str) -> list[str]:
    """The lines of a body, each cut to a length that is cheap to look at."""
    ended = text.replace("\r\n", "\n")
    if "\r" in ended:
        # A lone return is a line end only where no other kind is used.
        ended = ended.replace("\r", " " if "\n" in ended else "\n")
    if UNCLEAN.search(ended):
        ended = ended.translate(CLEANED)
    ended = _unheaped(ended)
    return [
        line[:LINE_LETTERS_MOST].rstrip() for line in ended.split("\n", LINES_MOST)[:LINES_MOST]
    ]


def folded(line: str) -> str:
    """One line in NFKC with one kind of dash, quote and space."""
    return " ".join(_normal(line[:LINE_LETTERS_MOST]).split())


def caseless(line: str) -> str:
    """A folded line for comparing with word lists."""
    return folded(line).casefold()


def folded_lines(lines: Sequence[str]) -> list[str]:
    """All lines folded in one go, which costs a tenth of folding each alone."""
    cut = [line[:LINE_LETTERS_MOST].replace("\n", " ") for line in lines]
    return [" ".join(line.split()) for line in _normal("\n".join(cut)).split("\n")][: len(cut)]


def caseless_lines(lines: Sequence[str]) -> list[str]:
    """The same, for comparing with word lists."""
    text = "\n".join(folded_lines(lines)).casefold()
    # The Turkish capital I has a dot, which casefolding sets free.
    return text.replace("i\u0307", "i").split("\n")[: len(lines)]


def _normal(text: str) -> str:
    if text.isascii():
        spaced = text.translate(CLEANED) if UNCLEAN.search(text) else text
        return spaced.replace("`", "'")
    cut = _unheaped(text.translate(FOLDED_AND_CLEANED))
    normal = unicodedata.normalize("NFKC", cut)
    # What was normal already holds nothing new to fold.
    return cut if normal == cut else normal.translate(FOLDED_AND_CLEANED)


def _unheaped(text: str) -> str:
    """The text with no more marks on a letter than some script needs."""
    if text.isascii() or not COMBINES.search(text):
        return text
    kept: list[str] = []
    heap = 0
    for letter in text:
        heap = heap + 1 if unicodedata.combining(letter) else 0
        if heap <= MARKS_MOST:
            kept.append(letter)
    return "".join(kept)
