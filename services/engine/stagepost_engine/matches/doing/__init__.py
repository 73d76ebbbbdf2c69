"""Commands done: one file for each kind, beside its grammar of the same name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from stagepost_contracts.ids import Seat
from stagepost_engine.matches.answering import answer
from stagepost_engine.matches.decision import Decision, Moment
from stagepost_engine.matches.doing import dealing, looking, seeding, withdrawing
from stagepost_engine.matches.doing.done import Doer, Done
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.reading import Said

DOERS: Final[Mapping[str, Doer]] = MappingProxyType(
    {**looking.DOERS, **seeding.DOERS, **withdrawing.DOERS, **dealing.DOERS}
)


def commanded(live: Live, seat: Seat, found: Said, moment: Moment) -> Decision:
    """Do the commands of a reply, one after the other; the answer is None if there are none.

    Raises IllegalMove or Problem.
    """
    if not found.commands:
        return Decision(live, changed=False)
    whole = Done(live, changed=False)
    for command in found.commands:
        step = DOERS[str(command["kind"])](whole.live, seat, command, moment)
        whole = replace(
            step,
            told=whole.told + step.told,
            entries=whole.entries + step.entries,
            notices=whole.notices + step.notices,
            fields={**whole.fields, **step.fields},
            changed=whole.changed or step.changed,
        )
    fields: dict[str, Any] = {"readings": found.readings, "told": whole.told, **whole.fields}
    said = answer(whole.live, seat, **fields)
    return Decision(whole.live, whole.changed, whole.entries, whole.notices, said)
