"""One reference of bench/moves.py: random games of catanatron, run by an interpreter that has it.

It prints one line of JSON, or `null` where catanatron is absent. It needs nothing of ours.
A seed gives the same game again in one process only, so the number of moves varies between runs.

    PATH_OF_A_VENV/bin/python bench/catan.py [GAMES]
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import random
import statistics
import sys
import time

RUNS = 5
TURNS_MOST = 1000


def opened(seed: int):
    from catanatron import Color, Game, RandomPlayer  # noqa: PLC0415 - it may be absent

    return Game([RandomPlayer(color) for color in Color], seed=seed)


def is_over(game) -> bool:
    return game.winning_color() is not None or game.state.num_turns >= TURNS_MOST


def recorded(seed: int) -> list:
    """One game as its moves; the chooser has its own chance, for the game's is the global one."""
    game, chooser, moves = opened(seed), random.Random(seed), []
    while not is_over(game):
        moves.append(chooser.choice(game.state.playable_actions))
        game.execute(moves[-1])
    return moves


def replayed(seed: int, moves: list, *, copying: bool) -> float:
    """Time the moves of a game: check, apply, list the next legal ones, ask whether it is over."""
    game = opened(seed)
    begun = time.process_time()
    for move in moves:
        if copying:
            game = game.copy()
        game.execute(move)
        is_over(game)
    return time.process_time() - begun


def main() -> None:
    if importlib.util.find_spec("catanatron") is None:
        print("null")
        return
    seeds = range(1, 1 + (int(sys.argv[1]) if len(sys.argv) > 1 else 10))
    opened(1)  # so that the import is no part of a game
    times = []
    for _ in range(RUNS):
        begun = time.process_time()
        games = {seed: recorded(seed) for seed in seeds}
        times.append(time.process_time() - begun)
    count = sum(map(len, games.values()))

    def micros(*, copying: bool) -> float:
        runs = [
            sum(replayed(seed, moves, copying=copying) for seed, moves in games.items())
            for _ in range(RUNS)
        ]
        return statistics.median(runs) / count * 1e6

    found = {
        "version": importlib.metadata.version("catanatron"),
        "moves": count,
        "matches": len(games),
        "alone": micros(copying=False),
        "copied": micros(copying=True),
        "chosen": statistics.median(times) / count * 1e6,
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main()
