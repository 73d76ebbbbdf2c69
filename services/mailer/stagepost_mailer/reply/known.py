"""Which lines of a reply are our own prompt come back: plain, re-wrapped, indented, shouted."""

from __future__ import annotations

from collections import defaultdict

from stagepost_mailer.reply.fold import WORD, caseless_lines, text_lines
from stagepost_mailer.reply.quote_mark import unmarked

SENT_LETTERS_MOST = 64 * 1024
SHINGLE_WORDS = 3
PLACES_MOST = 8
# A line this long can not be an order that only happens to stand in the prompt as well.
LONG_WORDS_LEAST = 7
LIKE_SHARE_LEAST = 0.8

Shingle = tuple[str, ...]
Span = tuple[int, int]


def known_lines(plain: list[str], sent: str | None) -> set[int]:
    """Indexes of the lines that we mailed ourselves.

    A long line is known by its words. A short one may be the player's own order, equal to
    a line of ours, so it is known only where it goes on from a known neighbour exactly as
    the prompt does.
    """
    if not sent or not sent.strip():
        return set()
    prompt = caseless_lines(text_lines(sent[:SENT_LETTERS_MOST]))
    ours = [word for line in prompt for word in _words(line)]
    places = _places(ours)
    written = [_words(line) for line in plain]
    spans: dict[int, Span] = {}
    like: set[int] = set()
    for index, words in enumerate(written):
        if len(words) >= LONG_WORDS_LEAST:
            span = _span(words, ours, places)
            if span is not None:
                spans[index] = span
            elif _is_like(words, places):
                like.add(index)
    _go_on(written, ours, spans, range(len(plain)), forward=True)
    _go_on(written, ours, spans, range(len(plain) - 1, -1, -1), forward=False)
    return set(spans) | like


def _words(plain: str) -> list[str]:
    """Words with their brackets: `[BID 100]` of ours is not `BID 100` of the player's."""
    # Folding made a double quote of one of the marks.
    bare = unmarked(plain).lstrip('" ')
    return [word for word in bare.split() if WORD.search(word)]


def _places(ours: list[str]) -> dict[Shingle, list[int]]:
    places: dict[Shingle, list[int]] = defaultdict(list)
    for start in range(len(ours) - SHINGLE_WORDS + 1):
        found = places[tuple(ours[start : start + SHINGLE_WORDS])]
        if len(found) < PLACES_MOST:
            found.append(start)
    return dict(places)


def _span(words: list[str], ours: list[str], places: dict[Shingle, list[int]]) -> Span | None:
    for start in places.get(tuple(words[:SHINGLE_WORDS]), ()):
        if ours[start : start + len(words)] == words:
            return start, start + len(words)
    return None


def _is_like(words: list[str], places: dict[Shingle, list[int]]) -> bool:
    """A line that a client changed a little, by a link or a cut word."""
    shingles = len(words) - SHINGLE_WORDS + 1
    shared = sum(tuple(words[at : at + SHINGLE_WORDS]) in places for at in range(shingles))
    return shared >= LIKE_SHARE_LEAST * shingles


def _go_on(
    written: list[list[str]],
    ours: list[str],
    spans: dict[int, Span],
    order: range,
    *,
    forward: bool,
) -> None:
    """Carries the place in the prompt from each known line to its neighbours."""
    place: int | None = None
    for index in order:
        words = written[index]
        if index in spans:
            place = spans[index][1] if forward else spans[index][0]
        elif words and place is not None:
            start = place if forward else place - len(words)
            end = start + len(words)
            if start >= 0 and ours[start:end] == words:
                spans[index] = (start, end)
                place = end if forward else start
            else:
                place = None
