"""Votes of the table: what more than half of the players, or all of them, decide together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from stagepost_contracts.api import VoteSeen
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import Text, say, say_many
from stagepost_engine.matches.envelope import Envelope
from stagepost_engine.matches.live import Live

UNDO, FINISH, PAUSE, RESUME = "undo", "finish", "pause", "resume"
KICK: Final = "kick:"  # and the seat
BY_ALL: Final = frozenset({UNDO, FINISH})


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


def playing(envelope: Envelope) -> tuple[Seat, ...]:
    """Return the seats that a player is in."""
    return tuple(kept.name for kept in envelope.seats if not kept.vacant)


def voters(live: Live, what: str) -> tuple[Seat, ...]:
    """Return the seats whose votes count: who is out of the game holds up nothing that all must."""
    seats = playing(live.envelope)
    if what not in BY_ALL or not live.started:
        return seats
    out = live.game.out(live.state)
    return tuple(seat for seat in seats if seat not in out)


def voted(live: Live, seat: Seat, what: str) -> Vote:
    """Count the seat's vote for `what`; a second vote of the same seat is the same vote."""
    envelope, may = live.envelope, voters(live, what)
    seats = [name for name in envelope.names if name in may or name == seat]
    given = {*envelope.votes.get(what, ()), seat} & set(seats)
    votes = {**envelope.votes, what: tuple(name for name in seats if name in given)}
    return Vote(live.changed(votes=votes), len(given), needed(what, len(seats)))


def needed(what: str, count: int) -> int:
    """Return how many votes of so many players it takes."""
    return count if what in BY_ALL else count // 2 + 1


def taken_back(live: Live, seat: Seat, what: str) -> Live:
    """Return the match without the seat's vote for `what`."""
    given = tuple(name for name in live.envelope.votes.get(what, ()) if name != seat)
    others = {name: seats for name, seats in live.envelope.votes.items() if name != what}
    return live.changed(votes=others | ({what: given} if given else {}))


def without(live: Live, *names: str) -> Live:
    """Return the match without all votes of these names."""
    kept = {what: seats for what, seats in live.envelope.votes.items() if what not in names}
    return live.changed(votes=kept)


def lasting(live: Live, *, part_ended: bool) -> dict[str, tuple[Seat, ...]]:
    """Return the votes that are left once play has moved on.

    They end with the phase of the rulebook, a vote to take back with the step, and one against a
    seat as soon as that answers.
    """
    if part_ended:
        return {}
    return {
        what: seats
        for what, seats in live.envelope.votes.items()
        if what != UNDO and (not what.startswith(KICK) or is_at_risk(live, whom(what)))
    }


def is_at_risk(live: Live, seat: Seat) -> bool:
    """Whether the seat missed its last deadline, and has not answered since."""
    kept = live.envelope.seat(seat)
    return not kept.vacant and kept.misses > 0 and seat not in live.envelope.sealed


def whom(what: str) -> Seat:
    """Return the seat that a vote to KICK is about."""
    return Seat(what.removeprefix(KICK))


def votes_seen(live: Live) -> tuple[VoteSeen, ...]:
    """Return what is voted for now: everybody may know."""
    return tuple(
        VoteSeen(what, found, needed(what, len(seats)))
        for what, given in live.envelope.votes.items()
        if (seats := voters(live, what)) and (found := tuple(s for s in seats if s in given))
    )


def table_words(live: Live) -> tuple[Text, ...]:
    """Return sentences on the votes, and on who keeps the step open."""
    told = [
        say(
            "Votes for {line}: {seats}; {count} of the {needed} that it takes.",
            line=f"[{line_of(vote.what)}]",
            seats=", ".join(vote.seats),
            count=len(vote.seats),
            needed=vote.needed,
        )
        for vote in votes_seen(live)
    ]
    if live.envelope.waits:
        seats = ", ".join(live.envelope.waits)
        told.append(
            say_many(
                "{seats} keeps this step open until its deadline, by {line}.",
                "{seats} keep this step open until its deadline, by {line}.",
                count=len(live.envelope.waits),
                seats=seats,
                line="[WAIT]",
            )
        )
    return tuple(told)


def line_of(what: str) -> str:
    """Return the line that votes for it: `KICK Anna`."""
    return f"KICK {whom(what)}" if what.startswith(KICK) else what.upper()
