"""Commands: lines that belong to no phase and are understood at any time."""

from __future__ import annotations

from typing import Final

from stagepost_contracts.forms import Choice, OrderForm, Words
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import say
from stagepost_engine.matches.live import Live
from stagepost_engine.rules.play import is_over

SEED_CHARACTERS_MOST: Final = 200
MOVE: Final = "move"
RESERVED: Final = frozenset(
    {
        "help",
        "show",
        "withdraw",
        "accept",
        "decline",
        "seed",
        "offer",
        "stop",
        "end",
        "thanks",
        "rules",
        "away",
        "tell",
        "plan",
        "default",
        "nobody",
        "nothing",
        "match",
        "move",
    }
)
"""Words that no seat may be called by, in any game."""


def command_forms(live: Live, seat: Seat) -> tuple[OrderForm, ...]:
    """Return the commands that the seat may give now."""
    show = OrderForm("show", meaning=say("the position and what is asked of you"))
    help_ = OrderForm("help", meaning=say("what you can write"))
    if not live.started:
        words = OrderForm(
            "seed",
            (Words("words", SEED_CHARACTERS_MOST),),
            meaning=say("add words of your own to the seed of the dice"),
        )
        return (show, help_, words)
    if is_over(live.state):
        return (show, help_)
    return (show, help_, *_withdrawing(live, seat), *_dealing(live, seat))


def _withdrawing(live: Live, seat: Seat) -> tuple[OrderForm, ...]:
    mine = tuple(offer.deal for offer in live.envelope.offers if offer.by == seat)
    what = ((MOVE,) if seat in live.envelope.sealed else ()) + mine
    if not what:
        return ()
    field = Choice("what", what, otherwise=MOVE if MOVE in what else None)
    return (OrderForm("withdraw", (field,), meaning=say("take back your move or your offer")),)


def _dealing(live: Live, seat: Seat) -> tuple[OrderForm, ...]:
    deals = live.game.deals
    if deals is None or not deals.open(live.state):
        return ()
    forms = deals.forms(live.free_state(seat), seat)
    waiting = tuple(offer.deal for offer in live.envelope.offers if offer.to == seat)
    if waiting:
        deal = Choice("deal", waiting)
        forms += (
            OrderForm("accept", (deal,), meaning=say("take an offer made to you")),
            OrderForm("decline", (deal,), meaning=say("refuse an offer made to you")),
        )
    return forms
