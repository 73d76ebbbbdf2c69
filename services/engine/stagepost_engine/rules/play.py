"""The only place where play advances: collect moves, close the step, run on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final, Generic, TypeAlias

from stagepost_contracts.errors import IllegalMove
from stagepost_contracts.events import Event
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import say
from stagepost_engine.rules.dice import Dice, Draw
from stagepost_engine.rules.forms import hold_to_forms
from stagepost_engine.rules.game import Game, Move, Moves, Phase, S

STEPS_MOST = 1000  # steps in a row without a person: a duel of two limits is long

DiceOf: TypeAlias = Callable[[int], Dice]

NO_MOVES: Final[Moves] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Play(Generic[S]):
    """A match as the rules see it.

    `sealed` are moves that are in and not yet resolved; `standing` are orders of earlier
    days, by the phase they are for and the seat that gave them.
    """

    state: S
    step: int = 1
    sealed: Moves = field(default_factory=dict)
    standing: Mapping[Seat, Mapping[str, Move]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Resolved(Generic[S]):
    """One closed step: what `resolve` took, what chance gave, what came of it.

    `missed` are the seats whose move did not come; `defaulted` those of them for which the
    game's default was played.
    """

    step: int
    phase: str
    moves: Moves
    defaulted: tuple[Seat, ...]
    draws: tuple[Draw, ...]
    events: tuple[Event, ...]
    after: S
    missed: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Advance(Generic[S]):
    """Where play stands now, and the steps that closed on the way."""

    play: Play[S]
    steps: tuple[Resolved[S], ...] = ()


def is_over(state: Any) -> bool:
    """A match ends in the phase without a name."""
    return bool(state.phase == "")


def actors(game: Game[S, Any], play: Play[S]) -> tuple[Seat, ...]:
    """Seats that have something to decide in the present step."""
    return () if is_over(play.state) else game.phase(play.state.phase).actors(play.state)


def awaited(game: Game[S, Any], play: Play[S]) -> tuple[Seat, ...]:
    """Seats whose move the present step still waits for."""
    return tuple(seat for seat in actors(game, play) if seat not in play.sealed)


def checked(game: Game[S, Any], state: S, seat: Seat, move: Move) -> Move:
    """Return the move if the rules allow it to the seat now. Raises IllegalMove."""
    phase = _running(game, state)
    if seat not in phase.actors(state):
        raise IllegalMove(
            say("You have nothing to decide in this phase: {phase}.", phase=phase.title)
        )
    hold_to_forms(phase, state, seat, move)
    phase.check(state, seat, move)
    return move


def sealed(play: Play[S], seat: Seat, move: Move) -> Play[S]:
    """Return play with the move sealed, in place of an earlier one."""
    return replace(play, sealed={**play.sealed, seat: move})


def expired(
    game: Game[S, Any], play: Play[S], dice_of: DiceOf, own: Moves = NO_MOVES
) -> Advance[S]:
    """The deadline is past: every awaited seat plays its default move, and play runs on.

    `own` are defaults of the seats' own, legal now; the game's are played for the others.
    """
    missed = awaited(game, play)
    phase = _running(game, play.state)
    defaulted = tuple(seat for seat in missed if seat not in own)
    moves = {seat: phase.default(play.state, seat) for seat in defaulted}
    filled = replace(play, sealed={**play.sealed, **moves, **own})
    return advanced(game, filled, dice_of, defaulted=defaulted, missed=missed)


def advanced(
    game: Game[S, Any],
    play: Play[S],
    dice_of: DiceOf,
    *,
    defaulted: tuple[Seat, ...] = (),
    missed: tuple[Seat, ...] = (),
) -> Advance[S]:
    """Close steps until one waits for a person, or the match is over."""
    steps: list[Resolved[S]] = []
    while not is_over(play.state):
        play = _answered(game, play)
        if awaited(game, play):
            break
        assert len(steps) < STEPS_MOST, f"{STEPS_MOST} steps in a row at {play.state.phase}"
        step = _resolved(game, play, dice_of(play.step))
        steps.append(replace(step, defaulted=defaulted, missed=missed))
        play = Play(step.after, play.step + 1, {}, play.standing)
        defaulted = missed = ()
    return Advance(play, tuple(steps))


def _answered(game: Game[S, Any], play: Play[S]) -> Play[S]:
    """Let standing orders move for their seats."""
    phase = game.phase(play.state.phase)
    for seat in awaited(game, play):
        standing = play.standing.get(seat, {}).get(phase.name, ())
        move = phase.answer(play.state, seat, standing) if standing else None
        if move is not None:
            play = sealed(play, seat, checked(game, play.state, seat, move))
    return play


def _resolved(game: Game[S, Any], play: Play[S], dice: Dice) -> Resolved[S]:
    name = play.state.phase
    # A deal may have left a seat with one legal move only: then it is no actor any more.
    moves = {seat: play.sealed[seat] for seat in actors(game, play)}
    outcome = game.phase(name).resolve(play.state, moves, dice)
    return Resolved(play.step, name, moves, (), dice.drawn, outcome.events, outcome.state)


def _running(game: Game[S, Any], state: S) -> Phase[S]:
    if is_over(state):
        raise IllegalMove(say("The match is over."))
    return game.phase(state.phase)
