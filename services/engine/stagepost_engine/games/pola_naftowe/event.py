"""Phase 3, Random Event: two black dice, and who won the lobby may let one player ignore it."""

from __future__ import annotations

from msgspec.structs import replace

from stagepost_contracts.events import Event
from stagepost_contracts.forms import Choice, OrderForm
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import Text, say
from stagepost_engine.games.pola_naftowe.dues import dues
from stagepost_engine.games.pola_naftowe.event_words import described
from stagepost_engine.games.pola_naftowe.numbers import FIRST_ROLL, effect_now
from stagepost_engine.games.pola_naftowe.opening import opened
from stagepost_engine.games.pola_naftowe.orders import Exempt
from stagepost_engine.games.pola_naftowe.parts import FEES, INFRASTRUCTURE, RANDOM_EVENT
from stagepost_engine.games.pola_naftowe.state import Table, leads, players, tables_of
from stagepost_engine.games.pola_naftowe.steps import happens
from stagepost_engine.games.pola_naftowe.tables import DemandHalved, DemandRaised
from stagepost_engine.rules.dice import Dice, roll
from stagepost_engine.rules.game import Forms, Move, Moves, Outcome, Phase
from stagepost_engine.rules.steps import forms_say_it_all

NOBODY = "nobody"


def roll_event(table: Table, moves: Moves, dice: Dice) -> Outcome[Table]:
    first, second = roll(dice, 2, "event")
    event = tables_of(table).events[first + second - FIRST_ROLL]
    word = say(
        "The black dice show {first} and {second}: {event}",
        first=first,
        second=second,
        event=described(event.effect),
    )
    table = replace(table, event=first + second)
    match event.effect:
        case DemandHalved():
            table = replace(table, demand=(table.demand + 1) // 2)
        case DemandRaised(each=each):
            table = replace(table, demand=table.demand + each * len(table.holdings))
        case _:
            pass
    told = (Event(word),)
    # Ruling 12: the exemption is chosen after the roll is read; ruling 13: not from the market.
    if event.ignorable:
        return Outcome(replace(table, phase="exemption"), told)
    return opened(table, INFRASTRUCTURE, told)


EVENT_ROLL = happens("event", say("Random Event"), roll_event)


def question(table: Table, seat: Seat) -> Text:
    effect = effect_now(table)
    assert effect is not None
    return say(
        "{event} You may name one player, yourself or another, who must ignore it.",
        event=described(effect),
    )


def actors(table: Table) -> tuple[Seat, ...]:
    return (leads(table),)


def forms(table: Table, seat: Seat, so_far: Move) -> Forms:
    if so_far:
        return ()
    who = Choice("who", (*players(table), NOBODY))
    return (OrderForm("exempt", (who,), meaning=say("who ignores the event")),)


def default(table: Table, seat: Seat) -> Move:
    """Nobody; himself if the event raises his dues above his cash."""
    cash = table.holdings[seat].cash
    with_event = dues(table, seat, INFRASTRUCTURE, FEES).total
    without = dues(replace(table, exempt=seat), seat, INFRASTRUCTURE, FEES).total
    return (Exempt(seat if without <= cash < with_event else NOBODY),)


def resolve(table: Table, moves: Moves, dice: Dice) -> Outcome[Table]:
    [(seat, (order,))] = moves.items()
    if order.who == NOBODY:
        word = say("{seat} lets the event apply to everybody.", seat=seat)
        return opened(table, INFRASTRUCTURE, (Event(word),))
    word = say("{seat} decides that {who} must ignore the event.", seat=seat, who=order.who)
    return opened(replace(table, exempt=order.who), INFRASTRUCTURE, (Event(word),))


EXEMPTION = Phase(
    name="exemption",
    part=RANDOM_EVENT,
    title=say("Random Event: who ignores it"),
    question=question,
    actors=actors,
    forms=forms,
    check=forms_say_it_all,
    default=default,
    resolve=resolve,
)
