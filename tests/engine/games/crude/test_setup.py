"""Game setup, and the Special Purchase Round."""

import pytest
from oil_company import SEATS, barrels, quadrant, refusal, table
from transcript import told

from stagepost_engine.games.crude.game import GAME
from stagepost_engine.games.crude.squares import count_of
from stagepost_engine.games.crude.tables import MARKETS
from stagepost_engine.rules.dice import ScriptedDice


def start(players, *draws):
    return GAME.setup(GAME.tables, SEATS[:players], ScriptedDice(draws or (0, 0, 0)))


def test_each_player_receives_200_million_and_two_barrels_of_each():
    state = start(4).state

    assert set(state.cash.values()) == {200}
    assert {(held.crude, held.gasoline) for held in state.quadrants} == {(2, 2)}


@pytest.mark.parametrize(("players", "cash"), [(2, 300), (3, 250), (4, 200)])
def test_with_fewer_players_each_starts_with_more(players, cash):
    assert set(start(players).state.cash.values()) == {cash}


def test_one_gasoline_barrel_is_placed_on_the_26_space():
    state = start(4).state

    assert (state.consumer, state.consumer_top) == (26, 26)


def test_the_lowest_seven_gasoline_and_five_crude_spaces_stay_open():
    state = start(4).state

    assert {(state.markets[name].crude, state.markets[name].gasoline) for name in MARKETS} == {
        (5, 7)
    }


def test_recovery_lies_on_top_and_the_green_die_on_0():
    state = start(4).state

    assert (state.economy, state.track) == ("recovery", 0)


def test_two_news_lie_open_and_six_have_no_order_yet():
    state = start(4, 0, 3, 4).state

    assert (state.likely, state.unlikely) == ("station-tax", "crude-shortage")
    assert len(state.unseen) == 6


def test_the_starting_player_is_drawn_and_opens_the_special_round():
    """Ruling 38."""
    state = start(4, 2, 0, 0).state

    assert (state.first, state.queue) == (2, (2, 3, 0, 1))


def test_of_three_players_the_last_quadrant_is_empty():
    """Ruling 33."""
    state = start(3).state

    assert [held.owner for held in state.quadrants] == ["anna", "piotr", "marcin", None]
    assert (state.quadrants[3].crude, state.quadrants[3].gasoline) == (0, 0)


def test_two_players_have_two_quadrants_opposite_each_other():
    """Ruling 34."""
    state = start(2).state

    assert [held.owner for held in state.quadrants] == ["anna", "piotr", "anna", "piotr"]
    assert {(held.crude, held.gasoline) for held in state.quadrants} == {(2, 2)}


def test_the_quadrants_are_told():
    assert told(start(2).events) == [
        "anna (NW) begins; everybody holds 300 M$.",
        "The quadrants: NW: anna (NW), NE: piotr (NE), SE: anna (SE) and SW: piotr (SW).",
    ]


def test_players_buy_in_turn_all_they_want_and_place_it():
    """Starting with the first player and clockwise, each spends as much cash as they like."""
    talk = special()
    talk.says("anna", "BUILD REFINERY 1-1 / BUILD STATION 3-3 TO 3-5 / BUILD RIG 5-1 TO 6-6")
    plan = quadrant(talk, "nw").plan

    assert talk.state.cash["anna"] == 200 - price("refinery") - 3 * price("station") - 12 * price(
        "rig"
    )
    assert (count_of(plan, "refinery"), count_of(plan, "station"), count_of(plan, "rig")) == (
        1,
        3,
        12,
    )
    assert talk.awaited == ("piotr",)


def test_after_everybody_had_one_chance_the_first_turn_begins():
    talk = special()
    for seat in SEATS:
        talk.says(seat, "STAY")

    assert (talk.state.phase, talk.awaited) == ("market", ("anna",))


def test_all_assets_but_oil_wells_can_be_bought():
    talk = special()

    assert "BUILD WELL" in refusal(talk.says, "anna", "BUILD WELL 1-1")


def test_no_barrels_can_be_bought_in_this_round():
    talk = special()

    assert "BUY" in refusal(talk.says, "anna", "BUY 1 CRUDE DOMESTIC")


def test_the_default_buys_nothing():
    talk = special()

    assert talk.deadline() == ["anna buys nothing."]
    assert barrels(talk, "nw") == (2, 2)


def test_a_refinery_covers_exactly_four_squares():
    talk = special()
    talk.says("anna", "BUILD REFINERY 2-3")

    assert rows(quadrant(talk, "nw").plan) == [
        "......",
        "..Fe..",
        "..df..",
        "......",
        "......",
        "......",
    ]


def test_assets_do_not_overlap():
    talk = special()

    assert "2-3" in refusal(talk.says, "anna", "BUILD REFINERY 2-3 / BUILD STATION 2-3")
    assert "1-2" in refusal(talk.says, "anna", "BUILD REFINERY 2-3 / BUILD REFINERY 1-2")


def special():
    return table("purchase", queue=(0, 1, 2, 3))


def price(kind):
    card = next(card for card in GAME.tables.economy if card.id == "recovery")
    return getattr(card, kind).buy


def rows(plan):
    return [plan[at : at + 6] for at in range(0, 36, 6)]
