"""A match at an earlier step, as one reader saw it then: the record is played again."""

from __future__ import annotations

from typing import Any

import msgspec

from stagepost_contracts.errors import Problem
from stagepost_contracts.texts import Text, say
from stagepost_contracts.watching import PositionSeen
from stagepost_engine.matches.access import Reader
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.record import Entry, Opening, StepTaken, Undone
from stagepost_engine.matches.replay import replayed
from stagepost_engine.rules.codec import canonical
from stagepost_engine.rules.play import is_over


def looked_back(live: Live, entries: tuple[Entry, ...], step: int, reader: Reader) -> PositionSeen:
    """Return what the reader saw when the step opened, by the same view as then.

    `entries` are the whole record. Raises Problem `not-yet` for a step that is still to come.
    """
    state = _opened(entries, step)
    if state is None:
        raise Problem("not-yet", say("The match has not come to step {step}.", step=step))
    view = live.game.view(state, reader.seat)
    return PositionSeen(
        match=live.envelope.match,
        game=live.envelope.game,
        step=step,
        phase=state.phase,
        phase_title=_title(live, state),
        view=msgspec.Raw(canonical(view)),
        sheet=live.game.sheet(view),
        reader=reader.seat,
    )


def state_before(entries: tuple[Entry, ...]) -> Any:
    """Return the state that all of the entries lead to."""
    state = None
    for played in replayed(entries):
        state = played.after
    return state


def _opened(entries: tuple[Entry, ...], step: int) -> Any:
    """Return the state in which the step opened, None if it has not."""
    for played in replayed(entries) if entries else ():
        match played.entry:
            case Opening() if step == 1:
                return played.after
            case StepTaken(step=taken) | Undone(step=taken) if taken == step - 1:
                return played.after
            case _:
                pass
    return None


def _title(live: Live, state: Any) -> Text:
    return say("Over") if is_over(state) else live.game.phase(state.phase).title
