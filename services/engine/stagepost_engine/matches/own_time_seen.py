"""What a seat sees of its player's own time."""

from __future__ import annotations

from typing import Final, get_args

from stagepost_contracts.ids import Seat
from stagepost_contracts.own_time import Day, OwnTimeSeen, QuietWanted
from stagepost_engine.matches.envelope import Envelope
from stagepost_engine.matches.freeing import zone_of

DAYS: Final[tuple[Day, ...]] = get_args(Day)


def own_time_seen(envelope: Envelope, seat: Seat) -> OwnTimeSeen:
    """Return it as it stands in this match."""
    kept, policy = envelope.seat(seat), envelope.policy
    days = {day for gone in kept.away for day in gone.days}
    return OwnTimeSeen(
        zone=zone_of(policy, kept),
        away=kept.away,
        off_days=tuple(DAYS[day] for day in kept.time.off_days),
        quiet=None if kept.time.quiet is None else QuietWanted(*kept.time.quiet),
        days_left=max(0, policy.away_days - len(days)),
        extensions_left=max(0, policy.extensions - kept.extensions),
        waits=seat in envelope.waits,
    )
