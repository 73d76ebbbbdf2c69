"""What a move of Pola Naftowe costs: whole matches replayed, the state encoded and decoded."""

import argparse
from time import process_time

from stagepost_engine.games import GAMES
from stagepost_engine.rules.codec import decode_state, encode_state
from stagepost_engine.rules.dice import SeededDice
from stagepost_engine.rules.play import Play, advanced, awaited, checked, is_over, sealed
from stagepost_engine.rules.sampling import sampled_move

GAME = GAMES["pola_naftowe"]
SEATS = ("anna", "piotr", "marcin", "krzysiek", "ola")


def recorded(seed, count, planned):
    """Play one match, every second seat by plan where wanted; return what each seat moved."""
    key, moves, asked = seed.to_bytes(8, "big"), [], 0

    def dice(step):
        return SeededDice(key, step)

    play = advanced(GAME, Play(GAME.setup(GAME.tables, SEATS[:count], dice(0)).state), dice).play
    while not is_over(play.state):
        for seat in awaited(GAME, play):
            asked += 1
            chance = SeededDice(key, 10**6 + asked)
            phase = GAME.phase(play.state.phase)
            if planned:
                forms = phase.forms(play.state, seat, ())
                move = GAME.player(GAME.view(play.state, seat), forms, chance)
            else:
                move = sampled_move(GAME, play.state, seat, chance)
                move = move or phase.default(play.state, seat)
            play = sealed(play, seat, move)
            moves.append((seat, move))
        play = advanced(GAME, play, dice).play
    return seed, count, moves


def replayed(seed, count, moves):
    """Play the moves again as the platform does; return the largest state and the end."""
    key, largest = seed.to_bytes(8, "big"), 0

    def dice(step):
        return SeededDice(key, step)

    play = advanced(GAME, Play(GAME.setup(GAME.tables, SEATS[:count], dice(0)).state), dice).play
    stored = encode_state(play.state)
    for seat, move in moves:
        state = decode_state(GAME, stored, GAME.tables)
        play = Play(state, play.step, play.sealed, play.standing)
        play = sealed(play, seat, checked(GAME, state, seat, move))
        play = advanced(GAME, play, dice).play
        stored = encode_state(play.state)
        largest = max(largest, len(stored))
    return largest


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--matches", type=int, default=200)
    wanted = parser.parse_args().matches
    for planned, name in ((False, "random"), (True, "planned")):
        began = process_time()
        matches = [recorded(seed, 3 + seed % 3, planned) for seed in range(wanted)]
        made = process_time() - began
        began = process_time()
        largest = max(replayed(*match) for match in matches)
        took = process_time() - began
        moves = sum(len(match[2]) for match in matches)
        print(
            f"{name}: {moves / wanted:.0f} moves a match, {1e6 * took / moves:.0f} µs a move, "
            f"{wanted / took:.0f} matches/s replayed, {wanted / made:.0f}/s played, "
            f"largest state {largest} bytes"
        )


if __name__ == "__main__":
    main()
