"""SEED: before the start, words of a seat's own for the seed of the dice."""

from __future__ import annotations

from stagepost_contracts.forms import OrderForm, Words
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import say
from stagepost_engine.matches.live import Live
from stagepost_engine.rules.game import Forms

SEED_CHARACTERS_MOST = 200


def forms(live: Live, seat: Seat) -> Forms:
    """Return SEED while the match has not started."""
    if live.started:
        return ()
    words = Words("words", SEED_CHARACTERS_MOST)
    return (
        OrderForm("seed", (words,), meaning=say("add words of your own to the seed of the dice")),
    )
