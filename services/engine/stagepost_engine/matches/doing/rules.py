"""RULES changes nothing: the answer carries the rules as a sheet."""

from __future__ import annotations

from typing import Final

from stagepost_contracts.ids import Seat
from stagepost_contracts.reading import Spoken
from stagepost_contracts.texts import say
from stagepost_engine.matches.decision import Moment
from stagepost_engine.matches.doing.done import Doer, Done
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.rulebook import rulebook


def rules(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Return the rules with the numbers that this match is played by."""
    told = say("The rules, our rulings and the numbers of this match stand below.")
    return Done(live, (told,), fields={"sheet": rulebook(live.game, live.tables)}, changed=False)


DOERS: Final[dict[str, Doer]] = {"rules": rules}
