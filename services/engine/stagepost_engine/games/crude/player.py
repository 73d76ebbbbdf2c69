"""A plain player that sees only its own view: correspondents, stand-ins, simulation."""

from __future__ import annotations

from stagepost_engine.games.crude.orders import Convert, Cover, Refine, Sell, Stay
from stagepost_engine.games.crude.player_building import assets, opening
from stagepost_engine.games.crude.player_sight import (
    cash,
    is_last_turn,
    own,
    rounds_to_come,
    value,
)
from stagepost_engine.games.crude.player_style import BALANCED, Style
from stagepost_engine.games.crude.player_trading import best_sale, trades
from stagepost_engine.games.crude.view import View
from stagepost_engine.rules.dice import Dice
from stagepost_engine.rules.game import Forms, Move

LEAST_SALE = 10  # what a barrel of gasoline is taken to bring later, at the least
WELL_EACH_ROUND = 4  # what a well is taken to earn in a round


def player(view: View, forms: Forms, dice: Dice) -> Move:
    """Return a legal move for what is asked."""
    return played(view, forms, BALANCED)


def played(view: View, forms: Forms, style: Style) -> Move:
    """Play in a style: how the first money is spent, and what is built later."""
    match view.phase:
        case "purchase":
            return opening(view, style) or (Stay(),)
        case "market":
            return trades(view) or (Stay(),)
        case "tax":
            return (Cover(),)
        case "hits":
            return _hits(view)
        case _:
            return assets(view, forms, style) or (Stay(),)


def _hits(view: View) -> Move:
    """Refine all, sell while the price is good, convert where the well pays."""
    orders: list[Refine | Sell | Convert] = []
    held, hits = own(view), view.hits
    refined = min(hits.refining, held.crude - hits.pumped)
    if refined > 0:
        orders.append(Refine(refined))
    sold = min(hits.selling, held.gasoline + max(0, refined), view.consumer.sales_most)
    floor = 1 if is_last_turn(view) else max(LEAST_SALE, best_sale(view, "gasoline"))
    sold = min(sold, view.consumer.sale - floor + 1)
    if sold > 0:
        orders.append(Sell(sold, "gasoline", "consumer"))
    if hits.strike and view.well_price <= cash(view) and _pays(view):
        orders.append(Convert())
    return tuple(orders) or (Stay(),)


def _pays(view: View) -> bool:
    """Whether a well brings more than it costs, by pumping or by being sold at once."""
    kept = WELL_EACH_ROUND * rounds_to_come(view)
    return view.well_price < max(kept, value(view, "well"))
