"""Nothing that we print may read as an order when a reply brings it back."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from stagepost_contracts.errors import UnreadableLine
from stagepost_contracts.folding import folded
from stagepost_contracts.folding import plain as plain_word
from stagepost_contracts.forms import OrderForm
from stagepost_contracts.reading import read, speaks, verb_length, words_of
from stagepost_contracts.spellings import every_spelling
from stagepost_mailer.render.columns import filled
from stagepost_mailer.reply.lines import COURTESIES, END_MARKS, END_WORDS, TRAILING, has_bracket

Forms = Sequence[OrderForm]

COMMANDS = frozenset(
    [
        "accept",
        "away",
        "back",
        "confirm",
        "decline",
        "default",
        "finish",
        "forget",
        "help",
        "leave",
        "match",
        "offer",
        "orders",
        "pass",
        "pause",
        "plan",
        "plans",
        "ready",
        "resume",
        "return",
        "rules",
        "seed",
        "show",
        "tell",
        "token",
        "undo",
        "wait",
        "withdraw",
    ]
)
OTHERS = frozenset(folded(words) for words in every_spelling())
LONE_WORDS = COMMANDS | OTHERS | END_WORDS | END_MARKS | COURTESIES
"""What says something when it stands alone on a line."""

PLAIN_OTHERS = frozenset(map(plain_word, OTHERS))
LONE_BEGINNINGS = frozenset(words.split()[0] for words in LONE_WORDS | PLAIN_OTHERS)

# No client wraps narrower: words that fit within this stay on one line.
LINE_LEAST = 40
LINE_MOST = 300
BRACKET_MOST = 48
WORDS_KEPT = 8192
ELLIPSIS = "…"
_WORD = re.compile(r"\S+")
CLOSING = ".,;:!?)”\"'"


def plain(text: str) -> str:
    """Return a player's words on one line, without control and direction marks."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    shown = ("" if _is_control(mark) and not mark.isspace() else mark for mark in text)
    return " ".join("".join(shown).split())


def bracketed(line: str, most: int = LINE_MOST) -> str:
    """Return `[line]`: how orders, and lines that others wrote, are printed.

    A long one is cut into brackets of a length that no client wraps to a piece without any.
    """
    shown = plain(line).replace("[", "(").replace("]", ")")
    if len(shown) > most:
        shown = shown[: most - 1].rstrip() + ELLIPSIS
    *pieces, last = filled(shown, BRACKET_MOST) if " " in shown else [shown]
    return " ".join([*(f"[{piece} {ELLIPSIS}]" for piece in pieces), f"[{last}]"])


def inert(sentence: str, forms: Forms, least: int = LINE_LEAST, *, follows: bool = False) -> str:
    """Return the sentence with brackets around each verb that could begin a live line of it.

    A client may wrap it at any width from `least`: a line begins where the words before did
    not leave room, and is the sentence's end or has no room for the next word. With 0, any
    words of it may come to stand alone. What `follows` others on a line may begin the next.
    """
    words, begins = sentence.split(), _first_letters(forms)
    before = least if follows else 0
    for at in range(len(words)):
        before += len(words[at]) + 1
        if (at > 0 and before <= least) or not _may_say(_beginning(words[at]), begins):
            continue
        if count := _live_words(words, at, forms, least):
            _bracket(words, at, at + count - 1)
    return " ".join(words)


def inert_row(cells: Sequence[str], forms: Forms) -> list[str]:
    """Return a row whose cells and whose line, in one or in pieces, are inert."""
    cells = [inert(plain(cell), forms) for cell in cells]
    words = inert(" ".join(cells), forms, least=0).split()
    row: list[str] = []
    for cell in cells:
        count = len(cell.split())
        row.append(" ".join(words[:count]))
        words = words[count:]
    return row


def inert_in_place(line: str, forms: Forms) -> str:
    """Return a drawn line, a row of a table, inert and with its spaces as they are."""
    words = iter(inert(line, forms, least=0).split())
    return _WORD.sub(lambda _: next(words), line)


def is_live(line: str, forms: Forms) -> bool:
    """Whether the line reads as an order, a command or an end word."""
    if has_bracket(line):
        return False
    lone = " ".join(words_of(folded(line))).rstrip(TRAILING)
    return (
        lone in LONE_WORDS
        or plain_word(lone) in PLAIN_OTHERS
        or any(_reads(line, form) for form in forms)
    )


def _live_words(words: list[str], at: int, forms: Forms, least: int) -> int:
    """How many words, from this one on, are the beginning of a live line; 0 if none are."""
    said = _beginning(words[at])
    able = [form for form in forms if _may_begin(said, form)] if said else []
    if not able and said not in LONE_BEGINNINGS:
        return 0
    for end in range(at + 1, len(words) + 1):
        line = " ".join(words[at:end])
        if len(line) > LINE_MOST or has_bracket(line):
            return 0
        could_go_on = end < len(words) and len(line) + 1 + len(words[end]) <= least
        if not could_go_on and is_live(line, able):
            verbs = [_verb_words(line, form) for form in able if _reads(line, form)]
            return min(max(verbs, default=end - at), end - at)
    return 0


@lru_cache(maxsize=WORDS_KEPT)
def _beginning(word: str) -> str:
    """What the word would begin a line with; our own sentences say the same words again."""
    return folded("".join(words_of(word)[:1]))


def _first_letters(forms: Forms) -> frozenset[str]:
    """What `said[:3]` may be where a verb begins, and the other spellings of the verbs."""
    cut = {form.verb[:length] for form in forms for length in (1, 2, 3)}
    return frozenset(cut.union(*(_beginnings(form.also) for form in forms)))


def _may_say(said: str, begins: frozenset[str]) -> bool:
    """Most words begin nothing; asked of all forms together before it is asked of each."""
    return said[:3] in begins or said in LONE_BEGINNINGS or plain_word(said) in begins


def _may_begin(said: str, form: OrderForm) -> bool:
    return form.verb.startswith(said[:3]) or plain_word(said) in _beginnings(form.also)


@lru_cache(maxsize=WORDS_KEPT)
def _beginnings(others: tuple[str, ...]) -> frozenset[str]:
    return frozenset(plain_word(words.split()[0]) for words in others)


def _verb_words(line: str, form: OrderForm) -> int:
    return verb_length(line, form) or len(form.verb.split())


def _reads(line: str, form: OrderForm) -> bool:
    if not (speaks(line, (form,)) or verb_length(line, form) or _is_counted(words_of(line))):
        return False
    try:
        read(line, (form,))
    except UnreadableLine:
        return False
    return True


def _is_counted(words: list[str]) -> bool:
    """Whether a count may stand between the words of a verb: a line of no verb reads only so."""
    return len(words) > 2 and words[1].isdecimal() and not words[2].isdecimal()


def _bracket(words: list[str], first: int, last: int) -> None:
    kept = words[last].rstrip(CLOSING) or words[last]
    words[last] = f"{kept}]{words[last][len(kept) :]}"
    words[first] = f"[{words[first]}"


def _is_control(mark: str) -> bool:
    return unicodedata.category(mark).startswith("C")
