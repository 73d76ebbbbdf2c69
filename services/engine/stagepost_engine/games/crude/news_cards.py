"""Phase 2, Check for Doubles: lasting cards end, a news event happens, a new card is opened."""

from __future__ import annotations

from msgspec.structs import replace

from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import Text, say
from stagepost_engine.games.crude.ladders import covered, opened
from stagepost_engine.games.crude.squares import count_of
from stagepost_engine.games.crude.state import (
    Quadrant,
    Table,
    news_named,
    paid,
    quadrants_of,
    tables_of,
)
from stagepost_engine.games.crude.steps import Told, news
from stagepost_engine.games.crude.tables import (
    AnyEffect,
    Good,
    MarketClosed,
    MarketName,
    PayPer,
    ReceivePer,
    RemoveCheapest,
    StationBonus,
)
from stagepost_engine.games.crude.words import barrels_word, market_word, news_word
from stagepost_engine.rules.dice import Dice


def lasting_ended(table: Table, face: int) -> tuple[Table, Told]:
    """Ruling 6: a double first ends the lasting cards that name it."""
    over = tuple(name for name in table.lasting if face in news_named(table, name).ends_on)
    if not over:
        return table, ()
    kept = tuple(name for name in table.lasting if name not in over)
    words = (say("No longer in force: {news}", news=_word(table, name)) for name in over)
    # Ruling 5: a lasting card goes under the pile when it ends.
    return replace(table, lasting=kept, seen=table.seen + over), news(*words)


def happened(table: Table, face: int, dice: Dice) -> tuple[Table, Told]:
    """Carry out the news event that a double triggers, if it does, and refill."""
    doubles = tables_of(table).news
    if face in doubles.likely:
        name, left = table.likely, table.unlikely
    elif face in doubles.unlikely:
        # Ruling 4: after an unlikely event the likely card stays.
        name, left = table.unlikely, table.likely
    else:
        return table, ()
    told = news(say("News! {news}", news=_word(table, name)))
    card = news_named(table, name)
    if isinstance(card.effect, MarketClosed | StationBonus):
        table = replace(table, lasting=(*table.lasting, name))
    else:
        table, words = _carried_out(table, card.effect)
        table, told = replace(table, seen=(*table.seen, name)), told + words
    table, new = drawn(table, dice)
    return replace(table, likely=left, unlikely=new), told


def drawn(table: Table, dice: Dice) -> tuple[Table, str]:
    """Ruling 42: unseen cards have no order until one is drawn; then the seen come in theirs."""
    if table.unseen:
        at = dice.below(len(table.unseen), "news")
        left = table.unseen[:at] + table.unseen[at + 1 :]
        return replace(table, unseen=left), table.unseen[at]
    return replace(table, seen=table.seen[1:]), table.seen[0]


def owed(table: Table, effect: PayPer | ReceivePer) -> dict[Seat, int]:
    """Return each seat's sum, over all its quadrants."""
    return {
        seat: sum(_sum(effect, table.quadrants[at]) for at in quadrants_of(table, seat))
        for seat in table.seats
    }


def _sum(effect: PayPer | ReceivePer, held: Quadrant) -> int:
    return (
        effect.crude * held.crude
        + effect.gasoline * held.gasoline
        + effect.rig * count_of(held.plan, "rig")
        + effect.station * count_of(held.plan, "station")
        + effect.refinery * count_of(held.plan, "refinery")
        + effect.well * count_of(held.plan, "well")
    )


def _carried_out(table: Table, effect: AnyEffect) -> tuple[Table, Told]:
    match effect:
        case PayPer():
            return _taxed(table, effect)
        case ReceivePer():
            return _rewarded(table, effect)
        case RemoveCheapest(market=market, good=good, count=count):
            return _removed(table, market, good, count)
        case MarketClosed() | StationBonus():
            return table, ()


def _taxed(table: Table, effect: PayPer) -> tuple[Table, Told]:
    sums = {seat: due for seat, due in owed(table, effect).items() if due}
    able = {seat: due for seat, due in sums.items() if due <= table.cash[seat]}
    short = {seat: due for seat, due in sums.items() if due > table.cash[seat]}
    words = [say("{seat} pays {sum} M$.", seat=seat, sum=due) for seat, due in able.items()]
    words += [
        say(
            "{seat} owes {sum} M$ and holds {cash}: assets must be sold.",
            seat=seat,
            sum=due,
            cash=table.cash[seat],
        )
        for seat, due in short.items()
    ]
    return replace(paid(table, able), debts=short), news(*words)


def _rewarded(table: Table, effect: ReceivePer) -> tuple[Table, Told]:
    sums = {seat: due for seat, due in owed(table, effect).items() if due}
    words = [say("{seat} receives {sum} M$.", seat=seat, sum=due) for seat, due in sums.items()]
    return paid(table, {seat: -due for seat, due in sums.items()}), news(*words)


def _removed(table: Table, market: MarketName, good: Good, count: int) -> tuple[Table, Told]:
    gone = min(count, covered(table, market, good))
    markets = {**table.markets, market: opened(table.markets[market], good, gone)}
    word = say(
        "Removed from {market}: {barrels}.",
        market=market_word(market),
        barrels=barrels_word(good, gone),
    )
    table = replace(
        table,
        markets=markets,
        supply_crude=table.supply_crude + (gone if good == "crude" else 0),
        supply_gasoline=table.supply_gasoline + (gone if good == "gasoline" else 0),
    )
    return table, news(word)


def _word(table: Table, name: str) -> Text:
    return news_word(news_named(table, name))
