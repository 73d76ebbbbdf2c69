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
        "token",
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
        "back",
        "extend",
        "wait",
        "ready",
        "pause",
        "resume",
        "leave",
        "kick",
        "return",
        "deputy",
        "default",
        "undo",
        "finish",
        "nobody",
        "nothing",
        "off",
        "quiet",
        "match",
        "move",
    }
)
"""Words that no seat may be called by, in any game."""

EVERYDAY: Final = frozenset(
    {"away", "back", "cancel", "extend", "kick", "leave", "off", "pause", "plan", "plans", "ready"}
    | {"quiet", "resume", "return", "token", "wait"}
)
"""Verbs of commands that also begin sentences of prose: no slip is looked for behind them."""
