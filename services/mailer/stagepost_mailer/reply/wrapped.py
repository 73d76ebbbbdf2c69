"""Tails of quoted lines that a client wrapped after it had marked them."""

from __future__ import annotations

from stagepost_mailer.reply.body import Body
from stagepost_mailer.reply.quote_mark import is_named

# Clients wrap at 72 to 80 columns, so what they wrapped is nearly as long and its rest short.
WRAPPED_COLUMNS_LEAST = 60
TAIL_LETTERS_MOST = 30
# What goes on in a small letter may be the rest of a whole paragraph, wrapped again.
SMALL_TAIL_LETTERS_MOST = 80
TAILS_LEAST = 2
SEEN_COLUMNS_LEAST = 40
SENTENCE_ENDS = (".", ":", "!", "?")


def tails(body: Body, known: set[int]) -> set[int]:
    """Indexes of unmarked lines that are the ends of the marked lines above them.

    One such place may be an answer typed into the quote, so a single one must go on in a
    small letter. Where the line above is known to be ours, its end is known as well.
    """
    between = [
        at
        for at in range(1, len(body.lines) - 1)
        if body.marked[at - 1]
        and not body.marked[at]
        and (body.marked[at + 1] or is_named(body.lines[at + 1]))
        and at - 1 not in known
    ]
    places = [at for at in between if _is_tail(body, at)]
    if len(places) < TAILS_LEAST:
        places = [at for at in places if body.lines[at][0].islower() or _closes_link(body, at)]
    # A client that is seen to wrap has wrapped where it shows less, too.
    return {*places, *(at for at in between if places and _may_be_tail(body, at))}


def _may_be_tail(body: Body, at: int) -> bool:
    above, line = body.lines[at - 1], body.lines[at]
    small = line[:1].islower() and len(line) <= TAIL_LETTERS_MOST
    return small and len(above) >= SEEN_COLUMNS_LEAST


def _is_tail(body: Body, at: int) -> bool:
    above, line = body.lines[at - 1], body.lines[at]
    if _closes_link(body, at):
        return True
    most = SMALL_TAIL_LETTERS_MOST if line[:1].islower() else TAIL_LETTERS_MOST
    return (
        0 < len(line) <= most
        and len(above) >= WRAPPED_COLUMNS_LEAST
        and not above.endswith(SENTENCE_ENDS)
    )


def _closes_link(body: Body, at: int) -> bool:
    """The rest of an address in brackets that the line above opens, or such an address alone."""
    above, line = body.lines[at - 1], body.lines[at].rstrip("> ")
    opened = above.rfind("(") > above.rfind(")") or above.rfind("<") > above.rfind(">")
    alone = line.startswith(("(http", "<http"))
    return bool(line) and " " not in line and (alone or (opened and "http" in above))
