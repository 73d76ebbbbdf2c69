"""The plain player beats drawn moves, and no plain style of playing is too good."""

import pytest
from oil_company import held, rolled, table
from oil_styles import DRAWS, match, moved, shares, winners

from stagepost_engine.games.crude.game import GAME
from stagepost_engine.games.crude.orders import Cover, Declare
from stagepost_engine.games.crude.player_style import BALANCED
from stagepost_engine.rules.dice import ScriptedDice

MATCHES = 8  # `test_many` plays more


@pytest.mark.parametrize("players", GAME.seats)
def test_the_player_beats_drawn_moves(players):
    assert wins(players, MATCHES) >= 0.9 * MATCHES


@pytest.mark.long
@pytest.mark.parametrize("players", GAME.seats)
def test_many_the_player_beats_drawn_moves(players):
    assert wins(players, 200) >= 180


def test_no_style_wins_all():
    assert max(shares(24).values()) < 0.6


@pytest.mark.long
def test_many_no_style_wins_more_than_three_in_ten_nor_less_than_two():
    found = shares(1200)
    print(found)

    assert 0.2 <= min(found.values()) <= max(found.values()) <= 0.3


def wins(players, matches):
    """Count the matches that one planner wins against drawers, from every place in turn."""
    won = 0
    for seed in range(matches):
        place = seed % players
        seats = [BALANCED if at == place else DRAWS for at in range(players)]
        won += winners(match(seed, seats)) == [place]
    return won


def test_it_declares_when_it_has_enough():
    talk = rolled(1, 6, cash={"anna": 800, "piotr": 10, "marcin": 10, "ola": 10})

    assert answer(talk, "anna")[-1] == Declare()


def test_it_does_not_declare_behind_a_richer_player():
    talk = rolled(1, 6, cash={"anna": 800, "piotr": 900, "marcin": 10, "ola": 10})

    assert Declare() not in answer(talk, "anna")


def test_it_covers_a_debt():
    talk = table("tax", cash=0, debts={"anna": 4}, nw=held(0, 0, rig="1-1 1-2 1-3 1-4 1-5 1-6"))

    assert answer(talk, "anna") == (Cover(),)


def test_it_uses_no_dice():
    talk = table()
    dice = ScriptedDice([])
    forms = GAME.phase("market").forms(talk.state, "anna", ())
    GAME.player(GAME.view(talk.state, "anna"), forms, dice)

    assert dice.drawn == ()


def answer(talk, seat):
    return moved(talk.state, seat, BALANCED, ScriptedDice([]))
