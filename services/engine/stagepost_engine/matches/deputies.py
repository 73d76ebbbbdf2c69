"""The deputy of a seat: who it is at a moment, for which phases, and what they may write."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from stagepost_contracts.deputies import DeputySeen
from stagepost_contracts.forms import Choice, OrderForm
from stagepost_contracts.ids import Seat
from stagepost_contracts.notices import Ask
from stagepost_contracts.spellings import spelled
from stagepost_contracts.texts import Text, say
from stagepost_engine.matches.asking import ask, standing_forms
from stagepost_engine.matches.envelope import Envelope, KeptDeputy, KeptSeat, with_seats
from stagepost_engine.matches.grammar import looking, rules
from stagepost_engine.matches.grammar.withdrawing import MOVE
from stagepost_engine.matches.live import Live
from stagepost_engine.rules.game import Forms
from stagepost_engine.rules.play import is_over

GIVING_UP: Final[Forms] = (
    spelled(OrderForm("deputy end", meaning=say("be the deputy no more"))),
    spelled(OrderForm("unsubscribe", meaning=say("the same"))),
)
MISTAKEN: Final = -1
"""The number of a deputy of another tenure: nobody's."""


def deputy_at(kept: KeptSeat, at: float) -> KeptDeputy | None:
    """Return who may play for the seat at that moment beside its player."""
    deputy = kept.deputy
    return deputy if deputy is not None and at < deputy.ends else None


def is_for(deputy: KeptDeputy, live: Live) -> bool:
    """Whether the deputy plays in the phase that is open."""
    if not live.started or is_over(live.state):
        return False
    return not deputy.phases or live.state.phase in deputy.phases


def deputy_forms(live: Live, seat: Seat, deputy: KeptDeputy) -> Forms:
    """Return the commands that a deputy may give: nothing that binds the seat further on."""
    found: Forms = (*looking.forms(live, seat), *rules.forms(live, seat))
    if seat in live.envelope.sealed and is_for(deputy, live):
        what = Choice("what", (MOVE,), otherwise=MOVE)
        found += (OrderForm("withdraw", (what,), meaning=say("take back the move of the seat")),)
    return (*found, *GIVING_UP)


def deputy_standing(live: Live, seat: Seat, deputy: KeptDeputy) -> dict[str, Forms]:
    """Return the standing orders that a deputy may give, by the phase they are for."""
    return {
        phase: forms
        for phase, forms in standing_forms(live, seat).items()
        if not deputy.phases or phase in deputy.phases
    }


def deputy_ask(live: Live, seat: Seat, deputy: KeptDeputy) -> Ask | None:
    """Return what the seat must decide now, if it is for the deputy to decide."""
    found = ask(live, seat) if is_for(deputy, live) else None
    if found is None:
        return None
    offered = deputy_standing(live, seat, deputy)
    standing = tuple(form for forms in offered.values() for form in forms)
    return msgspec.structs.replace(found, standing=standing)


def phase_titles(live: Live, deputy: KeptDeputy) -> tuple[Text, ...]:
    """Return the phases that a deputy is for by their titles, none for all of them."""
    return tuple(live.game.phase(phase).title for phase in deputy.phases)


def without_deputies(envelope: Envelope) -> Envelope:
    """Return the envelope without any: the match is over."""
    changes: dict[Seat, dict[str, Any]] = {
        seat.name: {"deputy": None} for seat in envelope.seats if seat.deputy is not None
    }
    return with_seats(envelope, changes) if changes else envelope


def deputy_seen(envelope: Envelope, seat: Seat, now: float) -> DeputySeen | None:
    """Return the deputy as the seat's player sees them."""
    found = deputy_at(envelope.seat(seat), now)
    if found is None:
        return None
    return DeputySeen(found.name, found.until, found.ends, found.phases)
