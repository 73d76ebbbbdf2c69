"""Phase 2, a news event that cannot be paid: every debtor sells assets of their own choice."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from stagepost_contracts.errors import IllegalMove
from stagepost_contracts.forms import Choice, OrderForm
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import Text, say
from stagepost_engine.games.crude.forced_sale import (
    Square,
    brings,
    cheapest,
    has_choice,
    saleable,
    short,
)
from stagepost_engine.games.crude.orders import Cover, Liquidate
from stagepost_engine.games.crude.parts import PART_OF
from stagepost_engine.games.crude.squares import AT, NAMES, cleared, rectangle
from stagepost_engine.games.crude.state import (
    CORNERS,
    Table,
    paid,
    quadrants_of,
    with_quadrant,
)
from stagepost_engine.games.crude.steps import Told, news
from stagepost_engine.rules.dice import Dice
from stagepost_engine.rules.game import Forms, Move, Moves, Outcome, Phase

LIQUIDATE = say("sell the asset there, or all between two squares until the debt is covered")
COVER = say("sell the cheapest assets that cover the debt")


def question(table: Table, seat: Seat) -> Text:
    return say(
        "You owe {debt} M$ and hold {cash}: sell assets for {short} M$ or more, at their liquidation value.",
        debt=table.debts[seat],
        cash=table.cash[seat],
        short=short(table, seat),
    )


def actors(table: Table) -> tuple[Seat, ...]:
    return tuple(seat for seat in table.seats if seat in table.debts and has_choice(table, seat))


def forms(table: Table, seat: Seat, so_far: Move) -> Forms:
    sold, _ = _folded(table, seat, so_far)
    if not short(sold, seat):
        return ()
    names = tuple(_name(sold, seat, square) for square in saleable(sold, seat))
    last = Choice("to", _all_names(table, seat), keyword="to", otherwise="")
    return (
        OrderForm("liquidate", (Choice("at", names), last), most=len(names), meaning=LIQUIDATE),
        OrderForm("cover", least=1, meaning=COVER),
    )


def check(table: Table, seat: Seat, move: Move) -> None:
    _folded(table, seat, move)


def default(table: Table, seat: Seat) -> Move:
    return (Cover(),)


def resolve(table: Table, moves: Moves, dice: Dice) -> Outcome[Table]:
    told: Told = ()
    for seat in table.debts:
        # Ruling 32: with no choice left, all that must go is sold without a question.
        table, words = _folded(table, seat, moves.get(seat, (Cover(),)))
        due = min(table.debts[seat], table.cash[seat])
        table = paid(table, {seat: due})
        told += words + news(say("{seat} pays {sum} M$.", seat=seat, sum=due))
        if forgiven := table.debts[seat] - due:
            told += news(
                say(
                    "{seat} has nothing left to sell: {sum} M$ are forgiven.",
                    seat=seat,
                    sum=forgiven,
                )
            )
    return Outcome(replace(table, phase="track", debts={}), told)


def _folded(table: Table, seat: Seat, move: Move) -> tuple[Table, Told]:
    told: Told = ()
    for index, order in enumerate(move):
        squares = _squares(table, seat, order, index)
        table, words = _sold(table, seat, squares)
        told += words
    return table, told


def _squares(table: Table, seat: Seat, order: Liquidate | Cover, index: int) -> tuple[Square, ...]:
    if isinstance(order, Cover):
        return cheapest(table, seat)
    first = _square(table, seat, order.at)
    last = _square(table, seat, order.to) if order.to else first
    if first[0] != last[0]:
        raise IllegalMove(
            say("{at} and {to} are not in one quadrant.", at=order.at, to=order.to), index
        )
    between = {(first[0], at) for at in rectangle(first[1], last[1])}
    return tuple(square for square in saleable(table, seat) if square in between)


def _sold(table: Table, seat: Seat, squares: Iterable[Square]) -> tuple[Table, Told]:
    """Sell one asset after another until the debt is covered."""
    names: list[Text] = []
    total = 0
    for square in squares:
        if not short(table, seat):
            break
        quadrant, at = square
        value, held = brings(table, square), table.quadrants[quadrant]
        names.append(say("{name}", name=_name(table, seat, square)))
        held = replace(held, plan=cleared(held.plan, (at,)))
        table = with_quadrant(paid(table, {seat: -value}), quadrant, held)
        total += value
    if not names:
        return table, ()
    word = say(
        "{seat} must sell {squares} for {sum} M$.", seat=seat, squares=tuple(names), sum=total
    )
    return table, news(word)


def _name(table: Table, seat: Seat, square: Square) -> str:
    """Return `3-5`, or `nw-3-5` where the player has two quadrants."""
    quadrant, at = square
    if len(quadrants_of(table, seat)) == 1:
        return NAMES[at]
    return f"{CORNERS[quadrant]}-{NAMES[at]}"


def _square(table: Table, seat: Seat, name: str) -> Square:
    own = quadrants_of(table, seat)
    if len(own) == 1:
        return own[0], AT[name]
    corner, _, square = name.partition("-")
    return CORNERS.index(corner), AT[square]


def _all_names(table: Table, seat: Seat) -> tuple[str, ...]:
    return tuple(
        _name(table, seat, (quadrant, at))
        for quadrant in quadrants_of(table, seat)
        for at in AT.values()
    )


TAX = Phase(
    name="tax",
    part=PART_OF["tax"],
    title=say("Debts"),
    question=question,
    actors=actors,
    forms=forms,
    check=check,
    default=default,
    resolve=resolve,
)
