"""Trade between two seats: an offer, its acceptance in one commit, its refusal."""

from __future__ import annotations

import base64
from typing import Final

import msgspec

from stagepost_contracts.errors import IllegalMove, Problem
from stagepost_contracts.ids import Seat
from stagepost_contracts.reading import Spoken
from stagepost_contracts.texts import say
from stagepost_engine.matches.asking import offer_line
from stagepost_engine.matches.decision import Moment
from stagepost_engine.matches.doing.done import Doer, Done
from stagepost_engine.matches.envelope import OpenOffer
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.reading import typed
from stagepost_engine.matches.record import DealTaken, chained
from stagepost_engine.matches.settling import settle
from stagepost_engine.matches.telling import reported
from stagepost_engine.matches.undoing import barred
from stagepost_engine.rules import codec
from stagepost_engine.rules.forms import hold_to_one
from stagepost_engine.rules.play import checked

OFFERS_MOST = 8  # open at once, for each seat that makes them
DEAL_LETTERS = 5


def offer(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Open an offer. What it gives is set aside until it ends. Raises IllegalMove or Problem."""
    deals = live.game.deals
    assert deals is not None
    order = typed(live, command)
    free = live.free_state(seat)
    hold_to_one(deals.forms(free, seat), order)
    deals.check(free, seat, order)
    if len(live.offers_by(seat)) >= OFFERS_MOST:
        raise Problem(
            "too-many", say("You have {most} open offers; withdraw one first.", most=OFFERS_MOST)
        )
    # A name drawn by chance tells nobody how many offers others have made.
    deal = base64.b32encode(moment.fresh.nonce())[:DEAL_LETTERS].decode().lower()
    made = OpenOffer(deal, seat, order.to, codec.canonical(order))
    live = live.changed(offers=(*live.envelope.offers, made))
    _keep_own_move(live, seat)
    line = offer_line(live, seat, order)
    news = (
        say("{seat} offers you a deal, {deal}: {line}", seat=seat, deal=deal, line=f"[{line}]"),
    )
    notice = reported(live, order.to, news, deal)
    told = say("Your offer is open as {deal}. What it gives is set aside until it ends.", deal=deal)
    return Done(live, (told,), notices=(notice,))


def accept(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Take an offer: it applies at once, the step and its deadline stay.

    Raises IllegalMove for the acceptor's sake or for what all can see, never for what the
    other has sealed.
    """
    deal = str(command["deal"])
    taken = _waiting(live, seat, deal)
    assert live.game.deals is not None
    order = live.offer(taken)
    offers = tuple(other for other in live.envelope.offers if other != taken)
    outcome = live.game.deals.apply(live.state, taken.by, order)
    entry = chained(
        live.envelope.chain,
        DealTaken(live.envelope.step, taken.by, taken.to, msgspec.json.decode(taken.order)),
    )
    envelope = msgspec.structs.replace(
        live.envelope,
        offers=offers,
        chain=bytes.fromhex(entry.chain),
        news=live.envelope.news + outcome.events,
        undo=barred(live.envelope.undo, "paid"),
    )
    after = live.with_state(envelope, outcome.state)
    _keep_own_offers(after, seat)
    _keep_own_move(after, seat)
    settled = settle(after, now=moment.now, fresh=moment.fresh)
    news = (say("{seat} accepted your offer {deal}.", seat=seat, deal=deal),)
    notice = reported(settled.live, taken.by, news, f"{deal}-accepted")
    told = say("The deal {deal} is done.", deal=deal)
    entries, notices = (entry, *settled.entries), (*settled.notices, notice)
    return Done(settled.live, (told,), entries, notices)


def decline(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Refuse an offer; its maker is told. Raises Problem."""
    deal = str(command["deal"])
    refused = _waiting(live, seat, deal)
    live = live.changed(offers=tuple(o for o in live.envelope.offers if o != refused))
    news = (say("{seat} declined your offer {deal}.", seat=seat, deal=deal),)
    notice = reported(live, refused.by, news, f"{deal}-declined")
    return Done(live, (say("You declined the offer {deal}.", deal=deal),), notices=(notice,))


DOERS: Final[dict[str, Doer]] = {"offer": offer, "accept": accept, "decline": decline}


def _waiting(live: Live, seat: Seat, deal: str) -> OpenOffer:
    for offer in live.envelope.offers:
        if offer.deal == deal and offer.to == seat:
            return offer
    raise Problem("no-such-deal", say("No open offer to you is called {deal}.", deal=deal))


def _keep_own_move(live: Live, seat: Seat) -> None:
    """A deal may not take what the seat's own sealed move needs. Raises Problem."""
    kept = live.envelope.sealed.get(seat)
    if kept is None:
        return
    try:
        checked(live.game, live.free_state(seat), seat, live.move(kept.move))
    except IllegalMove as error:
        raise Problem(
            "set-aside",
            say(
                "Your sealed move needs what this deal gives. {why} Change the move or write "
                "WITHDRAW first.",
                why=error.text,
            ),
        ) from error


def _keep_own_offers(live: Live, seat: Seat) -> None:
    """A deal may not take what the seat's own open offers set aside. Raises Problem."""
    deals, state = live.game.deals, live.state
    assert deals is not None
    for kept in live.envelope.offers:
        if kept.by != seat:
            continue
        order = live.offer(kept)
        try:
            deals.check(state, seat, order)
        except IllegalMove as error:
            raise Problem(
                "set-aside",
                say(
                    "Your open offer {deal} sets aside what this deal takes. {why} Write "
                    "WITHDRAW {deal} first.",
                    deal=kept.deal,
                    why=error.text,
                ),
            ) from error
        state = deals.set_aside(state, seat, (order,))
