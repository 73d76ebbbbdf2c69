"""Game turn: what may still be ordered, with today's bounds, or why it may not."""

from __future__ import annotations

from stagepost_contracts.forms import Choice, Field, OrderForm
from stagepost_contracts.texts import Text, say
from stagepost_engine.games.bombay.building import free_colours, why_no_palace
from stagepost_engine.games.bombay.buying import why_no_purchase
from stagepost_engine.games.bombay.folding import CONSOLIDATE_ALONE, STAY_ALONE
from stagepost_engine.games.bombay.moving import move_cost
from stagepost_engine.games.bombay.orders import NOTHING
from stagepost_engine.games.bombay.selling import why_no_sale
from stagepost_engine.games.bombay.state import Table, neighbours, tables_of
from stagepost_engine.games.bombay.tables import COLOURS
from stagepost_engine.games.bombay.turn import Turn, with_what_is_left
from stagepost_engine.rules.game import Forms

GO = say("move along a road; a hill costs more points")
BUY = say("a bale, at the open post where you stand; once in a turn")
SELL = say("a bale, in the city where you stand")
BUILD = say("a palace where you stand, for a bale")
CONSOLIDATE = say("use the whole turn for a rupee")
STAY = say("do nothing")


def turn_forms(turn: Turn) -> Forms:
    """Return the forms that may follow; what may not is offered 0 times, with the reason."""
    return (
        _go(turn),
        _offered(turn, "buy", (), BUY, why_no_purchase(turn)),
        _sell(turn),
        _build(turn),
        _alone(turn, "consolidate", CONSOLIDATE, CONSOLIDATE_ALONE),
        _alone(turn, "stay", STAY, STAY_ALONE),
    )


def every_form(table: Table) -> Forms:
    """Return all that can be written, for a move of which an order failed already."""
    places = tuple(place.id for place in tables_of(table).board.places)
    take = Choice("take", COLOURS, keyword="take", otherwise=NOTHING)
    return (
        OrderForm("go", (Choice("place", places),)),
        OrderForm("buy"),
        OrderForm("sell", (Choice("bale", COLOURS),)),
        OrderForm("build", (Choice("bale", COLOURS), take)),
        OrderForm("consolidate"),
        OrderForm("stay"),
    )


def _go(turn: Turn) -> OrderForm:
    ways = neighbours(turn.table, turn.elephant.place)
    why = turn.closed
    if why is None and all(move_cost(turn, way) > turn.points for way in ways):
        why = say("The points left do not pay for a move.")
    if why is not None:
        ways = tuple(place.id for place in tables_of(turn.table).board.places)
    # A hill that the points do not reach is refused with its price.
    return _offered(turn, "go", (Choice("place", ways),), GO, why)


def _sell(turn: Turn) -> OrderForm:
    why = why_no_sale(turn)
    bales = COLOURS if why else tuple(dict.fromkeys(turn.elephant.bales))
    return _offered(turn, "sell", (Choice("bale", bales),), SELL, why)


def _build(turn: Turn) -> OrderForm:
    why, colours = why_no_palace(turn), free_colours(turn)
    bales = COLOURS if why else tuple(dict.fromkeys(turn.elephant.bales))
    fields: tuple[Field, ...] = (Choice("bale", bales),)
    if why or colours:
        words = COLOURS if why else colours
        fields += (Choice("take", words, keyword="take", otherwise=NOTHING),)
    return _offered(turn, "build", fields, BUILD, why)


def _alone(turn: Turn, verb: str, meaning: Text, alone: Text) -> OrderForm:
    why = turn.closed or (alone if turn.orders else None)
    return _offered(turn, verb, (), meaning, why)


def _offered(
    turn: Turn, verb: str, fields: tuple[Field, ...], meaning: Text, why: Text | None
) -> OrderForm:
    if why is None:
        return OrderForm(verb, fields, meaning=meaning)
    return OrderForm(verb, fields, most=0, meaning=with_what_is_left(turn, why))
