"""A standing policy for hits: the ordinary move that it makes, or None to ask the player."""

from __future__ import annotations

from stagepost_contracts.forms import Amount, Choice, OrderForm
from stagepost_contracts.texts import say
from stagepost_engine.games.crude.consumer import next_price
from stagepost_engine.games.crude.orders import (
    ASK_ME,
    Convert,
    Policy,
    Refine,
    Sell,
    Stay,
    WorksOrder,
)
from stagepost_engine.games.crude.state import well_price
from stagepost_engine.games.crude.works import (
    Works,
    can_convert,
    refines_most,
    sells_most,
    worked,
)
from stagepost_engine.rules.game import Move

PRICE_MOST = 999

POLICY = OrderForm(
    "policy",
    (
        Choice("refine", ("all", "none", "ask"), keyword="refine", otherwise="ask"),
        Amount("sell", 1, PRICE_MOST, keyword="sell", otherwise=ASK_ME),
        Amount("convert", 1, PRICE_MOST, keyword="convert", otherwise=ASK_ME),
    ),
    meaning=say(
        "let the engine resolve your hits, own and as a neighbour: refine all or none, sell from a price, convert rigs up to a price; what you leave out you are asked"
    ),
)


def moved_by(works: Works, policy: Policy) -> Move | None:
    """Ruling 45: refine first, then sell down to the price, then convert."""
    orders: list[WorksOrder] = []
    if (most := refines_most(works)) > 0:
        if policy.refine == "ask":
            return None
        if policy.refine == "all":
            orders.append(Refine(most))
            works = worked(works, orders[-1])
    if (most := sells_most(works)) > 0:
        if policy.sell == ASK_ME:
            return None
        if (count := min(most, next_price(works.table) - policy.sell + 1)) > 0:
            orders.append(Sell(count, "gasoline", "consumer"))
            works = worked(works, orders[-1])
    if can_convert(works):
        if policy.convert == ASK_ME:
            return None
        if well_price(works.table) <= policy.convert:
            orders.append(Convert())
    return tuple(orders) or (Stay(),)
