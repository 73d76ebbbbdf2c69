"""Phase 5, Auction: who won the lobby decides what is put up."""

from __future__ import annotations

from msgspec.structs import replace

from stagepost_contracts.events import Event
from stagepost_contracts.forms import Choice, OrderForm
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import Text, say
from stagepost_engine.games.pola_naftowe.opening import opened
from stagepost_engine.games.pola_naftowe.orders import Lot, PutUp
from stagepost_engine.games.pola_naftowe.parts import AUCTION, EXTRACTION
from stagepost_engine.games.pola_naftowe.state import (
    Auction,
    Table,
    clockwise,
    leads,
    rooms,
    tokens_left,
)
from stagepost_engine.rules.dice import Dice
from stagepost_engine.rules.game import Forms, Move, Moves, Outcome, Phase
from stagepost_engine.rules.steps import forms_say_it_all


def lots(table: Table) -> tuple[Lot, ...]:
    """Ruling 34: tokens in the supply; a well needs room on a field and somebody's free token."""
    able: list[Lot] = []
    if table.tankers > 0:
        able.append("tanker")
    if table.refineries > 0:
        able.append("refinery")
    if has_room(table) and any(tokens_left(table, held) > 0 for held in table.holdings.values()):
        able.append("well")
    return tuple(able)


def has_room(table: Table) -> bool:
    return max(rooms(table)) > 0


def question(table: Table, seat: Seat) -> Text:
    return say("Decide what is put up for the auction: {lots}.", lots=" / ".join(lots(table)))


def actors(table: Table) -> tuple[Seat, ...]:
    """With one thing to put up there is no choice, with none no auction."""
    return (leads(table),) if len(lots(table)) > 1 else ()


def forms(table: Table, seat: Seat, so_far: Move) -> Forms:
    if so_far:
        return ()
    return (OrderForm("auction", (Choice("lot", lots(table)),), meaning=say("what is put up")),)


def default(table: Table, seat: Seat) -> Move:
    return (PutUp(lots(table)[0]),)


def resolve(table: Table, moves: Moves, dice: Dice) -> Outcome[Table]:
    seat, able = leads(table), lots(table)
    if not able:
        nothing = Event(say("There is nothing to put up: no auction this round."))
        return opened(table, EXTRACTION, (nothing,))
    lot: Lot = moves[seat][0].lot if seat in moves else able[0]
    word = say("{seat} puts a {lot} up for auction.", seat=seat, lot=lot)
    # Ruling 33: the winner of the lobby opens, or passes at once.
    sale = Auction(lot, clockwise(table, seat))
    return Outcome(replace(table, phase="auction", auction=sale), (Event(word),))


LOT = Phase(
    name="lot",
    part=AUCTION,
    title=say("Auction: the lot"),
    question=question,
    actors=actors,
    forms=forms,
    check=forms_say_it_all,
    default=default,
    resolve=resolve,
)
