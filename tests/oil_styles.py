"""Four plain styles of playing Crude, and whole matches between them and players who draw."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

from oil_company import SEATS

from stagepost_engine.games.crude.game import GAME
from stagepost_engine.games.crude.player import played
from stagepost_engine.games.crude.player_style import BALANCED, Style
from stagepost_engine.rules.dice import SeededDice
from stagepost_engine.rules.play import Play, advanced, awaited, checked, is_over, sealed
from stagepost_engine.rules.sampling import sampled_move

STYLES = {
    "balanced": BALANCED,
    "driller": Style(
        first=(("refinery", 1), ("station", 2), ("rig", 14)),
        most={"refinery": 2, "station": 4, "rig": 16, "well": 8},
    ),
    "trader": Style(
        first=(("refinery", 2), ("station", 2), ("rig", 4)),
        most={"refinery": 3, "station": 5, "rig": 6, "well": 2},
    ),
    "retailer": Style(
        first=(("refinery", 1), ("station", 5), ("rig", 6)),
        most={"refinery": 2, "station": 7, "rig": 6, "well": 0},
    ),
}
DRAWS = None
"""Instead of a style: moves drawn from the forms."""

BOT_STEP = 10**6


def match(seed, players):
    """Play a match between styles, each move checked; return the last state."""
    key = seed.to_bytes(8, "big")
    names = SEATS[: len(players)]

    def dice(step):
        return SeededDice(key, step)

    play = advanced(GAME, Play(GAME.setup(GAME.tables, names, dice(0)).state), dice).play
    asked = 0
    while not is_over(play.state):
        for seat in awaited(GAME, play):
            asked += 1
            style = players[names.index(seat)]
            move = moved(play.state, seat, style, SeededDice(key, BOT_STEP + asked))
            play = sealed(play, seat, checked(GAME, play.state, seat, move))
        play = advanced(GAME, play, dice).play
    return play.state


def moved(state, seat, style, dice):
    phase = GAME.phase(state.phase)
    if style is DRAWS:
        return sampled_move(GAME, state, seat, dice) or phase.default(state, seat)
    return played(GAME.view(state, seat), phase.forms(state, seat, ()), style)


def winners(state):
    """Return the places at the table of those who won."""
    return [SEATS.index(rank.seat) for rank in GAME.ranking(state) if rank.place == 1]


def shares(matches, first_seed=0):
    """Return what part of the matches each style wins, every order of the four at the table."""
    orders, wins = list(permutations(STYLES)), Counter()
    for at in range(matches):
        order = orders[at % len(orders)]
        best = winners(match(first_seed + at, [STYLES[name] for name in order]))
        for place in best:
            wins[order[place]] += 1 / len(best)
    return {name: wins[name] / matches for name in STYLES}
