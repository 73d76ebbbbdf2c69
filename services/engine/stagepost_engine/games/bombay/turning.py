"""Game turn: clockwise from the first player, each has three points; then turn and set end."""

from __future__ import annotations

from msgspec.structs import replace

from stagepost_contracts.events import Event
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import Text, say
from stagepost_engine.games.bombay.folding import folded, folded_as_far
from stagepost_engine.games.bombay.markets import into_bag
from stagepost_engine.games.bombay.orders import Stay
from stagepost_engine.games.bombay.state import Table, clockwise, seating, tables_of
from stagepost_engine.games.bombay.turn import bales_word
from stagepost_engine.games.bombay.turn_forms import every_form, turn_forms
from stagepost_engine.rules.dice import Dice
from stagepost_engine.rules.game import Forms, Move, Moves, Outcome, Phase


def question(table: Table, seat: Seat) -> Text:
    elephant = table.elephants[seat]
    return say(
        "Your turn: {points} points, one order a line, in the order you want: [GO <place>], [BUY], [SELL <bale>], [BUILD <bale>], within the points; or [CONSOLIDATE] alone; or [STAY]. You are at {place}; rupees: {rupees}; bales: {bales}.",
        points=tables_of(table).actions.points,
        place=elephant.place,
        rupees=table.purses[seat].rupees,
        bales=bales_word(elephant.bales),
    )


def actors(table: Table) -> tuple[Seat, ...]:
    """One may always stay or consolidate, so there are two legal moves."""
    return table.queue[:1]


def forms(table: Table, seat: Seat, so_far: Move) -> Forms:
    turn = folded_as_far(table, seat, so_far)
    return every_form(table) if turn is None else turn_forms(turn)


def check(table: Table, seat: Seat, move: Move) -> None:
    folded(table, seat, move)


def default(table: Table, seat: Seat) -> Move:
    """Ruling 16: the empty turn; no rupee for it."""
    return (Stay(),)


def resolve(table: Table, moves: Moves, dice: Dice) -> Outcome[Table]:
    seat, *others = table.queue
    turn = folded(table, seat, moves[seat])
    table = replace(turn.table, queue=tuple(others))
    if others:
        return Outcome(table, turn.told)
    if table.turn_number < seating(table).turns:
        queue = clockwise(table, table.first)
        table = replace(table, turn_number=table.turn_number + 1, queue=queue)
        return Outcome(table, turn.told)
    return _set_ended(table, turn.told)


def _set_ended(table: Table, told: tuple[Event, ...]) -> Outcome[Table]:
    """End of the set: the next to the left is first player, and the markets are cleared."""
    # Ruling 6: bales on elephants stay there.
    for market in table.markets:
        for colour, count in market.items():
            for _ in range(count):
                table = into_bag(table, colour)
    table = replace(table, markets=tuple({} for _ in table.markets))
    if table.set_number == seating(table).sets:
        return Outcome(replace(table, phase="rewards"), told)
    # Ruling 26: with two players the first player alternates.
    first = clockwise(table, table.first)[1]
    number = table.set_number + 1
    return Outcome(replace(table, phase="restock", first=first, set_number=number), told)


TURNING = Phase(
    name="turn",
    part=2,
    title=say("Turn"),
    question=question,
    actors=actors,
    forms=forms,
    check=check,
    default=default,
    resolve=resolve,
)
