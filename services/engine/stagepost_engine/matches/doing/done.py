"""What a command comes to, before the answer to its reply is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from stagepost_contracts.ids import Seat
from stagepost_contracts.notices import Notice
from stagepost_contracts.reading import Spoken
from stagepost_contracts.texts import Text
from stagepost_engine.matches.decision import Moment
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.record import Entry


@dataclass(frozen=True, slots=True)
class Done:
    """The match after the command, and what has to be written and told.

    `told` are sentences for the answer, `fields` parts of it. `changed` is False for a look.
    `settles` asks for play to run on after the last command of the reply. After one that stands
    `alone` the position is another: what else the reply says would be about the old one.
    """

    live: Live
    told: tuple[Text, ...] = ()
    entries: tuple[Entry, ...] = ()
    notices: tuple[Notice, ...] = ()
    fields: Mapping[str, Any] = field(default_factory=dict)
    changed: bool = True
    settles: bool = False
    alone: bool = False


Doer: TypeAlias = Callable[[Live, Seat, Spoken, Moment], Done]
"""Does one command of a seat. Raises IllegalMove or Problem, and then nothing was done."""
