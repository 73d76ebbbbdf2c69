"""Phase 8, Fees: the upkeep of wells and tankers is paid, with no credit and no trade."""

from __future__ import annotations

from msgspec.structs import replace

from stagepost_contracts.events import Event
from stagepost_contracts.texts import say
from stagepost_engine.games.pola_naftowe.dues import dues
from stagepost_engine.games.pola_naftowe.opening import opened
from stagepost_engine.games.pola_naftowe.parts import EXCHANGE, FEES
from stagepost_engine.games.pola_naftowe.state import Table, clockwise, paid
from stagepost_engine.games.pola_naftowe.steps import happens
from stagepost_engine.rules.dice import Dice
from stagepost_engine.rules.game import Moves, Outcome


def resolve(table: Table, moves: Moves, dice: Dice) -> Outcome[Table]:
    # Ruling 19: fees come before income; who could not pay fell as the phase opened.
    bills = {seat: dues(table, seat, FEES, FEES) for seat in clockwise(table, table.leader)}
    sums = {seat: bill.upkeep + bill.arrears for seat, bill in bills.items()}
    told = tuple(
        Event(say("{seat} pays {sum} P$ of upkeep and fines.", seat=seat, sum=sums[seat]))
        if bill.arrears
        else Event(say("{seat} pays {sum} P$ of upkeep.", seat=seat, sum=bill.upkeep))
        for seat, bill in bills.items()
    )
    return opened(replace(paid(table, sums), arrears={}), EXCHANGE, told)


PAYING = happens("fees", say("Fees"), resolve)
