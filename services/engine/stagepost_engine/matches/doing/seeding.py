"""SEED: a seat's own words go into the seed of the dice, until the match starts."""

from __future__ import annotations

from typing import Final

from stagepost_contracts.ids import Seat
from stagepost_contracts.reading import Spoken
from stagepost_contracts.texts import say
from stagepost_engine.matches.decision import Moment
from stagepost_engine.matches.doing.done import Doer, Done
from stagepost_engine.matches.envelope import with_seats
from stagepost_engine.matches.live import Live


def seed(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Keep the words; new ones replace them."""
    words = {seat: {"words": str(command["words"])}}
    live = live.with_envelope(with_seats(live.envelope, words))
    return Done(live, (say("Your words are part of the seed of the dice."),))


DOERS: Final[dict[str, Doer]] = {"seed": seed}
