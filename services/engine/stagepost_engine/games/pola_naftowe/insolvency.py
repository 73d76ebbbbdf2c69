"""Goal of the Game, insolvency: who cannot pay even one obligation ends the game at once."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from stagepost_contracts.events import Event
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import Text, say
from stagepost_engine.games.pola_naftowe import numbers
from stagepost_engine.games.pola_naftowe.dues import dues, is_short
from stagepost_engine.games.pola_naftowe.goods import kept_word
from stagepost_engine.games.pola_naftowe.parts import CALL_STEP
from stagepost_engine.games.pola_naftowe.state import (
    Fallen,
    Holding,
    Table,
    clockwise,
    players,
)


def short_of(table: Table, part: int) -> tuple[Seat, ...]:
    """Seats that could not pay what falls due when the phase opens."""
    return tuple(seat for seat in players(table) if is_short(table, seat, part))


def settled(
    table: Table, part: int, conceded: Iterable[Seat] = ()
) -> tuple[Table, tuple[Event, ...]]:
    """Let what falls due at a phase's opening fall on all seats together.

    Who cannot pay is out, nothing partly paid; then the promises of the others are kept.
    """
    if part not in CALL_STEP and not table.promises:
        return table, ()
    told: list[Event] = []
    going = set(conceded)
    # Who falls leaves promises unkept, and others may fall with them.
    while falling := [
        seat for seat in players(table) if seat in going or is_short(table, seat, part)
    ]:
        told += [Event(_why(table, seat, part)) for seat in falling]
        table = _without(table, falling, part)
        going.clear()
    return _kept(table, part, told)


def _why(table: Table, seat: Seat, part: int) -> Text:
    bill, held = dues(table, seat, part, part), table.holdings[seat]
    if not is_short(table, seat, part):
        return say("{seat} concedes and is out of the game.", seat=seat)
    if bill.barrels > held.barrels:
        return say(
            "{seat} promised {barrels} barrels and holds {held}: insolvent, and out of the game.",
            seat=seat,
            barrels=bill.barrels,
            held=held.barrels,
        )
    return say(
        "{seat} must pay {sum} P$ and holds {cash} P$: insolvent, and out of the game.",
        seat=seat,
        sum=bill.total - bill.shortage,
        cash=held.cash,
    )


def _without(table: Table, falling: list[Seat], part: int) -> Table:
    """Return the table without these players: all they held goes back to the supply."""
    gone = [table.holdings[seat] for seat in falling]
    left = {seat: held for seat, held in table.holdings.items() if seat not in falling}
    after = replace(
        table,
        holdings=left,
        tankers=table.tankers + sum(held.tankers for held in gone),
        refineries=table.refineries + sum(held.refineries for held in gone),
        bank=table.bank + sum(held.cash for held in gone),
        oil=table.oil + sum(held.barrels for held in gone),
        arrears={seat: owed for seat, owed in table.arrears.items() if seat in left},
        # Ruling 51: a promise to or from a player who is out lapses.
        promises=tuple(p for p in table.promises if p.by in left and p.to in left),
        fallen=table.fallen
        + tuple(Fallen(seat, table.round, part, table.holdings[seat].cash) for seat in falling),
    )
    # Ruling 38: the next player clockwise leads until the round ends.
    if table.leader in falling:
        after = replace(after, leader=next(iter(clockwise(after, table.leader)), None))
    return after


def _kept(table: Table, part: int, told: list[Event]) -> tuple[Table, tuple[Event, ...]]:
    due = [p for p in table.promises if p.round == table.round and p.part == part]
    if not due:
        return table, tuple(told)
    holdings, oil = dict(table.holdings), table.oil
    for promise in due:
        holdings[promise.by] = _moved(holdings[promise.by], -promise.cash, -promise.barrels)
        holdings[promise.to] = _moved(holdings[promise.to], promise.cash, promise.barrels)
        told.append(Event(kept_word(promise)))
    for seat in {promise.to: None for promise in due}:
        held = holdings[seat]
        # Ruling 51: promised barrels that do not fit on the tankers are lost, without a fine.
        lost = max(0, held.barrels - max(numbers.room(table, seat), table.holdings[seat].barrels))
        if lost:
            holdings[seat], oil = _moved(held, 0, -lost), oil + lost
            told.append(
                Event(say("{seat} has no room for {count} of the barrels.", seat=seat, count=lost))
            )
    left = tuple(promise for promise in table.promises if promise not in due)
    return replace(table, holdings=holdings, oil=oil, promises=left), tuple(told)


def _moved(held: Holding, cash: int, barrels: int) -> Holding:
    return replace(held, cash=held.cash + cash, barrels=held.barrels + barrels)
