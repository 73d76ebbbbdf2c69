"""Microseconds a move over whole matches: rules alone, and with decode and encode.

The reference in the same run is a deep copy of the state for each move, which is what a mutable
engine pays for an undo.

    python bench/moves.py [GAME] [MATCHES]
"""

from __future__ import annotations

import copy
import statistics
import sys
import time

import msgspec
from figures import show

from stagepost_engine.games import GAMES
from stagepost_engine.rules import codec
from stagepost_engine.rules.dice import SeededDice
from stagepost_engine.rules.play import Play, advanced, awaited, checked, is_over, sealed
from stagepost_engine.rules.sampling import sampled_move

SEATS = ("Anna", "Piotr", "Marcin", "Krzysiek")


def recorded(game, number: int, *, planned: bool) -> list:
    """One match as the moves that a server would see, drawn from the forms or by plan."""
    seed = number.to_bytes(4, "big")

    def dice(step):
        return SeededDice(seed, step)

    play = advanced(game, Play(game.setup(game.tables, SEATS, dice(0)).state), dice).play
    seen = []
    for turn in range(5000):
        if is_over(play.state):
            break
        seat, chance = awaited(game, play)[0], SeededDice(seed + b"m", turn)
        phase = game.phase(play.state.phase)
        if planned:
            forms = phase.forms(play.state, seat, ())
            move = game.player(game.view(play.state, seat), forms, chance)
        else:
            move = sampled_move(game, play.state, seat, chance) or phase.default(play.state, seat)
        seen.append((play, seat, move, seed))
        play = advanced(game, sealed(play, seat, move), dice).play
    return seen


def rules_alone(game, moves: list) -> float:
    begun = time.process_time()
    for play, seat, move, seed in moves:
        checked(game, play.state, seat, move)
        advanced(game, sealed(play, seat, move), lambda step, s=seed: SeededDice(s, step))
    return time.process_time() - begun


def with_codec(game, moves: list) -> float:
    stored = [
        (codec.encode_state(play.state), play, seat, codec.encode_move(move), seed)
        for play, seat, move, seed in moves
    ]
    begun = time.process_time()
    for state, play, seat, move, seed in stored:
        now = codec.decode_state(game, state, game.tables)
        typed = codec.decode_move(game, move)
        checked(game, now, seat, typed)
        fresh = Play(now, play.step, play.sealed, play.standing)
        after = advanced(game, sealed(fresh, seat, typed), lambda step, s=seed: SeededDice(s, step))
        codec.encode_state(after.play.state)
    return time.process_time() - begun


def copies(moves: list) -> float:
    begun = time.process_time()
    for play, *_ in moves:
        copy.deepcopy(msgspec.structs.replace(play.state, tables=None))
    return time.process_time() - begun


def main() -> None:
    key = sys.argv[1] if len(sys.argv) > 1 else "pola_naftowe"
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 30
    game = GAMES[key]
    for planned in (False, True):
        begun = time.process_time()
        found = [recorded(game, number, planned=planned) for number in range(count)]
        spent = time.process_time() - begun
        moves = [move for match in found for move in match]
        print(f"{key}: {len(moves)} {'planned' if planned else 'random'} moves of {count} matches")
        report(game, moves)
        show("whole matches a second, choosing included", count / spent)


def report(game, moves: list) -> None:
    runs = [(rules_alone(game, moves), with_codec(game, moves), copies(moves)) for _ in range(5)]
    alone, codec_too, copied = (
        statistics.median(run) / len(moves) * 1e6 for run in zip(*runs, strict=True)
    )
    states = statistics.median(len(codec.encode_state(play.state)) for play, *_ in moves)
    show("rules alone, µs a move", alone, "µs")
    show("with decode and encode, µs a move", codec_too, "µs", goal="goal: under 50")
    show("deep copy of the state alone (reference)", copied, "µs")
    show("with codec / deep copy", codec_too / copied, "x")
    show("a state as stored", states, "bytes")


if __name__ == "__main__":
    main()
