"""Microseconds a move over whole random matches: rules alone, and with decode and encode.

The reference in the same run is a deep copy of the state for each move, which is what a mutable
engine pays for an undo.

    python bench/moves.py [GAME] [MATCHES]
"""

from __future__ import annotations

import copy
import sys
import time

import msgspec
from figures import show

from stagepost_engine.games import GAMES
from stagepost_engine.rules import codec
from stagepost_engine.rules.dice import SeededDice
from stagepost_engine.rules.play import Play, advanced, awaited, checked, expired, is_over, sealed
from stagepost_engine.rules.sampling import sampled_move

SEATS = ("Anna", "Piotr", "Marcin", "Krzysiek")


def recorded(game, number: int) -> list:
    """One random match as the states and moves that a server would see."""
    seed = number.to_bytes(4, "big")
    state = game.setup(game.tables, SEATS, SeededDice(seed, 0)).state
    play = advanced(game, Play(state), lambda step: SeededDice(seed, step)).play
    seen = []
    for turn in range(5000):
        if is_over(play.state):
            break
        seat = awaited(game, play)[0]
        move = sampled_move(game, play.state, seat, SeededDice(seed + b"m", turn))
        if move is None:
            play = expired(game, play, lambda step: SeededDice(seed, step)).play
            continue
        seen.append((play, seat, move, seed))
        play = advanced(game, sealed(play, seat, move), lambda step: SeededDice(seed, step)).play
    return seen


def rules_alone(game, moves: list) -> float:
    begun = time.perf_counter()
    for play, seat, move, seed in moves:
        checked(game, play.state, seat, move)
        advanced(game, sealed(play, seat, move), lambda step, s=seed: SeededDice(s, step))
    return time.perf_counter() - begun


def with_codec(game, moves: list) -> float:
    stored = [
        (codec.encode_state(play.state), play, seat, codec.encode_move(move), seed)
        for play, seat, move, seed in moves
    ]
    begun = time.perf_counter()
    for state, play, seat, move, seed in stored:
        now = codec.decode_state(game, state, game.tables)
        typed = codec.decode_move(game, move)
        checked(game, now, seat, typed)
        fresh = Play(now, play.step, play.sealed, play.standing)
        after = advanced(game, sealed(fresh, seat, typed), lambda step, s=seed: SeededDice(s, step))
        codec.encode_state(after.play.state)
    return time.perf_counter() - begun


def copies(moves: list) -> float:
    begun = time.perf_counter()
    for play, *_ in moves:
        copy.deepcopy(msgspec.structs.replace(play.state, tables=None))
    return time.perf_counter() - begun


def main() -> None:
    key = sys.argv[1] if len(sys.argv) > 1 else "pola_naftowe"
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 30
    game = GAMES[key]
    moves = [move for number in range(count) for move in recorded(game, number)]
    runs = [(rules_alone(game, moves), with_codec(game, moves), copies(moves)) for _ in range(5)]
    alone, codec_too, copied = (
        sorted(run)[2] / len(moves) * 1e6 for run in zip(*runs, strict=True)
    )
    states = sum(len(codec.encode_state(play.state)) for play, *_ in moves) / len(moves)
    print(f"{key}: {len(moves)} moves of {count} random matches, medians of 5 runs")
    show("rules alone, µs a move", alone, "µs")
    show("with decode and encode, µs a move", codec_too, "µs", goal="goal: under 50")
    show("deep copy of the state alone (reference)", copied, "µs")
    show("with codec / deep copy", codec_too / copied, "x")
    show("a state as stored", states, "bytes")


if __name__ == "__main__":
    main()
