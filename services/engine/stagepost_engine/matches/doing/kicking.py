"""KICK: when more than half of the players vote for it, a stand-in plays for the seat."""

from __future__ import annotations

from typing import Final

from stagepost_contracts.errors import Problem
from stagepost_contracts.ids import Seat
from stagepost_contracts.reading import Spoken
from stagepost_contracts.texts import say
from stagepost_engine.matches.decision import Moment
from stagepost_engine.matches.doing.done import Doer, Done
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.silence import kicked
from stagepost_engine.matches.telling import announced
from stagepost_engine.matches.voting import KICK, is_at_risk, voted, without


def kick(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Vote; with enough votes the seat is vacant until the host gives it to a new player.

    Raises Problem for a seat that answers.
    """
    other = Seat(str(command["seat"]))
    if not is_at_risk(live, other):
        raise Problem(
            "illegal",
            say(
                "{other} answers: only a seat that missed its last deadline can be voted out.",
                other=other,
            ),
        )
    what = f"{KICK}{other}"
    vote = voted(live, seat, what)
    live = vote.live
    text = say(
        "{seat} votes that a stand-in plays for {other}, by KICK {other}: {count} of the {needed} "
        "votes that it takes.",
        seat=seat,
        other=other,
        count=vote.count,
        needed=vote.needed,
    )
    if vote.passed:
        live = without(live, what)
        text = say(
            "The table has voted: a stand-in plays on for {other}, with all that the seat holds, "
            "until the host finds a new player.",
            other=other,
        )
    cause = f"vote{round(moment.now * 1000)}-{seat}-{other}"
    live, notices = announced(live, text, by=seat, cause=cause)
    if vote.passed:
        # After the news of it, which is the last that its player is told.
        live = kicked(live, other)
    return Done(live, (text,), notices=notices, settles=True)


DOERS: Final[dict[str, Doer]] = {"kick": kick}
