"""The parts of a match that end with a report to everybody: the special round, then each round.

A turn has five phases and asks several players a few times; who is asked reads the news then,
and the others once a round, so that a table of four is not mailed after every decision.
"""

from __future__ import annotations

PURCHASE = 1
TURNS = 2

PART_OF = {
    "purchase": PURCHASE,
    "market": TURNS,
    "roll": TURNS,
    "tax": TURNS,
    "track": TURNS,
    "hits": TURNS,
    "assets": TURNS,
}
