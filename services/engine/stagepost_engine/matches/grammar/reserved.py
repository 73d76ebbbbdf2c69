"""Words that no seat may be called by: they begin commands, or end a reply."""

from __future__ import annotations

from typing import Final

from stagepost_contracts.spellings import every_spelling

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
        "subscribe",
        "unsubscribe",
        "match",
        "move",
    }
)
"""Words that no seat may be called by, in any game; nor by other spellings of commands."""

OTHERS: Final = frozenset(
    {word for words in every_spelling() for word in words.split()} | {"koniec", "끝", "종료"}
)
"""The same in other languages, with the words that end a reply."""

EVERYDAY: Final = frozenset(
    {
        "away",
        "back",
        "cancel",
        "extend",
        "finish",
        "kick",
        "leave",
        "off",
        "pause",
        "plan",
        "plans",
        "ready",
    }
    | {"quiet", "resume", "return", "token", "undo", "wait"}
)
"""Verbs of commands that also begin sentences of prose: no slip is looked for behind them."""
