"""What a command comes to: the match after it, and all that one commit has to write."""

from __future__ import annotations

from dataclasses import dataclass

from stagepost_contracts.answers import Answer
from stagepost_contracts.hooks import HookNews
from stagepost_contracts.notices import Notice
from stagepost_engine.matches.fresh import Fresh, Handed
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.record import Entry


@dataclass(frozen=True)
class Moment:
    """When a command is decided: `now` by the match's server, `received` when it came in."""

    now: float
    received: float
    fresh: Fresh


@dataclass(frozen=True)
class Decision:
    """The outcome of a command.

    `changed` is False where nothing is written but the answer. `answer` is None for a due;
    `journal` is the command as the journal keeps it. `handed` are tokens to be mailed to the seat
    of the answer; `ends_player` ends what was mailed to its player for all matches. `hook_news`
    is what webhooks are to hear.
    """

    live: Live
    changed: bool
    entries: tuple[Entry, ...] = ()
    notices: tuple[Notice, ...] = ()
    answer: Answer | None = None
    journal: bytes = b""
    handed: tuple[Handed, ...] = ()
    ends_player: bool = False
    hook_news: tuple[HookNews, ...] = ()
