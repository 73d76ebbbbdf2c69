"""A record as it was played, entry by entry: moves as lines, and what happened as sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, TypeAlias

import msgspec

from stagepost_contracts.events import Event, seen_by
from stagepost_contracts.ids import Seat
from stagepost_contracts.sheets import Sheet
from stagepost_contracts.texts import Text, say
from stagepost_engine.games import GAMES
from stagepost_engine.matches.asking import line_of
from stagepost_engine.matches.record import (
    Closing,
    DealTaken,
    Entry,
    MoveTaken,
    Opening,
    StepTaken,
    Undone,
)
from stagepost_engine.matches.replay import Replayed, by_record, replayed
from stagepost_engine.rules import codec
from stagepost_engine.rules.game import Game
from stagepost_engine.rules.play import is_over

SceneKind: TypeAlias = Literal["opening", "step", "deal", "undone", "closing"]


class MoveShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat's move as lines, and how it came about."""

    lines: tuple[str, ...]
    default: bool = False
    late: bool = False
    stand_in: bool = False


class Scene(msgspec.Struct, frozen=True, omit_defaults=True):
    """One entry of a record; `step` is the one that was waited for in it."""

    kind: SceneKind
    step: int
    title: Text
    moves: dict[Seat, MoveShown] = {}
    news: tuple[Text, ...] = ()


class Position(msgspec.Struct, frozen=True):
    """What a reader sees when a step opens; the reader is None for an observer."""

    step: int
    title: Text
    sheet: Sheet
    reader: Seat | None


def seats_of(entries: tuple[Entry, ...]) -> tuple[Seat, ...]:
    """Return who plays in a record; nobody where it has no opening."""
    match entries[:1]:
        case (Opening(seats=seats),):
            return seats
        case _:
            return ()


def scenes(entries: tuple[Entry, ...], reader: Seat | None) -> Iterator[Scene]:
    """Yield what happened, as the reader may know it. Raises ValueError where it cannot be played."""
    step = 1
    for played in replayed(entries):
        scene = _scene(_game(entries), entries, played, reader, step)
        step = step + 1 if scene.kind in ("step", "undone") else step
        yield scene


def position_at(entries: tuple[Entry, ...], step: int, reader: Seat | None) -> Position | None:
    """Return what the reader saw when a step opened; None if the record does not come to it."""
    game, waited = _game(entries), 0
    for played in replayed(entries):
        match played.entry:
            case Opening():
                waited = 1
            case StepTaken(step=taken) | Undone(step=taken):
                waited = taken + 1
            case _:
                continue
        if waited == step:
            sheet = game.sheet(game.view(played.after, reader))
            return Position(step, _title(game, played.after), sheet, reader)
    return None


def last_step(entries: tuple[Entry, ...]) -> int:
    """Return the step that the record has come to."""
    taken = [entry.step for entry in entries if isinstance(entry, StepTaken | Undone)]
    return max(taken, default=0) + 1


def _game(entries: tuple[Entry, ...]) -> Game[Any, Any]:
    opening = entries[0] if entries else None
    if not isinstance(opening, Opening):
        raise ValueError("a record begins with its opening")  # noqa: TRY004  not a type of ours
    game: Game[Any, Any] | None = GAMES.get(opening.game)
    if game is None:
        raise ValueError(f"no game is called {opening.game}")
    return game


def _scene(
    game: Game[Any, Any],
    entries: tuple[Entry, ...],
    played: Replayed,
    reader: Seat | None,
    step: int,
) -> Scene:
    before = played.before
    match played.entry:
        case Opening(seats=seats, draws=draws):
            table = say("At the table, clockwise: {seats}.", seats=", ".join(seats))
            events = game.setup(played.after.tables, seats, by_record(0, draws)).events
            return Scene("opening", step, game.title, news=(table, *seen_by(reader, events)))
        case StepTaken() as taken:
            moves = {seat: _shown(game, before, seat, move) for seat, move in taken.moves.items()}
            news = seen_by(reader, _events(game, before, taken))
            return Scene("step", taken.step, _title(game, before), moves, news)
        case DealTaken(by=by, to=to, order=order):
            assert order is not None, "it was replayed"
            assert game.deals is not None, "it was replayed"
            events = game.deals.apply(before, by, msgspec.convert(order, game.orders)).events
            title = say("A deal of {seat} with {other}", seat=by, other=to)
            return Scene("deal", step, title, news=seen_by(reader, events))
        case Undone(step=waited, restored=restored):
            text = say("All took back what was played from step {step} on.", step=restored)
            return Scene("undone", waited, _title(game, before), news=(text,))
        case Closing(ended=ended):
            events = game.ended(before).events if ended else ()
            ranking = _ranking(game, played.after)
            return Scene("closing", step, say("Over"), news=(*seen_by(reader, events), *ranking))


def _events(game: Game[Any, Any], before: Any, taken: StepTaken) -> tuple[Event, ...]:
    moves = {seat: codec.decode_move(game, move.orders) for seat, move in taken.moves.items()}
    phase = game.phase(taken.phase)
    return phase.resolve(before, moves, by_record(taken.step, taken.draws)).events


def _shown(game: Game[Any, Any], before: Any, seat: Seat, taken: MoveTaken) -> MoveShown:
    move = codec.decode_move(game, taken.orders)
    forms = game.phase(before.phase).forms
    lines = tuple(line_of(order, forms(before, seat, move[:at])) for at, order in enumerate(move))
    return MoveShown(lines, taken.default, taken.late, taken.stand_in)


def _ranking(game: Game[Any, Any], state: Any) -> tuple[Text, ...]:
    ranking = sorted(game.ranking(state), key=lambda rank: rank.place)
    return tuple(
        say("{place}. {seat}: {score}", place=rank.place, seat=rank.seat, score=rank.score)
        for rank in ranking
    )


def _title(game: Game[Any, Any], state: Any) -> Text:
    return say("Over") if is_over(state) else game.phase(state.phase).title
