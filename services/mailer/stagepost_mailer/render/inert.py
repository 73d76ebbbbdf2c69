"""Nothing that we print may read as an order when a reply brings it back."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from stagepost_contracts.errors import UnreadableLine
from stagepost_contracts.folding import folded
from stagepost_contracts.forms import OrderForm
from stagepost_contracts.reading import read, speaks, words_of
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
        "forget",
        "help",
        "match",
        "offer",
        "orders",
        "pass",
        "plan",
        "rules",
        "seed",
        "show",
        "tell",
        "wait",
        "withdraw",
    ]
)
LONE_WORDS = COMMANDS | END_WORDS | END_MARKS | COURTESIES
"""What says something when it stands alone on a line."""

LONE_BEGINNINGS = frozenset(words.split()[0] for words in LONE_WORDS)

# No client wraps narrower: words that fit within this stay on one line.
LINE_LEAST = 40
LINE_MOST = 300
BRACKET_MOST = 48
ELLIPSIS = "…"
_WORD = re.compile(r"\S+")
CLOSING = ".,;:!?)”\"'"


def plain(text: str) -> str:
    """Return a player's words on one line, without control and direction marks."""
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
    words = sentence.split()
    before = least if follows else 0
    for at in range(len(words)):
        before += len(words[at]) + 1
        if at > 0 and before <= least:
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
    return lone in LONE_WORDS or any(_reads(line, form) for form in forms)


def _live_words(words: list[str], at: int, forms: Forms, least: int) -> int:
    """How many words, from this one on, are the beginning of a live line; 0 if none are."""
    said = folded("".join(words_of(words[at])[:1]))
    able = [form for form in forms if said and form.verb.startswith(said[:3])]
    if not able and said not in LONE_BEGINNINGS:
        return 0
    for end in range(at + 1, len(words) + 1):
        line = " ".join(words[at:end])
        if len(line) > LINE_MOST or has_bracket(line):
            return 0
        could_go_on = end < len(words) and len(line) + 1 + len(words[end]) <= least
        if not could_go_on and is_live(line, able):
            verbs = [len(form.verb.split()) for form in able if _reads(line, form)]
            return min(max(verbs, default=end - at), end - at)
    return 0


def _reads(line: str, form: OrderForm) -> bool:
    # A line of another verb reads only where a count stands between the words of the verb.
    if not speaks(line, (form,)) and all(word.isdecimal() for word in words_of(line)[1:3]):
        return False
    try:
        read(line, (form,))
    except UnreadableLine:
        return False
    return True


def _bracket(words: list[str], first: int, last: int) -> None:
    kept = words[last].rstrip(CLOSING) or words[last]
    words[last] = f"{kept}]{words[last][len(kept) :]}"
    words[first] = f"[{words[first]}"


def _is_control(mark: str) -> bool:
    return unicodedata.category(mark).startswith("C")
