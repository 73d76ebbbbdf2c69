"""Trade Between Players: what changes hands at once, and what a deal may leave behind."""

from __future__ import annotations

from msgspec.structs import replace

from stagepost_contracts.errors import IllegalMove
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import Text, say
from stagepost_engine.games.pola_naftowe import numbers
from stagepost_engine.games.pola_naftowe.goods import (
    BARRELS,
    CASH,
    REFINERIES,
    TANKERS,
    WELL,
    Goods,
)
from stagepost_engine.games.pola_naftowe.state import (
    Holding,
    Table,
    assets,
    field_id,
    tables_of,
    tokens_left,
    with_holding,
)

MONEY_STEP = 100  # the smallest banknote


def well_word(table: Table, at: int) -> str:
    """How a bundle names a well on the field at that place."""
    return WELL + field_id(table, at)


def free_goods(table: Table, seat: Seat) -> dict[str, int]:
    """Return what the seat may give away now.

    Ruling 43: what is already spoken for is not: the least bid while the lobby is open, the
    price that leads the auction, and barrels that are declared and revealed.
    """
    held, cash = table.holdings[seat], table.holdings[seat].cash
    if table.phase == "lobby":
        cash -= tables_of(table).least_bid
    if table.auction is not None and table.phase == "auction" and table.auction.leader == seat:
        cash -= table.auction.price
    free = {
        CASH: max(0, cash),
        BARRELS: held.barrels - table.declared.get(seat, 0),
        TANKERS: held.tankers,
        # Ruling 51: a refinery does not change hands while the refineries are supplied.
        REFINERIES: 0 if table.phase == "refinery" else held.refineries,
    }
    return free | {well_word(table, at): count for at, count in enumerate(held.wells)}


def hold_to_free(table: Table, seat: Seat, goods: Goods) -> None:
    """Raise IllegalMove unless the seat can give these goods now."""
    free = free_goods(table, seat)
    for word, count in goods.items():
        if count > free.get(word, 0):
            raise IllegalMove(
                say(
                    "{seat} can give {free} {word} at the most now, not {count}.",
                    seat=seat,
                    free=free.get(word, 0),
                    word=word,
                    count=count,
                )
            )


def hold_to_banknotes(goods: Goods) -> None:
    """Ruling 42: sums are whole banknotes."""
    cash = goods.get(CASH, 0)
    if cash % MONEY_STEP:
        below = cash - cash % MONEY_STEP
        raise IllegalMove(
            say(
                "{cash} P$ cannot be paid in banknotes: {below} or {above} would do.",
                cash=cash,
                below=below,
                above=below + MONEY_STEP,
            )
        )


def without(table: Table, seat: Seat, goods: Goods) -> Table:
    """Return the table as if these goods were gone, as far as they are there."""
    held = table.holdings[seat]
    return with_holding(table, seat, _changed(table, held, goods, -1, least=0))


def exchanged(table: Table, by: Seat, to: Seat, give: Goods, get: Goods) -> Table:
    """Return the table after both gave at once. Raises IllegalMove if either cannot."""
    hold_to_free(table, by, give)
    hold_to_free(table, to, get)
    one = _changed(table, _changed(table, table.holdings[by], give, -1), get, 1)
    other = _changed(table, _changed(table, table.holdings[to], get, -1), give, 1)
    after = replace(table, holdings={**table.holdings, by: one, to: other})
    for giver, taker, goods in ((by, to, give), (to, by, get)):
        if goods.get(TANKERS):
            after = _surplus_moved(table, after, giver, taker)
    for seat in (by, to):
        _hold_to_limits(table, after, seat)
    return after


def _changed(
    table: Table, held: Holding, goods: Goods, sign: int, least: int = -(10**9)
) -> Holding:
    wells = tuple(
        max(least, count + sign * goods.get(well_word(table, at), 0))
        for at, count in enumerate(held.wells)
    )
    return Holding(
        max(least, held.cash + sign * goods.get(CASH, 0)),
        max(least, held.tankers + sign * goods.get(TANKERS, 0)),
        max(least, held.refineries + sign * goods.get(REFINERIES, 0)),
        wells,
        max(least, held.barrels + sign * goods.get(BARRELS, 0)),
    )


def _surplus_moved(before: Table, after: Table, giver: Seat, taker: Seat) -> Table:
    """Ruling 51: a tanker that is given takes along the barrels that no longer fit."""
    surplus = _surplus(after, giver) - _surplus(before, giver)
    if surplus <= 0:
        return after
    held, got = after.holdings[giver], after.holdings[taker]
    if surplus > held.barrels - before.declared.get(giver, 0):
        raise IllegalMove(
            say("{seat} needs the tankers for barrels that are declared.", seat=giver)
        )
    moved = {
        giver: replace(held, barrels=held.barrels - surplus),
        taker: replace(got, barrels=got.barrels + surplus),
    }
    return replace(after, holdings=after.holdings | moved)


def _surplus(table: Table, seat: Seat) -> int:
    return max(0, table.holdings[seat].barrels - numbers.room(table, seat))


def _hold_to_limits(before: Table, after: Table, seat: Seat) -> None:
    held = after.holdings[seat]
    if _surplus(after, seat) > _surplus(before, seat):
        raise IllegalMove(
            say(
                "{seat} would hold {barrels} barrels and has room for {room}.",
                seat=seat,
                barrels=held.barrels,
                room=numbers.room(after, seat),
            )
        )
    # Ruling 51: a traded well needs a free token of the taker.
    if tokens_left(after, held) < 0:
        raise IllegalMove(
            say(
                "{seat} has {count} well tokens and cannot mark more wells.",
                seat=seat,
                count=tables_of(after).wells_each,
            )
        )
    if not assets(held):
        raise IllegalMove(_owns_nothing(seat))


def _owns_nothing(seat: Seat) -> Text:
    return say("{seat} would own neither a tanker nor a well nor a refinery.", seat=seat)
