"""Action C, Buying one bale of silk at a trading post: once a turn, at the market's price."""

from __future__ import annotations

from msgspec.structs import replace

from stagepost_contracts.texts import Text, say, say_many
from stagepost_engine.games.bombay.markets import market_name, market_of, without_bale
from stagepost_engine.games.bombay.turn import (
    Turn,
    refused,
    spent,
    too_dear,
    with_elephant,
    with_payment,
)


def why_no_purchase(turn: Turn) -> Text | None:
    """Why the elephant's owner cannot buy where it stands, or None."""
    if turn.closed is not None:
        return turn.closed
    place, actions = turn.elephant.place, turn.actions
    colour = turn.table.posts.get(place)
    if colour is None:
        return say("There is no trading post at {place}.", place=place)
    at = market_of(turn.table, colour)
    if at is None:
        return say(
            "The {colour} post at {place} is closed: no market has such a bale before the next set.",
            colour=colour,
            place=place,
        )
    # Ruling 17: a bale that was sold at once still counts.
    if turn.purchases >= actions.purchases:
        return say("Purchases in one turn: {most} at most.", most=actions.purchases)
    if len(turn.elephant.bales) >= actions.carried:
        return say("Your elephant carries {most} bales at most.", most=actions.carried)
    price = actions.markets[at]
    if price.rupees > turn.purse.rupees:
        return say(
            "A bale of the {market} costs rupees: {rupees}.",
            market=market_name(at),
            rupees=price.rupees,
        )
    return too_dear(turn, price.points)


def bought(turn: Turn) -> Turn:
    if why := why_no_purchase(turn):
        raise refused(turn, why)
    colour = turn.table.posts[turn.elephant.place]
    at = market_of(turn.table, colour)
    assert at is not None, "a closed post sells nothing"
    price = turn.actions.markets[at]
    turn = replace(turn, table=without_bale(turn.table, at, colour), purchases=turn.purchases + 1)
    turn = with_elephant(turn, replace(turn.elephant, bales=(*turn.elephant.bales, colour)))
    word = say_many(
        "{seat} pays {count} rupee for a {colour} bale from the {market}.",
        "{seat} pays {count} rupees for a {colour} bale from the {market}.",
        count=price.rupees,
        seat=turn.seat,
        colour=colour,
        market=market_name(at),
    )
    return spent(with_payment(turn, -price.rupees), price.points, word)
