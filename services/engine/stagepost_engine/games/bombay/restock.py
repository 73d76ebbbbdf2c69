"""Restocking: nine bales from the bag, sorted by colour onto the three markets."""

from __future__ import annotations

from msgspec.structs import replace

from stagepost_contracts.events import Event
from stagepost_contracts.texts import Text, say
from stagepost_engine.games.bombay.markets import Market, market_of, sorted_out
from stagepost_engine.games.bombay.state import Table, clockwise, moved, seating, tables_of
from stagepost_engine.games.bombay.tables import COLOURS
from stagepost_engine.rules.dice import Dice, drawn_from
from stagepost_engine.rules.game import Moves, Outcome
from stagepost_engine.rules.steps import happening

PURPOSE = "bales"


def restocked(table: Table, moves: Moves, dice: Dice) -> Outcome[Table]:
    in_bag = [colour for colour in sorted(table.bag) for _ in range(table.bag[colour])]
    # Ruling 5: a bag that holds less is drawn empty.
    count = min(tables_of(table).drawn, len(in_bag))
    drawn = drawn_from(dice, in_bag, count, PURPOSE)
    bag = table.bag
    for colour in drawn:
        bag = moved(bag, colour, -1)
    table = replace(
        table,
        phase="turn",
        bag=bag,
        markets=sorted_out(drawn),
        turn_number=1,
        queue=clockwise(table, table.first),
    )
    return Outcome(table, tuple(Event(text) for text in _told(table, count)))


def _told(table: Table, count: int) -> list[Text]:
    left, middle, right = (_goods(market) for market in table.markets)
    told = [
        say(
            "Set {number} of {sets}: {first} is first player.",
            number=table.set_number,
            sets=seating(table).sets,
            first=table.first,
        ),
        say(
            "Bales drawn: {count}. Left market: {left}. Middle market: {middle}. Right market: {right}.",
            count=count,
            left=left,
            middle=middle,
            right=right,
        ),
    ]
    closed = [colour for colour in COLOURS if market_of(table, colour) is None]
    if closed:
        told.append(say("Closed posts: {colours}.", colours=", ".join(closed)))
    return told


def _goods(market: Market) -> Text:
    if not market:
        return say("empty")
    return say("{goods}", goods=", ".join(f"{count} {colour}" for colour, count in market.items()))


RESTOCKING = happening("restock", 1, say("Restocking"), restocked)
