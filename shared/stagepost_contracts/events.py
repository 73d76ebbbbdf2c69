"""Something that happened, and who may read of it."""

from __future__ import annotations

import msgspec

from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import Text


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """One sentence of news; `to` names the seats that may read it, None is everybody."""

    text: Text
    to: tuple[Seat, ...] | None = None


def seen_by(seat: Seat | None, events: tuple[Event, ...]) -> tuple[Text, ...]:
    """Return the news that `seat` may read; None is an observer."""
    return tuple(event.text for event in events if event.to is None or seat in event.to)
