"""How the plain player trades: each barrel has a value, and the market with the best gain is used."""

from __future__ import annotations

from dataclasses import dataclass

from stagepost_engine.games.crude.orders import Buy, Sell
from stagepost_engine.games.crude.player_sight import cash, is_last_turn, own
from stagepost_engine.games.crude.tables import GOODS, MARKETS, Good, MarketName
from stagepost_engine.games.crude.view import LadderView, View
from stagepost_engine.rules.game import Move

RESALE = 0.8  # of a market's price, for a barrel that is kept
MARGIN = 1.0  # what a trade must gain, each barrel
CASH_KEPT = 5


@dataclass(frozen=True)
class Deal:
    """What is bought (or sold, if below nothing) of each good in one market, and what it gains."""

    market: MarketName
    crude: int = 0
    gasoline: int = 0
    gain: float = 0.0


def trades(view: View) -> Move:
    """Return the orders of the best market; none if nothing gains."""
    able = [market for market in MARKETS if not _ladder(view, market, "crude").closed]
    deals = [_deal(view, market) for market in able]
    best = max(deals, key=lambda deal: deal.gain, default=None)
    if best is None or best.gain <= 0:
        return ()
    orders: list[Buy | Sell] = []
    counts: dict[Good, int] = {"crude": best.crude, "gasoline": best.gasoline}
    orders += [Sell(-counts[good], good, best.market) for good in GOODS if counts[good] < 0]
    orders += [Buy(counts[good], good, best.market) for good in GOODS if counts[good] > 0]
    return tuple(orders)


def best_sale(view: View, good: Good) -> int:
    """Return the best price that a market pays for a barrel."""
    return max(ladder.sell for ladder in view.ladders if ladder.good == good)


def _deal(view: View, market: MarketName) -> Deal:
    held, purse, gain = own(view), cash(view) - CASH_KEPT, 0.0
    counts: dict[Good, int] = {"crude": 0, "gasoline": 0}
    stored: dict[Good, int] = {"crude": held.crude, "gasoline": held.gasoline}
    wanted = 0.0 if _can_finish(view, market) else 1.0
    for good in GOODS:
        ladder = _ladder(view, market, good)
        sell, left = ladder.sell, stored[good]
        while left > 0 and sell > 0 and sell > wanted * _value(view, good, left) + MARGIN:
            gain += sell - wanted * _value(view, good, left)
            left, sell = left - 1, sell - ladder.step
            purse += sell + ladder.step
        counts[good] = left - stored[good]
    for good in GOODS:
        ladder = _ladder(view, market, good)
        price, left, on_ladder = ladder.buy, stored[good], ladder.spaces - ladder.open
        while (
            counts[good] >= 0
            and counts[good] < on_ladder
            and price <= purse
            and price + MARGIN < wanted * _value(view, good, left + 1)
        ):
            gain += _value(view, good, left + 1) - price
            purse, left, price = purse - price, left + 1, price + ladder.step
            counts[good] += 1
    return Deal(market, counts["crude"], counts["gasoline"], gain)


def _can_finish(view: View, market: MarketName) -> bool:
    """Whether selling all barrels now brings the cash of victory."""
    held, total = own(view), cash(view)
    stored: dict[Good, int] = {"crude": held.crude, "gasoline": held.gasoline}
    for good in GOODS:
        ladder = _ladder(view, market, good)
        count = min(stored[good], ladder.open)
        total += count * ladder.sell - ladder.step * count * (count - 1) // 2
    return total >= view.win_cash


def _value(view: View, good: Good, nth: int) -> float:
    """Guess what the nth barrel in store will bring."""
    return _gasoline_value(view, nth) if good == "gasoline" else _crude_value(view, nth)


def _gasoline_value(view: View, nth: int) -> float:
    stations = own(view).assets["station"]
    if is_last_turn(view):
        return max(0, view.consumer.sale - nth) if nth <= stations / 3 else 0
    at_station = view.consumer.sale - nth if nth <= stations / 2 + 1 and stations else 0
    return max(at_station, RESALE * best_sale(view, "gasoline"))


def _crude_value(view: View, nth: int) -> float:
    refineries = own(view).assets["refinery"]
    if is_last_turn(view):
        return 0
    refined = nth <= refineries + 1 and refineries > 0
    gasoline = _gasoline_value(view, own(view).gasoline + nth) - 3 if refined else 0
    return max(RESALE * gasoline, RESALE * best_sale(view, "crude"))


def _ladder(view: View, market: MarketName, good: Good) -> LadderView:
    return next(row for row in view.ladders if row.market == market and row.good == good)
