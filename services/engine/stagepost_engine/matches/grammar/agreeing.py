"""UNDO and FINISH: what all players decide together; CANCEL and a vote takes the vote back."""

from __future__ import annotations

from stagepost_contracts.forms import Choice, OrderForm
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import say
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.voting import FINISH, KICK, PAUSE, RESUME, UNDO, voters, whom
from stagepost_engine.rules.game import Forms
from stagepost_engine.rules.play import is_over


def forms(live: Live, seat: Seat) -> Forms:
    """Return both for a player who is in the game, and what the seat has voted for."""
    if not live.started or is_over(live.state) or live.envelope.seat(seat).vacant:
        return ()
    found = _by_all(live) if seat in voters(live, FINISH) else ()
    given = {what for what, seats in live.envelope.votes.items() if seat in seats}
    whole = (
        (UNDO, OrderForm("cancel undo", meaning=say("take back your vote for UNDO"))),
        (FINISH, OrderForm("cancel finish", meaning=say("take back your vote for FINISH"))),
        (PAUSE, OrderForm("cancel pause", meaning=say("take back your vote for PAUSE"))),
        (RESUME, OrderForm("cancel resume", meaning=say("take back your vote for RESUME"))),
    )
    found += tuple(form for what, form in whole if what in given)
    kicked = tuple(whom(what) for what in sorted(given) if what.startswith(KICK))
    if kicked:
        meaning = say("take back your vote for KICK")
        found += (OrderForm("cancel kick", (Choice("seat", kicked),), meaning=meaning),)
    return found


def _by_all(live: Live) -> Forms:
    undo = live.envelope.undo
    # Offered 0 times it is told to nobody, and read all the same: the refusal says why.
    most = 1 if undo is not None and not undo.bar else 0
    return (
        OrderForm("undo", most=most, meaning=say("vote to take back the last decision: all must")),
        OrderForm("finish", meaning=say("vote to end the match as it stands: all must")),
    )
