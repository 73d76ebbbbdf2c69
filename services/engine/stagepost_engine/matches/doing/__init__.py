"""Commands done: one file for each kind, beside its grammar of the same name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from stagepost_contracts.errors import Problem
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import say
from stagepost_engine.matches.ahead import with_plans
from stagepost_engine.matches.answering import answer
from stagepost_engine.matches.asking import sealed_lines
from stagepost_engine.matches.decision import Decision, Moment
from stagepost_engine.matches.doing import (
    absence,
    agreeing,
    dealing,
    deputizing,
    habits,
    kicking,
    leaving,
    looking,
    pausing,
    planning,
    rules,
    seeding,
    subscribing,
    timing,
    tokening,
    withdrawing,
)
from stagepost_engine.matches.doing.done import Doer, Done
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.presence import hold_to_player
from stagepost_engine.matches.reading import Said
from stagepost_engine.matches.settling import settle

DOERS: Final[Mapping[str, Doer]] = MappingProxyType(
    {
        **looking.DOERS,
        **rules.DOERS,
        **seeding.DOERS,
        **withdrawing.DOERS,
        **planning.DOERS,
        **absence.DOERS,
        **habits.DOERS,
        **subscribing.DOERS,
        **timing.DOERS,
        **pausing.DOERS,
        **leaving.DOERS,
        **kicking.DOERS,
        **agreeing.DOERS,
        **tokening.DOERS,
        **dealing.DOERS,
        **deputizing.DOERS,
    }
)

ALONE: Final = say(
    "Your vote is the last that it takes and would change what is asked. Write it in a reply of "
    "its own; nothing was done."
)


def commanded(live: Live, seat: Seat, found: Said, moment: Moment) -> Decision:
    """Do the commands of a reply, one after the other; the answer is None if there are none.

    Raises IllegalMove or Problem.
    """
    if not found.commands:
        return Decision(live, changed=False)
    whole = Done(live, changed=False)
    for command in found.commands:
        hold_to_player(whole.live, seat, str(command["kind"]))
        step = DOERS[str(command["kind"])](whole.live, seat, command, moment)
        whole = replace(
            step,
            told=whole.told + step.told,
            entries=whole.entries + step.entries,
            notices=whole.notices + step.notices,
            fields={**whole.fields, **step.fields},
            changed=whole.changed or step.changed,
            settles=whole.settles or step.settles,
        )
        if step.alone and (command is not found.commands[-1] or found.orders or found.standing):
            raise Problem("illegal", ALONE)
    if whole.settles and whole.live.started and not (found.orders or found.standing):
        whole = _settled(whole, seat, moment)
    fields: dict[str, Any] = {"readings": found.readings, "told": whole.told, **whole.fields}
    said = answer(whole.live, seat, **fields)
    return Decision(whole.live, whole.changed, whole.entries, whole.notices, said)


def _settled(whole: Done, seat: Seat, moment: Moment) -> Done:
    """Run play on after the last command; a move that was made ahead may count at once."""
    before = whole.live
    planned = with_plans(before, moment.fresh)
    news = planned.envelope.news[len(before.envelope.news) :]
    sealed = sealed_lines(planned, seat)
    settled = settle(planned, now=moment.now, fresh=moment.fresh)
    fields: dict[str, Any] = {}
    if settled.resolved:
        fields = {"sealed": sealed, "resolved": True, "step": before.envelope.step, "ask": None}
    return replace(
        whole,
        live=settled.live,
        told=whole.told + tuple(event.text for event in news if event.to == (seat,)),
        entries=whole.entries + settled.entries,
        notices=whole.notices + settled.notices,
        fields={**whole.fields, **fields},
    )
