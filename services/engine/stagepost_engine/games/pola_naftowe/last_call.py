"""Goal of the Game, insolvency: before Lobbying, Extraction and Fees, who is short is asked once."""

from __future__ import annotations

from stagepost_contracts.errors import IllegalMove
from stagepost_contracts.forms import OrderForm
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import Text, say
from stagepost_engine.games.pola_naftowe.dues import dues, is_short
from stagepost_engine.games.pola_naftowe.opening import begun
from stagepost_engine.games.pola_naftowe.orders import Concede, Pay
from stagepost_engine.games.pola_naftowe.parts import CALL_STEP, CALLED_FOR, PART_OF
from stagepost_engine.games.pola_naftowe.state import Table
from stagepost_engine.rules.dice import Dice
from stagepost_engine.rules.game import Forms, Move, Moves, Outcome, Phase

FORMS = (
    OrderForm("pay", meaning=say("pay, once a deal has given you what is missing")),
    OrderForm("concede", meaning=say("end the game for yourself")),
)


def question(table: Table, seat: Seat) -> Text:
    part, held = CALLED_FOR[table.phase], table.holdings[seat]
    bill = dues(table, seat, part, part)
    if bill.barrels > held.barrels:
        return say(
            "Last call: you promised {barrels} barrels and hold {held}. "
            "Get the rest by a deal and PAY, or CONCEDE.",
            barrels=bill.barrels,
            held=held.barrels,
        )
    return say(
        "Last call: {sum} P$ fall due and you hold {cash} P$ and {barrels} barrels. "
        "Get the rest by a deal and PAY, or CONCEDE.",
        sum=bill.total,
        cash=held.cash,
        barrels=held.barrels,
    )


def actors(table: Table) -> tuple[Seat, ...]:
    return table.queue


def forms(table: Table, seat: Seat, so_far: Move) -> Forms:
    return () if so_far else FORMS


def check(table: Table, seat: Seat, move: Move) -> None:
    part, held = CALLED_FOR[table.phase], table.holdings[seat]
    if isinstance(move[0], Concede) or not is_short(table, seat, part):
        return
    bill = dues(table, seat, part, part)
    if bill.barrels > held.barrels:
        raise IllegalMove(
            say(
                "You promised {barrels} barrels and hold {held}; a deal for {missing} more would do.",
                barrels=bill.barrels,
                held=held.barrels,
                missing=bill.barrels - held.barrels,
            )
        )
    raise IllegalMove(
        say(
            "You hold {cash} P$ of the {sum} P$ that fall due; a deal for {missing} P$ more would do.",
            cash=held.cash,
            sum=bill.total,
            missing=bill.total - held.cash,
        )
    )


def default(table: Table, seat: Seat) -> Move:
    # Ruling 50: only what is still short at the deadline is insolvency.
    return (Concede(),) if is_short(table, seat, CALLED_FOR[table.phase]) else (Pay(),)


def resolve(table: Table, moves: Moves, dice: Dice) -> Outcome[Table]:
    conceded = tuple(seat for seat, move in moves.items() if isinstance(move[0], Concede))
    return begun(table, CALLED_FOR[table.phase], conceded=conceded)


LOBBY_CALL, EXTRACTION_CALL, FEES_CALL = (
    Phase(
        name=name,
        part=PART_OF[name],
        title=say("Last call"),
        question=question,
        actors=actors,
        forms=forms,
        check=check,
        default=default,
        resolve=resolve,
    )
    for name in CALL_STEP.values()
)
