"""Whole matches without people: moves drawn from the forms, from the player, or from defaults."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Literal

from stagepost_engine.games import GAMES
from stagepost_engine.rules.codec import decode_state, encode_state
from stagepost_engine.rules.dice import Draw, SeededDice
from stagepost_engine.rules.game import Game, Move
from stagepost_engine.rules.play import Play, Resolved, advanced, awaited, is_over, sealed
from stagepost_engine.rules.sampling import sampled_move

NAMES = ("anna", "piotr", "marcin", "krzysiek", "ola", "jan", "ewa", "zofia")
MOVES_MOST = 20_000  # no match of ours is near it
BOT_STEP = 10**6  # the bots' own dice are far from those of the match

Bots = Literal["random", "mixed", "planned", "default"]


@dataclass(frozen=True)
class Asked:
    """One decision: the state, the seat, the move, and whether it was found in the forms."""

    state: Any
    seat: str
    move: Move
    found: bool


@dataclass
class Match:
    """A match that was played to its end."""

    game: Game[Any, Any]
    first: Any
    first_draws: tuple[Draw, ...]
    first_events: tuple[Any, ...]
    steps: list[Resolved[Any]] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)

    @property
    def last(self) -> Any:
        return self.steps[-1].after

    @property
    def last_ranking(self) -> Any:
        return self.game.ranking(self.last)

    def earlier(self) -> Iterator[tuple[Any, Resolved[Any]]]:
        """Each step with the state it began in."""
        before = self.first
        for step in self.steps:
            yield before, step
            before = step.after


def dice_of(seed: int) -> Callable[[int], SeededDice]:
    key = seed.to_bytes(8, "big")
    return lambda step: SeededDice(key, step)


@lru_cache(maxsize=200)
def match_of(key: str, count: int, seed: int, bots: Bots) -> Match:
    """Play a match; the same words give the same match."""
    game, dice = GAMES[key], dice_of(seed)
    chance = dice(0)
    outcome = game.setup(game.tables, NAMES[:count], chance)
    match = Match(game, outcome.state, chance.drawn, outcome.events)
    advance = advanced(game, Play(outcome.state), dice)
    match.steps += advance.steps
    play = advance.play
    while not is_over(play.state):
        assert len(match.asked) < MOVES_MOST, f"no end in {MOVES_MOST} moves, seed {seed}"
        for seat in awaited(game, play):
            asked = _moved(game, play.state, seat, bots, dice(BOT_STEP + len(match.asked)))
            match.asked.append(asked)
            play = sealed(play, seat, asked.move)
        # As the platform does it: what is not in the stored bytes is gone.
        stored = encode_state(play.state)
        play = replace(play, state=decode_state(game, stored, game.tables))
        advance = advanced(game, play, dice)
        match.steps += advance.steps
        play = advance.play
    return match


def _moved(game: Game[Any, Any], state: Any, seat: str, bots: Bots, dice: SeededDice) -> Asked:
    phase = game.phase(state.phase)
    plans = bots == "planned" or (bots == "mixed" and state.seats.index(seat) % 2 == 0)
    if plans:
        return Asked(
            state,
            seat,
            game.player(game.view(state, seat), phase.forms(state, seat, ()), dice),
            True,
        )
    move = None if bots == "default" else sampled_move(game, state, seat, dice)
    return Asked(state, seat, move or phase.default(state, seat), move is not None)
