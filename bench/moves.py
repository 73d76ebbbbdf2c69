"""Microseconds a move over whole matches: rules alone, and with decode and encode.

The reference in the same run is a deep copy of the state for each move, which is what a mutable
engine pays for an undo.

    python bench/moves.py [GAME] [MATCHES] [--python PATH] [--node-modules PATH]

Without a game it measures every one. Two foreign references join where they are installed; each
runs in a process of its own, nothing of ours depends on them, and what is absent is said to be.

catanatron plays random games of Catan, in place, and lists the next legal moves at each. It is
asked of the interpreter that `--python` names, else of this one:

    python -m venv /tmp/catan && /tmp/catan/bin/pip install catanatron
    python bench/moves.py --python /tmp/catan/bin/python

boardgame.io takes a small auction (bench/boardgame_io.mjs) through its reducer. It is looked for
in the folder that `--node-modules` names, else in NODE_PATH:

    npm install --prefix /tmp/boardgame --ignore-scripts boardgame.io
    python bench/moves.py --node-modules /tmp/boardgame/node_modules

The games differ, so a ratio to either tells the order of size and no more.
"""

from __future__ import annotations

import argparse
import copy
import os
import statistics
import sys
import time

import foreign
import msgspec
from figures import show

from stagepost_engine.games import GAMES
from stagepost_engine.rules import codec
from stagepost_engine.rules.dice import SeededDice
from stagepost_engine.rules.play import Play, advanced, awaited, checked, is_over, sealed
from stagepost_engine.rules.sampling import sampled_move

RUNS = 5
RECORDINGS = 3
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
    asked = asked_for()
    references = foreign.catanatron(asked.python) | foreign.boardgame_io(asked.node_modules)
    for key in [asked.game] if asked.game else GAMES:
        for planned in (False, True):
            figures = measured(key, asked.matches, planned=planned)
            # The references play at random, so only random moves stand beside them.
            for name, reference in {} if planned else references.items():
                show(name, figures[name.split(" / ")[0]] / reference, "x")


def asked_for() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Microseconds a move.")
    parser.add_argument("game", nargs="?", choices=GAMES, metavar="GAME")
    parser.add_argument("matches", nargs="?", type=int, default=10, metavar="MATCHES")
    parser.add_argument("--python", default=sys.executable, metavar="PATH")
    parser.add_argument("--node-modules", default=os.environ.get("NODE_PATH"), metavar="PATH")
    return parser.parse_args()


def measured(key: str, count: int, *, planned: bool) -> dict[str, float]:
    game = GAMES[key]
    times = []
    for _ in range(RECORDINGS):
        begun = time.process_time()
        found = [recorded(game, number, planned=planned) for number in range(count)]
        times.append(time.process_time() - begun)
    spent = statistics.median(times)
    moves = [move for match in found for move in match]
    print(f"{key}: {len(moves)} {'planned' if planned else 'random'} moves of {count} matches")
    figures = report(game, moves)
    show("choosing included, µs a move", spent / len(moves) * 1e6, "µs")
    show("whole matches a second, choosing included", count / spent)
    return figures | {"choosing included": spent / len(moves) * 1e6}


def report(game, moves: list) -> dict[str, float]:
    runs = [(rules_alone(game, moves), with_codec(game, moves), copies(moves)) for _ in range(RUNS)]
    alone, codec_too, copied = (
        statistics.median(run) / len(moves) * 1e6 for run in zip(*runs, strict=True)
    )
    states = statistics.median(len(codec.encode_state(play.state)) for play, *_ in moves)
    show("rules alone, µs a move", alone, "µs")
    show("with decode and encode, µs a move", codec_too, "µs", goal="goal: under 50")
    show("deep copy of the state alone (reference)", copied, "µs")
    show("with codec / deep copy", codec_too / copied, "x")
    show("a state as stored", states, "bytes")
    return {"rules alone": alone, "with codec": codec_too}


if __name__ == "__main__":
    main()
