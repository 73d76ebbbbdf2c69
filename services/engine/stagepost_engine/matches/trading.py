"""Typed commands about offers, from a client, as a reply would have said them."""

from __future__ import annotations

import msgspec

from stagepost_contracts.answers import Fault
from stagepost_contracts.texts import Text, say
from stagepost_engine.matches.command import Trade
from stagepost_engine.matches.grammar import command_forms
from stagepost_engine.matches.grammar.withdrawing import MOVE
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.reading import Said, typed


def traded(live: Live, command: Trade) -> Said:
    """Return what was said, or the fault of an offer that is none or cannot be made now.

    Answers to an offer are held to it where they are done.
    """
    spoken = command.spoken
    match spoken:
        case {"kind": "offer"}:
            fault = _fault(live, command)
        case {"kind": "withdraw", "what": what} if what == MOVE:
            fault = Fault("no-such-deal", _unknown(what))
        case _:
            fault = None
    return Said(fault=fault) if fault else Said(commands=(spoken,))


def _fault(live: Live, command: Trade) -> Fault | None:
    kinds = {form.kind for form in command_forms(live, command.seat)}
    if "offer" not in kinds:
        return Fault("illegal", say("No offers can be made now."))
    try:
        typed(live, command.spoken)
    except msgspec.ValidationError as error:
        return Fault("unreadable", say("The offer is not understood: {error}.", error=str(error)))
    return None


def _unknown(deal: str) -> Text:
    return say("No open offer of yours is called {deal}.", deal=deal)
