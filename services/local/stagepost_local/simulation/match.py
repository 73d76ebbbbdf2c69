"""One match in this process: every move checked, every step counted."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from stagepost_contracts.forms import Choice, OrderForm, is_possible
from stagepost_contracts.ids import Seat
from stagepost_engine.games import GAMES
from stagepost_engine.rules.dice import Dice, SeededDice
from stagepost_engine.rules.forms import form_of, kind_of
from stagepost_engine.rules.game import Game, Move
from stagepost_engine.rules.play import Play, Resolved, advanced, awaited, checked, is_over, sealed
from stagepost_local.simulation.styles import STYLES
from stagepost_local.simulation.tally import WIN, Tally

SEATS = ("anna", "bruno", "celia", "dario", "elsa", "franz", "greta", "hugo")
MOVES_MOST = 50_000  # no match of ours is near it
STYLE_STEP = 10**6  # the players' dice are far from those of the match
SEATING = "styles"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to play: a game by its key, for so many seats, each with one of the styles."""

    game: str
    seats: int
    seed: int
    styles: tuple[str, ...]


class NoEnd(Exception):
    """A match went on and on."""


def played(wanted: Wanted, number: int) -> Tally:
    """Play one match to its end; a style is drawn for each seat."""
    game, styles = GAMES[wanted.game], wanted.styles
    key = hashlib.sha256(f"{wanted.seed}:{number}".encode()).digest()
    tally, chance = Tally(matches=1), SeededDice(key, STYLE_STEP)
    seats = tuple(Seat(name) for name in SEATS[: wanted.seats])
    style_of = {seat: styles[chance.below(len(styles), SEATING)] for seat in seats}

    def dice_of(step: int) -> Dice:
        return SeededDice(key, step)

    first = game.setup(game.tables, seats, dice_of(0)).state
    advance = advanced(game, Play(first), dice_of)
    steps, play, moves = _counted(game, tally, first, advance.steps), advance.play, 0
    while not is_over(play.state):
        if moves > MOVES_MOST:
            raise NoEnd(f"{MOVES_MOST} moves, and no end")
        for seat in awaited(game, play):
            moves += 1
            dice = SeededDice(key, STYLE_STEP + moves)
            move = STYLES[style_of[seat]](game, play.state, seat, dice)
            play = sealed(play, seat, checked(game, play.state, seat, move))
            _options(game, play.state, seat, move, tally)
        before = play.state
        advance = advanced(game, play, dice_of)
        steps += _counted(game, tally, before, advance.steps)
        play = advance.play
    _ended(game, play.state, tally, style_of)
    tally.steps[steps] += 1
    tally.moves[moves] += 1
    return tally


def _options(game: Game[Any, Any], state: Any, seat: Seat, move: Move, tally: Tally) -> None:
    """Count what could have been ordered, and what was."""
    for at, order in enumerate(move):
        forms = game.phase(state.phase).forms(state, seat, move[:at])
        for form in filter(is_possible, forms):
            tally.offered[form.kind, ""] += 1
            tally.offered.update(_words(form))
        kind, used = kind_of(order), form_of(order, forms)
        assert used is not None, "a checked order is of a form"
        tally.used[kind, ""] += 1
        tally.used.update(
            (kind, f"{field.name}={getattr(order, field.name)}")
            for field in used.fields
            if isinstance(field, Choice)
        )


def _words(form: OrderForm) -> Iterator[tuple[str, str]]:
    for field in form.fields:
        if isinstance(field, Choice):
            yield from ((form.kind, f"{field.name}={word}") for word in field.words)


def _counted(
    game: Game[Any, Any], tally: Tally, before: Any, steps: tuple[Resolved[Any], ...]
) -> int:
    for step in steps:
        tally.occasions.update(game.occasions.of(before, step.after))
        before = step.after
    return len(steps)


def _ended(game: Game[Any, Any], state: Any, tally: Tally, style_of: dict[Seat, str]) -> None:
    tally.in_matches.update(set(tally.occasions))
    tally.rounds[game.occasions.round(state)] += 1
    ranking = game.ranking(state)
    winners = [rank.seat for rank in ranking if rank.place == 1]
    for seat, style in style_of.items():
        tally.style_seats[style] += 1
        if seat in winners:
            part = WIN // len(winners)
            tally.seat_wins[state.seats.index(seat)] += part
            tally.style_wins[style] += part
    for rank in ranking:
        tally.scores[style_of[rank.seat]] += rank.score
