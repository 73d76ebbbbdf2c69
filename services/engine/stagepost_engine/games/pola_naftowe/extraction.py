"""Phase 6, Extraction: all wells yield, and what the tankers cannot store is lost and fined."""

from __future__ import annotations

from msgspec.structs import replace

from stagepost_contracts.events import Event
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import Text, say, say_many
from stagepost_engine.games.pola_naftowe import numbers
from stagepost_engine.games.pola_naftowe.dues import pumped
from stagepost_engine.games.pola_naftowe.opening import opened
from stagepost_engine.games.pola_naftowe.parts import REFINERY
from stagepost_engine.games.pola_naftowe.state import Table, clockwise, paid
from stagepost_engine.games.pola_naftowe.steps import happens
from stagepost_engine.rules.dice import Dice
from stagepost_engine.rules.game import Moves, Outcome


def resolve(table: Table, moves: Moves, dice: Dice) -> Outcome[Table]:
    told: list[Event] = []
    fines: dict[Seat, int] = {}
    holdings, oil = dict(table.holdings), table.oil
    for seat in clockwise(table, table.leader):
        held = holdings[seat]
        fine, left = pumped(table, seat, held.barrels)
        output = numbers.output(table, seat)
        told += [Event(word) for word in _words(seat, output, held.barrels + output - left, fine)]
        fines[seat] = fine
        holdings[seat], oil = replace(held, barrels=left), oil + held.barrels - left
    table = paid(replace(table, holdings=holdings, oil=oil), fines)
    return opened(table, REFINERY, tuple(told))


def _words(seat: Seat, output: int, lost: int, fine: int) -> list[Text]:
    words = []
    if output:
        words.append(
            say_many(
                "{seat} extracts {count} barrel.",
                "{seat} extracts {count} barrels.",
                count=output,
                seat=seat,
            )
        )
    if lost:
        words.append(
            say_many(
                "{seat} cannot store {count} barrel: it is lost, and the fine is {fine} P$.",
                "{seat} cannot store {count} barrels: they are lost, and the fine is {fine} P$.",
                count=lost,
                seat=seat,
                fine=fine,
            )
        )
    return words


EXTRACTING = happens("extraction", say("Extraction"), resolve)
