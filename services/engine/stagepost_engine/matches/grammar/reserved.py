"""Words that no seat may be called by: they begin commands, or end a reply."""

from __future__ import annotations

from typing import Final

RESERVED: Final = frozenset(
    {
        "help",
        "show",
        "withdraw",
        "accept",
        "decline",
        "seed",
        "offer",
        "stop",
        "end",
        "thanks",
        "rules",
        "away",
        "tell",
        "plan",
        "plans",
        "cancel",
        "default",
        "nobody",
        "nothing",
        "match",
        "move",
    }
)
"""Words that no seat may be called by, in any game."""
