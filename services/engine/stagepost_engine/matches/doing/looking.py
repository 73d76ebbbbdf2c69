"""SHOW and HELP change nothing: the answer carries what was asked for."""

from __future__ import annotations

from typing import Final

from stagepost_contracts.ids import Seat
from stagepost_contracts.reading import Spoken
from stagepost_engine.matches.decision import Moment
from stagepost_engine.matches.doing.done import Doer, Done
from stagepost_engine.matches.grammar import command_forms
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.voting import table_words


def show(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Return the position as the seat sees it, and the votes; before the start there is none."""
    fields = {}
    if live.started:
        fields["sheet"] = live.game.sheet(live.game.view(live.state, seat))
    return Done(live, table_words(live), fields=fields, changed=False)


def help_(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Return every command that can be given now."""
    return Done(live, fields={"help": command_forms(live, seat)}, changed=False)


DOERS: Final[dict[str, Doer]] = {"show": show, "help": help_}
