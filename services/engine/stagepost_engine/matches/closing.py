"""A match comes to its end: played out, ended as it stands by a vote of all, or abandoned."""

from __future__ import annotations

from typing import Any, Final, Literal

from stagepost_contracts.events import Event
from stagepost_contracts.texts import Text, say
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.record import Closing, Entry, chained
from stagepost_engine.matches.voting import FINISH, voters
from stagepost_engine.rules.play import is_over

Why = Literal["", "agreed", "abandoned"]

WORDS: Final[dict[Why, Text]] = {
    "agreed": say(
        "All players have voted to end the match: it ends as it stands, and is counted up now."
    ),
    "abandoned": say(
        "Nobody is left in the match: it is closed as abandoned, and counted up as it stands."
    ),
}


def agreed(live: Live) -> bool:
    """Whether every player who is in the game has voted to end the match."""
    given = set(live.envelope.votes.get(FINISH, ()))
    if not given or not live.started or is_over(live.state):
        return False
    seats = voters(live, FINISH)
    return bool(seats) and given.issuperset(seats)


def ended_now(live: Live, why: Why) -> Live:
    """Return the match with its game ended as it stands; what was not yet opened never is."""
    assert not is_over(live.state)
    outcome = live.game.ended(live.state)
    news = (*live.envelope.news, Event(WORDS[why]), *outcome.events)
    envelope = live.changed(news=news, sealed={}, standing={}, offers=(), ended=why).envelope
    return live.with_state(envelope, outcome.state)


def closed(live: Live) -> tuple[Live, Entry]:
    """Return the match with its record closed, and the last entry."""
    entry = chained(live.envelope.chain, _closing(live))
    ended: dict[str, Any] = {"plans": {}, "defaults": {}, "undo": None, "abandoned": None}
    return live.changed(chain=bytes.fromhex(entry.chain), over=True, **ended), entry


def _closing(live: Live) -> Closing:
    ranking = live.game.ranking(live.state)
    why: Any = live.envelope.ended
    return Closing(
        secret=live.envelope.secret.hex(),
        words={seat.name: seat.words for seat in live.envelope.seats if seat.words},
        ranking=tuple((rank.seat, rank.place, rank.score) for rank in ranking),
        ended=why,
    )
