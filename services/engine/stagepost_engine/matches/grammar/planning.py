"""PLAN, DEFAULT, PLANS and CANCEL: orders written ahead for a phase."""

from __future__ import annotations

from stagepost_contracts.forms import Choice, OrderForm, Words
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import say
from stagepost_engine.matches.ahead import phase_words
from stagepost_engine.matches.live import Live
from stagepost_engine.rules.game import Forms
from stagepost_engine.rules.play import is_over

ORDERS_CHARACTERS_MOST = 400


def forms(live: Live, seat: Seat) -> Forms:
    """Return what can be written ahead, and what can be taken back of it."""
    if live.started and is_over(live.state):
        return ()
    words = phase_words(live)
    phase, orders = Choice("phase", tuple(words)), Words("orders", ORDERS_CHARACTERS_MOST)
    found: Forms = (
        OrderForm(
            "plan", (phase, orders), meaning=say("your move for a phase, used when it opens")
        ),
        OrderForm(
            "default",
            (phase, orders),
            meaning=say("what is played for you in a phase if you are silent"),
        ),
        OrderForm("plans", meaning=say("your plans and your own defaults")),
    )
    if planned := _of(words, live.envelope.plans.get(seat, {})):
        cancel = say("take back your plan for a phase")
        found += (OrderForm("cancel", (Choice("phase", planned),), meaning=cancel),)
    if kept := _of(words, live.envelope.defaults.get(seat, {})):
        cancel = say("take back your own default for a phase")
        found += (OrderForm("cancel default", (Choice("phase", kept),), meaning=cancel),)
    return found


def _of(words: dict[str, str], kept: object) -> tuple[str, ...]:
    assert isinstance(kept, dict)
    return tuple(word for word, phase in words.items() if phase in kept)
