"""A record played again: every move through the rules, from the opening to the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from stagepost_contracts.ids import Seat
from stagepost_engine.games import GAMES
from stagepost_engine.matches.live import tables_of
from stagepost_engine.matches.record import (
    Closing,
    DealTaken,
    Entry,
    Opening,
    StepTaken,
    Undone,
)
from stagepost_engine.rules import codec
from stagepost_engine.rules.dice import Dice, Draw, RecordedDice
from stagepost_engine.rules.game import Game

DiceFor = Callable[[int, tuple[Draw, ...]], Dice]


@dataclass(frozen=True, slots=True)
class Replayed:
    """One entry of a record with the states before and after it, and the dice it used."""

    entry: Entry
    before: Any
    after: Any
    dice: Dice | None = None


def by_record(step: int, draws: tuple[Draw, ...]) -> Dice:
    """Return dice that give what the record says."""
    return RecordedDice(draws)


def replayed(entries: tuple[Entry, ...], dice_for: DiceFor = by_record) -> Iterator[Replayed]:
    """Yield each entry with its states.

    Raises what the rules raise for a record that they do not lead to, and ValueError where
    the entries themselves are out of order.
    """
    opening = entries[0] if entries else None
    if not isinstance(opening, Opening):
        raise ValueError("a record begins with its opening")  # noqa: TRY004  not a type of ours
    game, state = _game_of(opening), None
    tables = tables_of(game, opening.tables)
    resolved: dict[int, Any] = {}
    for entry in entries:
        before, dice = state, None
        match entry:
            case Opening(seats=seats, draws=draws):
                if state is not None:
                    raise ValueError("a record has one opening")
                dice = dice_for(0, draws)
                state = game.setup(tables, seats, dice).state
            case StepTaken(step=step, draws=draws):
                dice = dice_for(step, draws)
                resolved[step] = state
                state = stepped(game, state, entry, dice)
            case DealTaken(by=by, order=order):
                state = dealt(game, state, by, order)
            case Undone(restored=restored):
                if restored not in resolved:
                    raise ValueError(f"step {restored} was not resolved")
                state = resolved[restored]
            case Closing(ended=ended):
                state = game.ended(state).state if ended else state
        yield Replayed(entry, before, state, dice)


def _game_of(opening: Opening) -> Game[Any, Any]:
    game: Game[Any, Any] | None = GAMES.get(opening.game)
    if game is None:
        raise ValueError(f"no game is called {opening.game}")
    return game


def stepped(game: Game[Any, Any], state: Any, entry: StepTaken, dice: Dice) -> Any:
    """Return the state after a recorded step. Raises ValueError if it is not the state's."""
    if entry.phase != state.phase:
        raise ValueError(f"the match is in phase {state.phase or 'none'}, not in {entry.phase}")
    moves = {seat: codec.decode_move(game, taken.orders) for seat, taken in entry.moves.items()}
    after: Any = game.phase(entry.phase).resolve(state, moves, dice).state
    return after


def dealt(game: Game[Any, Any], state: Any, by: Seat, order: dict[str, Any] | None) -> Any:
    """Return the state after a recorded deal. Raises ValueError if its terms are not there."""
    if order is None or game.deals is None:
        raise ValueError("a deal whose terms are not in the record cannot be replayed")
    offer = msgspec.convert(order, game.orders)
    return game.deals.apply(state, by, offer).state
