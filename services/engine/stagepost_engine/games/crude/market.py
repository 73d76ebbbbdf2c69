"""Phase 1, Market Phase: any buying and selling of both goods in one of the two markets."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from stagepost_contracts.forms import Amount, Choice, Field, OrderForm
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import Text, say
from stagepost_engine.games.crude.ladders import buys_most, sells_most
from stagepost_engine.games.crude.parts import PART_OF
from stagepost_engine.games.crude.state import Table, owner_of
from stagepost_engine.games.crude.steps import STAY, stays
from stagepost_engine.games.crude.tables import GOODS, Good, MarketName
from stagepost_engine.games.crude.trading import Trader, markets_of, traded
from stagepost_engine.rules.dice import Dice
from stagepost_engine.rules.game import Forms, Move, Moves, Outcome, Phase

BUY = say("the cheapest barrels of one market; all of a turn in the same market")
SELL = say("on the highest open spaces of one market; all of a turn in the same market")
NO_BARRELS = say("You hold no barrel that can be sold: buy first, in a line before it.")
TOO_DEAR = say("Your money buys no barrel: sell first, in a line before it.")


def question(table: Table, seat: Seat) -> Text:
    held = table.quadrants[table.turn]
    return say(
        "Your turn: buy or sell in one market, or stay. You hold {cash} M$, {crude} crude and {gasoline} gasoline. The production roll comes next.",
        cash=table.cash[seat],
        crude=held.crude,
        gasoline=held.gasoline,
    )


def actors(table: Table) -> tuple[Seat, ...]:
    trader = Trader(table, table.turn)
    able = next(_buying(trader), None) or next(_selling(trader), None)
    return (owner_of(table, table.turn),) if able else ()


def forms(table: Table, seat: Seat, so_far: Move) -> Forms:
    trader = _folded(table, so_far)
    if trader.closed:
        return ()
    names = markets_of(trader)
    buying, selling = tuple(_buying(trader)), tuple(_selling(trader))
    forms = [*_forms("buy", buying, BUY), *_forms("sell", selling, SELL)]
    # What the one makes possible is named beside the other.
    if selling and not buying:
        forms.append(OrderForm("buy", _fields(GOODS, names, 1), most=0, meaning=TOO_DEAR))
    if buying and not selling:
        forms.append(OrderForm("sell", _fields(GOODS, names, 1), most=0, meaning=NO_BARRELS))
    return tuple(forms) if so_far else (*forms, STAY)


def check(table: Table, seat: Seat, move: Move) -> None:
    _folded(table, move)


def resolve(table: Table, moves: Moves, dice: Dice) -> Outcome[Table]:
    trader = _folded(table, moves.get(owner_of(table, table.turn), ()))
    return Outcome(replace(trader.table, phase="roll"), trader.told)


def _folded(table: Table, move: Move) -> Trader:
    trader = Trader(table, table.turn)
    for index, order in enumerate(move):
        trader = traded(trader, order, index)
    return trader


Able = tuple[MarketName, Good, int]


def _buying(trader: Trader) -> Iterator[Able]:
    """Yield each market and good of which something can be bought, and how much."""
    for market in markets_of(trader):
        for good in GOODS:
            if (most := buys_most(trader.table, market, good, trader.cash)) > 0:
                yield market, good, most


def _selling(trader: Trader) -> Iterator[Able]:
    stored: dict[Good, int] = {"crude": trader.held.crude, "gasoline": trader.held.gasoline}
    for market in markets_of(trader):
        for good in GOODS:
            if (most := sells_most(trader.table, market, good, stored[good])) > 0:
                yield market, good, most


def _forms(verb: str, able: tuple[Able, ...], meaning: Text) -> Iterator[OrderForm]:
    if not able:
        return
    names = tuple(dict.fromkeys(market for market, _, _ in able))
    goods = tuple(dict.fromkeys(good for _, good, _ in able))
    fields = _fields(goods, names, max(most for _, _, most in able))
    yield OrderForm(verb, fields, most=40, meaning=meaning)


def _fields(goods: tuple[Good, ...], names: tuple[MarketName, ...], most: int) -> tuple[Field, ...]:
    where = Choice("market", names, otherwise=names[0] if len(names) == 1 else None)
    return (Amount("count", 1, most), Choice("good", goods), where)


MARKET = Phase(
    name="market",
    part=PART_OF["market"],
    title=say("Market"),
    question=question,
    actors=actors,
    forms=forms,
    check=check,
    default=stays,
    resolve=resolve,
)
