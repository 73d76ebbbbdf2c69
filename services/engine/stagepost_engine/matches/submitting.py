"""Typed orders from a client, taken into the game's own types."""

from __future__ import annotations

import msgspec

from stagepost_contracts.answers import Fault
from stagepost_contracts.texts import say
from stagepost_engine.matches.asking import standing_forms
from stagepost_engine.matches.command import Submit
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.reading import Said
from stagepost_engine.rules.forms import kind_of


def submitted(live: Live, command: Submit) -> Said:
    """Return what was submitted, or the fault that names the first order of no known type."""
    offered = standing_forms(live, command.seat)
    orders, standing = [], {}
    for index, spoken in enumerate((*command.orders, *command.standing)):
        try:
            order = msgspec.convert(spoken, live.game.orders)
        except msgspec.ValidationError as error:
            text = say(
                "Order {number} is not understood: {error}.", number=index + 1, error=str(error)
            )
            return Said(fault=Fault("unreadable", text))
        if index < len(command.orders):
            orders.append(order)
            continue
        phases = [
            name
            for name, forms in offered.items()
            if kind_of(order) in {form.kind for form in forms}
        ]
        if not phases:
            text = say(
                "{verb} is not a standing order you can give now.",
                verb=kind_of(order).replace("_", " ").upper(),
            )
            return Said(fault=Fault("illegal", text))
        standing[phases[0]] = (order,)
    return Said(orders=tuple(orders), standing=standing)
