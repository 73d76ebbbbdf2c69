"""A move tried out: what would be sealed or what is wrong, and nothing of what it would lead to."""

from __future__ import annotations

import msgspec

from stagepost_contracts.answers import Answer
from stagepost_engine.matches.answering import answer
from stagepost_engine.matches.command import Command, Submit
from stagepost_engine.matches.deciding import decide
from stagepost_engine.matches.decision import Moment
from stagepost_engine.matches.live import Live


def tried(live: Live, command: Command, moment: Moment) -> Answer:
    """Return the answer that the command would get, without what only doing it may tell.

    The decision may have closed the step and drawn dice: of that nothing is taken over. A
    refusal is the real one, which changes nothing either.
    """
    found = decide(live, command, moment).answer
    assert found is not None
    if found.fault is not None:
        return found
    present = answer(live, found.seat)
    return msgspec.structs.replace(
        present,
        readings=found.readings,
        sealed=found.sealed if _has_orders(command, found) else present.sealed,
        replaced=found.replaced,
        unchanged=found.unchanged,
        late=found.late,
        commitment="",
    )


def _has_orders(command: Command, found: Answer) -> bool:
    """Whether a move was given: then what is told as sealed is that move, and no later one."""
    if isinstance(command, Submit):
        return bool(command.orders)
    return any(reading.kind == "order" for reading in found.readings)
