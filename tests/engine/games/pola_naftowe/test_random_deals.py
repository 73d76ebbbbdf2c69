"""Random trade in the midst of random play: nothing is made or lost, and play never sticks."""

from dataclasses import replace

import pytest
from random_match import BOT_STEP, NAMES, dice_of

from stagepost_contracts.errors import IllegalMove
from stagepost_engine.games.pola_naftowe.game import GAME
from stagepost_engine.games.pola_naftowe.orders import Offer
from stagepost_engine.games.pola_naftowe.parts import PART_NAMES
from stagepost_engine.games.pola_naftowe.trading import free_goods
from stagepost_engine.rules.codec import decode_state, encode_state
from stagepost_engine.rules.play import Play, advanced, awaited, checked, is_over, sealed
from stagepost_engine.rules.sampling import sampled_move

TRIES_MOST = 4


def bundle(state, seat, dice, *, promised):
    goods = {}
    for word, most in free_goods(state, seat).items():
        if dice.below(3, "take") or (promised and word not in ("cash", "barrels")):
            continue
        step = 100 if word == "cash" else 1
        steps = 8 if promised else min(most // step, 12)
        if count := step * dice.below(steps + 1, "count"):
            goods[word] = count
    return goods


def offer(state, dice):
    seats = tuple(state.holdings)
    by = seats[dice.below(len(seats), "by")]
    to = [seat for seat in seats if seat != by][dice.below(len(seats) - 1, "to")]
    later = [dice.below(4, "later") == 0 for _ in range(2)]
    at = [PART_NAMES[dice.below(10, "at")] if promised else "now" for promised in later]
    give = bundle(state, by, dice, promised=later[0])
    get = bundle(state, to, dice, promised=later[1])
    return by, Offer(to, give, get, give_at=at[0], get_at=at[1])


def traded(state, dice):
    """The state after a few deals, and how many were possible."""
    done = 0
    for _ in range(TRIES_MOST):
        by, order = offer(state, dice)
        try:
            GAME.deals.check(state, by, order)
            state, done = GAME.deals.apply(state, by, order).state, done + 1
        except IllegalMove:
            continue
    return state, done


@pytest.mark.parametrize("count", GAME.seats)
@pytest.mark.parametrize("planned", [True, False])
def test_deals_never_break_the_table(count, planned, seed):
    deals = 0
    for match in range(25):
        dice = dice_of(seed + match)
        play = advanced(
            GAME, Play(GAME.setup(GAME.tables, NAMES[:count], dice(0)).state), dice
        ).play
        first, turn = GAME.audit(play.state), BOT_STEP
        while not is_over(play.state):
            turn += 1
            state, done = traded(play.state, dice(turn))
            deals += done
            assert GAME.audit(state) == first
            assert decode_state(GAME, encode_state(state), GAME.tables) == state
            play = replace(play, state=state)
            for seat in awaited(GAME, play):
                play = sealed(play, seat, moved(state, seat, planned, dice(turn)))
            play = advanced(GAME, play, dice).play
            assert GAME.audit(play.state) == first

    assert deals > 100


def moved(state, seat, planned, dice):
    phase = GAME.phase(state.phase)
    default = phase.default(state, seat)
    assert checked(GAME, state, seat, default) == default
    if planned:
        move = GAME.player(GAME.view(state, seat), phase.forms(state, seat, ()), dice)
        return checked(GAME, state, seat, move)
    return sampled_move(GAME, state, seat, dice) or default
