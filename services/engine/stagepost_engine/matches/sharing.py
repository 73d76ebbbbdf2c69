"""What a player says of the own time holds in all matches: word of it waits until it was told."""

from __future__ import annotations

from stagepost_contracts.dues import Due
from stagepost_contracts.ids import Seat
from stagepost_engine.matches.envelope import Envelope
from stagepost_engine.matches.habits import Habit, Share
from stagepost_engine.matches.live import Live

BEFORE_ALL_STEPS = 0  # word of it is fenced by no step


def to_share(live: Live, seat: Seat, habit: Habit) -> Live:
    """Return the match with a habit to be told in the other matches of the seat's player."""
    envelope = live.envelope
    share = Share(seat, envelope.seat(seat).tenure, habit)
    live = live.changed(shares=(*envelope.shares, share))
    return live.changed(dues=(*_other_dues(envelope), *share_dues(live.envelope)))


def share_dues(envelope: Envelope) -> tuple[Due, ...]:
    """Return a due for each moment of which word is still to be carried."""
    moments = sorted({_moment(share) for share in envelope.shares})
    return tuple(Due(envelope.match, "absence", BEFORE_ALL_STEPS, at) for at in moments)


def shares_at(envelope: Envelope, due: Due) -> tuple[Share, ...]:
    """Return what the due wants told."""
    return tuple(share for share in envelope.shares if _moment(share) == due.at)


def told_elsewhere(live: Live, due: Due) -> Live:
    """Return the match without the word that the due was for."""
    told = shares_at(live.envelope, due)
    return live.changed(shares=tuple(one for one in live.envelope.shares if one not in told))


def _moment(share: Share) -> float:
    return round(share.habit.at, 3)


def _other_dues(envelope: Envelope) -> tuple[Due, ...]:
    return tuple(due for due in envelope.dues if due.kind != "absence")
