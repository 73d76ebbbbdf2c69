"""Trade Between Players: offers, promises, and acceptance, in every phase but Fees."""

from __future__ import annotations

from msgspec.structs import replace

from stagepost_contracts.errors import IllegalMove
from stagepost_contracts.events import Event
from stagepost_contracts.forms import Amount, Bundle, Choice, OrderForm, Part
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import Text, say
from stagepost_engine.games.pola_naftowe.goods import (
    BARRELS,
    CASH,
    REFINERIES,
    TANKERS,
    Goods,
    goods_words,
    promise_word,
)
from stagepost_engine.games.pola_naftowe.orders import Offer
from stagepost_engine.games.pola_naftowe.parts import PART_NAMES, PART_OF, part_named
from stagepost_engine.games.pola_naftowe.state import Promise, Table, players, tables_of
from stagepost_engine.games.pola_naftowe.trading import (
    exchanged,
    hold_to_banknotes,
    hold_to_free,
    well_word,
    without,
)
from stagepost_engine.rules.game import Deals, Forms, Outcome

NOW = "now"
CASH_MOST = 50_000
COUNT_MOST = 99
PROMISES_MOST = 60  # open promises on one table

MEANING = say(
    "offer a deal; with AT a side is a promise that falls due when that phase opens, "
    "without UNTIL the offer ends with this phase"
)


def is_open(table: Table) -> bool:
    """Ruling 20: no trading in the Fees phase."""
    return table.phase not in ("", "fees")


def forms(table: Table, seat: Seat) -> Forms:
    if not is_open(table) or seat not in table.holdings:
        return ()
    goods = (
        Part(CASH, CASH_MOST),
        Part(BARRELS, COUNT_MOST),
        Part(TANKERS, COUNT_MOST),
        Part(REFINERIES, COUNT_MOST),
        *(Part(well_word(table, at), COUNT_MOST) for at in range(len(table.fields))),
    )
    rounds = tables_of(table).rounds
    fields = (
        Choice("to", tuple(other for other in players(table) if other != seat)),
        Bundle("give", goods, keyword="give"),
        Choice("give_at", PART_NAMES, keyword="at", otherwise=NOW),
        Amount("give_round", 1, rounds, keyword="round", otherwise=0),
        Bundle("get", goods, keyword="get"),
        Choice("get_at", PART_NAMES, keyword="at", otherwise=NOW),
        Amount("get_round", 1, rounds, keyword="round", otherwise=0),
        Choice("until", PART_NAMES, keyword="until", otherwise=""),
    )
    return (OrderForm("offer", fields, meaning=MEANING),)


def check(table: Table, seat: Seat, offer: Offer) -> None:
    """Raise IllegalMove if the seat cannot make this offer now."""
    if not is_open(table):
        raise IllegalMove(say("There is no trade in the Fees phase."))
    for party in (seat, offer.to):
        if party not in table.holdings:
            raise IllegalMove(say("{seat} is out of the game.", seat=party))
    if offer.to == seat:
        raise IllegalMove(say("An offer is made to another player."))
    if not offer.give and not offer.get:
        raise IllegalMove(say("An offer gives or gets something."))
    for goods, at, round_ in _sides(offer):
        hold_to_banknotes(goods)
        _hold_to_date(table, goods, at, round_)
    if offer.until:
        _next(table, offer.until, 0, inclusive=True)
    if offer.give_at == NOW:
        hold_to_free(table, seat, offer.give)
    if len(table.promises) >= PROMISES_MOST and NOW not in (offer.give_at, offer.get_at):
        raise IllegalMove(say("There are {most} open promises already.", most=PROMISES_MOST))


def set_aside(table: Table, seat: Seat, offers: tuple[Offer, ...]) -> Table:
    """Return the table as if what the seat's open offers give at once were gone."""
    for offer in offers:
        if offer.give_at == NOW and seat in table.holdings:
            table = without(table, seat, offer.give)
    return table


def apply(table: Table, seat: Seat, offer: Offer) -> Outcome[Table]:
    """Let the offer of `seat` take effect. Raises IllegalMove if either side cannot keep it."""
    check(table, seat, offer)
    give = offer.give if offer.give_at == NOW else {}
    get = offer.get if offer.get_at == NOW else {}
    promises = (
        *_promised(table, (seat, offer.to), offer.give, offer.give_at, offer.give_round),
        *_promised(table, (offer.to, seat), offer.get, offer.get_at, offer.get_round),
    )
    after = exchanged(table, seat, offer.to, give, get) if give or get else table
    told = [Event(_deal_word(seat, offer.to, give, get))] if give or get else []
    # Ruling 51: a promise is seen by its two sides until it falls due.
    told += [Event(promise_word(promise), (promise.by, promise.to)) for promise in promises]
    return Outcome(replace(after, promises=table.promises + promises), tuple(told))


def lasts(before: Table, after: Table, offer: Offer) -> bool:
    """An offer ends with its phase unless it says until when."""
    return (
        is_open(after)
        and offer.to in after.holdings
        and (after.round, PART_OF[after.phase]) <= _end(before, offer)
    )


def ends(table: Table, offer: Offer) -> Text:
    if not offer.until:
        return say("with this phase")
    round_, part = _end(table, offer)
    return say("with the {phase} phase of round {round}", phase=PART_NAMES[part - 1], round=round_)


def owed(table: Table) -> tuple[Promise, ...]:
    return table.promises


def _deal_word(by: Seat, to: Seat, give: Goods, get: Goods) -> Text:
    if not get:
        return say("A deal: {by} gives {to} {goods}.", by=by, to=to, goods=goods_words(give))
    if not give:
        return say("A deal: {by} gives {to} {goods}.", by=to, to=by, goods=goods_words(get))
    return say(
        "A deal: {by} gives {to} {give}, and {to} gives {by} {get}.",
        by=by,
        to=to,
        give=goods_words(give),
        get=goods_words(get),
    )


def _sides(offer: Offer) -> tuple[tuple[Goods, str, int], ...]:
    return (
        (offer.give, offer.give_at, offer.give_round),
        (offer.get, offer.get_at, offer.get_round),
    )


def _hold_to_date(table: Table, goods: Goods, at: str, round_: int) -> None:
    if at == NOW:
        if round_:
            raise IllegalMove(
                say("ROUND needs a phase before it: AT <phase> ROUND {round}.", round=round_)
            )
        return
    if set(goods) - {CASH, BARRELS} or not goods:
        raise IllegalMove(say("Only cash and barrels can be promised for later."))
    _next(table, at, round_)


def _next(table: Table, name: str, round_: int, *, inclusive: bool = False) -> tuple[int, int]:
    """Return round and number of the phase of that name, the next to come or in that round."""
    part, now = part_named(name), (table.round, PART_OF[table.phase])
    if not round_:
        to_come = part > now[1] or (inclusive and part == now[1])
        round_ = table.round + (0 if to_come else 1)
    if round_ > tables_of(table).rounds or not ((round_, part) > now or inclusive):
        raise IllegalMove(
            say(
                "The {phase} phase of round {round} does not open any more: this is round {now} of {rounds}.",
                phase=name,
                round=round_,
                now=table.round,
                rounds=tables_of(table).rounds,
            )
        )
    return round_, part


def _promised(
    table: Table, sides: tuple[Seat, Seat], goods: Goods, at: str, round_: int
) -> tuple[Promise, ...]:
    if at == NOW:
        return ()
    when, part = _next(table, at, round_)
    return (Promise(*sides, goods.get(CASH, 0), goods.get(BARRELS, 0), when, part),)


def _end(table: Table, offer: Offer) -> tuple[int, int]:
    if not offer.until:
        return table.round, PART_OF[table.phase]
    return _next(table, offer.until, 0, inclusive=True)


DEALS: Deals[Table] = Deals(
    open=is_open,
    forms=forms,
    check=check,
    set_aside=set_aside,
    apply=apply,
    lasts=lasts,
    ends=ends,
    owed=owed,
)
