"""Votes of the table: more than half of the seats that a player is in decide."""

from __future__ import annotations

from dataclasses import dataclass

from stagepost_contracts.ids import Seat
from stagepost_engine.matches.live import Live


@dataclass(frozen=True, slots=True)
class Vote:
    """The match with one more vote: how many there are, and how many it takes."""

    live: Live
    count: int
    needed: int

    @property
    def passed(self) -> bool:
        """Whether it is enough."""
        return self.count >= self.needed


def voted(live: Live, seat: Seat, what: str) -> Vote:
    """Count the seat's vote for `what`; a second vote of the same seat is the same vote."""
    envelope = live.envelope
    seats = [kept.name for kept in envelope.seats if not kept.vacant or kept.name == seat]
    given = {*envelope.votes.get(what, ()), seat} & set(seats)
    votes = {**envelope.votes, what: tuple(name for name in seats if name in given)}
    return Vote(live.changed(votes=votes), len(given), len(seats) // 2 + 1)
