"""Phase 7, Refinery Supply: three barrels for each refinery, or a fine for each that is missing."""

from __future__ import annotations

from msgspec.structs import replace

from stagepost_contracts.events import Event
from stagepost_contracts.forms import Amount, OrderForm
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import Text, say
from stagepost_engine.games.pola_naftowe.dues import dues
from stagepost_engine.games.pola_naftowe.opening import opened
from stagepost_engine.games.pola_naftowe.orders import Deliver
from stagepost_engine.games.pola_naftowe.parts import FEES, INCOME, REFINERY
from stagepost_engine.games.pola_naftowe.state import Table, tables_of
from stagepost_engine.rules.dice import Dice
from stagepost_engine.rules.game import Forms, Move, Moves, Outcome, Phase
from stagepost_engine.rules.steps import forms_say_it_all

DELIVER = say("barrels for your refineries, all together")


def needed(table: Table, seat: Seat) -> int:
    return tables_of(table).refinery.barrels * table.holdings[seat].refineries


def bounds(table: Table, seat: Seat) -> tuple[int, int]:
    """Return the fewest and the most barrels that the seat may deliver.

    Ruling 17: a number whose fines cannot be paid is refused, unless none can be paid; then
    all are delivered and what is left of the fine waits for the last call of Fees.
    """
    held, fine = table.holdings[seat], tables_of(table).refinery.shortage_fine
    most = min(needed(table, seat), held.barrels)
    affordable = held.cash // fine if fine else needed(table, seat)
    return min(most, max(0, needed(table, seat) - affordable)), most


def question(table: Table, seat: Seat) -> Text:
    return say(
        "Your refineries need {needed} barrels and you hold {held}. Each barrel not delivered costs {fine} P$ at once.",
        needed=needed(table, seat),
        held=table.holdings[seat].barrels,
        fine=tables_of(table).refinery.shortage_fine,
    )


def actors(table: Table) -> tuple[Seat, ...]:
    if not table.queue:
        return ()
    least, most = bounds(table, table.queue[0])
    return table.queue[:1] if least < most else ()


def forms(table: Table, seat: Seat, so_far: Move) -> Forms:
    if so_far:
        return ()
    return (OrderForm("deliver", (Amount("barrels", *bounds(table, seat)),), meaning=DELIVER),)


def default(table: Table, seat: Seat) -> Move:
    """As many as possible, after setting aside barrels promised for this round."""
    least, most = bounds(table, seat)
    promised = dues(table, seat, FEES, INCOME).barrels
    return (Deliver(max(least, min(most, table.holdings[seat].barrels - promised))),)


def resolve(table: Table, moves: Moves, dice: Dice) -> Outcome[Table]:
    seat, *others = table.queue
    barrels = moves[seat][0].barrels if seat in moves else bounds(table, seat)[1]
    table, told = delivered(replace(table, queue=tuple(others)), seat, barrels)
    # Seats without a refinery have nothing to do in this phase.
    while table.queue and not needed(table, table.queue[0]):
        table = replace(table, queue=table.queue[1:])
    return Outcome(table, told) if table.queue else opened(table, FEES, told)


def delivered(table: Table, seat: Seat, barrels: int) -> tuple[Table, tuple[Event, ...]]:
    need, held = needed(table, seat), table.holdings[seat]
    if not need:
        return table, ()
    fine = (need - barrels) * tables_of(table).refinery.shortage_fine
    arrears = table.arrears
    if fine > held.cash:
        arrears, fine = {**arrears, seat: fine}, 0
    after = replace(held, barrels=held.barrels - barrels, cash=held.cash - fine)
    holdings = {**table.holdings, seat: after}
    table = replace(
        table,
        holdings=holdings,
        oil=table.oil + barrels,
        bank=table.bank + fine,
        arrears=arrears,
    )
    return table, tuple(Event(word) for word in _words(seat, need, barrels, fine, arrears))


def _words(seat: Seat, need: int, barrels: int, fine: int, arrears: dict[Seat, int]) -> list[Text]:
    words = [
        say("{seat} delivers {barrels} of {need} barrels.", seat=seat, barrels=barrels, need=need)
    ]
    if fine:
        words.append(say("{seat} pays a fine of {fine} P$.", seat=seat, fine=fine))
    if seat in arrears:
        words.append(
            say(
                "{seat} cannot pay the fine of {fine} P$ yet: it falls due with the Fees.",
                seat=seat,
                fine=arrears[seat],
            )
        )
    return words


SUPPLYING = Phase(
    name="refinery",
    part=REFINERY,
    title=say("Refinery Supply"),
    question=question,
    actors=actors,
    forms=forms,
    check=forms_say_it_all,
    default=default,
    resolve=resolve,
)
