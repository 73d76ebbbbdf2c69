"""WITHDRAW: the seat is asked again, or its offer is gone."""

from __future__ import annotations

from typing import Final

from stagepost_contracts.errors import Problem
from stagepost_contracts.ids import Seat
from stagepost_contracts.reading import Spoken
from stagepost_contracts.texts import say
from stagepost_engine.matches.decision import Moment
from stagepost_engine.matches.doing.done import Doer, Done
from stagepost_engine.matches.grammar.withdrawing import MOVE
from stagepost_engine.matches.live import Live


def withdraw(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Take back the sealed move, or the offer of that name. Raises Problem."""
    what = str(command["what"])
    if what == MOVE:
        return _move_withdrawn(live, seat)
    mine = [offer for offer in live.envelope.offers if (offer.deal, offer.by) == (what, seat)]
    if not mine:
        raise Problem("no-such-deal", say("No open offer of yours is called {deal}.", deal=what))
    offers = tuple(offer for offer in live.envelope.offers if offer not in mine)
    return Done(live.changed(offers=offers), (say("Your offer {deal} is withdrawn.", deal=what),))


def _move_withdrawn(live: Live, seat: Seat) -> Done:
    if seat not in live.envelope.sealed:
        raise Problem("not-awaited", say("You have sealed no move that could be withdrawn."))
    sealed = {name: kept for name, kept in live.envelope.sealed.items() if name != seat}
    told = say("Your move is withdrawn; you are asked again.")
    return Done(live.changed(sealed=sealed), (told,), settles=True)


DOERS: Final[dict[str, Doer]] = {"withdraw": withdraw}
