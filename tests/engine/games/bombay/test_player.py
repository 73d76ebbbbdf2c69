"""The plain player: legal, sensible, and far ahead of moves drawn from the forms."""

import pytest
from random_match import NAMES, dice_of
from silk_roads import at, table

from stagepost_engine.games.bombay.game import GAME
from stagepost_engine.games.bombay.orders import Build, Buy, Consolidate, Go, Sell
from stagepost_engine.rules.play import Play, advanced, awaited, checked, is_over, sealed
from stagepost_engine.rules.sampling import sampled_move

MATCHES = 10  # for each number of players; 200 of 200 were won when it was measured


def moves(talk, seat="grey"):
    view = talk.game.view(talk.state, seat)
    move = talk.game.player(view, GAME.phase("turn").forms(talk.state, seat, ()), dice_of(1)(1))
    return checked(talk.game, talk.state, seat, move)


def won(count, seed):
    """Whether one plain player comes first alone against sampled moves."""
    seats, dice = NAMES[:count], dice_of(seed)
    mine = seats[seed % count]
    outcome = GAME.setup(GAME.tables, seats, dice(0))
    play, number = advanced(GAME, Play(outcome.state), dice).play, 0
    while not is_over(play.state):
        [seat], number = awaited(GAME, play), number + 1
        chance = dice(10**6 + number)
        if seat == mine:
            view, forms = (
                GAME.view(play.state, seat),
                GAME.phase("turn").forms(play.state, seat, ()),
            )
            move = checked(GAME, play.state, seat, GAME.player(view, forms, chance))
        else:
            move = sampled_move(GAME, play.state, seat, chance)
        play = advanced(GAME, sealed(play, seat, move), dice).play
    return [rank.seat for rank in GAME.ranking(play.state) if rank.place == 1] == [mine]


@pytest.mark.parametrize("count", GAME.seats)
def test_it_beats_sampled_moves_in_nine_of_ten_matches(count):
    assert sum(won(count, seed) for seed in range(MATCHES)) >= 0.9 * MATCHES


def test_it_sells_where_it_stands():
    talk = table(queue=("grey",), set_number=4, turn_number=4, grey=at("bombay", "yellow"))

    assert moves(talk)[0] == Sell("yellow")


def test_it_buys_what_it_can():
    move = moves(table())

    assert move[:2] == (Go("E4"), Buy())


def test_it_takes_a_rupee_in_the_last_turn_with_nothing_to_do():
    talk = table(queue=("grey",), set_number=4, turn_number=4)

    assert moves(talk) == (Consolidate(),)


def test_it_builds_with_a_bale_left_over_in_the_last_turn():
    talk = table(queue=("grey",), set_number=4, turn_number=4, grey=at("G1", "blue"))

    assert Build("blue") in moves(talk)


def test_it_knows_nothing_of_hidden_holdings():
    """The same view gives the same move, whatever the others hold."""
    poor, rich = table(grey=at("E4")), table(grey=at("E4"), brown=at(rupees=40, clients=9))

    assert moves(poor) == moves(rich)
