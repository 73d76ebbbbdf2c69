"""Phase 2: the production roll, doubles, news, the difference track and the economy."""

import pytest
from oil_company import held, news, rolls, table

from stagepost_engine.games.crude.consumer import moved_by_red
from stagepost_engine.games.crude.game import GAME
from stagepost_engine.games.crude.state import Ladders

TRACK = GAME.tables.consumer


@pytest.mark.parametrize("face", [1, 3])
def test_a_double_1_or_3_triggers_the_news_next_to_the_deck(face):
    talk = rolls(face, face, 0, likely="strategic-reserve")

    assert "anna receives 6 M$." in news(talk)


def test_a_double_6_triggers_the_news_farthest_from_the_deck():
    talk = rolls(6, 6, 0, unlikely="strategic-reserve")

    assert "anna receives 6 M$." in news(talk)


@pytest.mark.parametrize("face", [2, 4, 5])
def test_other_doubles_trigger_no_news(face):
    talk = rolls(face, face, likely="strategic-reserve", unlikely="strategic-reserve")

    assert not [line for line in news(talk) if line.startswith("News!")]


def test_the_new_card_goes_to_the_farthest_place_and_the_other_slides():
    talk = rolls(1, 1, 0, likely="strategic-reserve", unlikely="refit")

    assert (talk.state.likely, talk.state.unlikely) == ("refit", "barrel-tax")
    assert talk.state.seen == ("strategic-reserve",)


def test_after_an_unlikely_event_the_likely_card_stays():
    """Ruling 4."""
    talk = rolls(6, 6, 1, likely="refit", unlikely="strategic-reserve")

    assert (talk.state.likely, talk.state.unlikely) == ("refit", "gasoline-tax")


def test_a_lasting_card_stays_in_force_until_its_double():
    talk = rolls(1, 1, 0, likely="embargo")

    assert talk.state.lasting == ("embargo",)
    talk = rolls(5, 5, lasting=("embargo",))

    assert (talk.state.lasting, talk.state.seen) == ((), ("embargo",))
    talk = rolls(4, 4, lasting=("embargo",))

    assert talk.state.lasting == ("embargo",)


def test_when_all_cards_were_seen_the_used_ones_come_in_their_order():
    """Ruling 42."""
    seen = ("refit", "station-tax", "gasoline-tax", "crude-shortage", "embargo", "holiday-traffic")
    talk = rolls(1, 1, likely="strategic-reserve", unlikely="barrel-tax", seen=seen)

    assert talk.state.unlikely == "refit"
    assert talk.state.seen == (*seen[1:], "strategic-reserve")


def test_the_difference_of_the_two_dice_moves_the_green_die():
    """For example, if 2 and 5 are rolled, the difference is 3."""
    assert rolls(2, 5).state.track == 3


def test_a_double_moves_nothing():
    """Ruling 7."""
    assert rolls(4, 4, track=5).state.track == 5


@pytest.mark.parametrize(("before", "row", "column"), [(5, 1, 4), (7, 6, 1)])
def test_at_8_or_beyond_the_economy_changes_and_the_die_goes_back(before, row, column):
    """Ruling 9."""
    talk = rolls(row, column, 0, track=before)

    assert (talk.state.track, talk.state.economy) == (0, "recession")


@pytest.mark.parametrize(("face", "card"), list(enumerate(GAME.tables.economy[3].next, start=1)))
def test_the_green_die_chooses_the_new_card_by_the_table_of_the_present_one(face, card):
    assert rolls(1, 4, face - 1, track=5).state.economy == card


def test_a_barrel_on_20_moves_to_30_by_a_change_of_4():
    """
    For example, if the gasoline barrel was on 20 dollars and the economy card shows 4 as the
    change of consumer demand, the barrel is moved to 30 dollars.
    """
    talk = rolls(1, 4, 2, track=5, consumer=20, consumer_top=26)

    assert (talk.state.economy, talk.state.consumer, talk.state.consumer_top) == ("growth", 30, 30)
    assert talk.state.supply_gasoline == 6


def test_downwards_it_moves_by_as_many_red_spaces():
    assert moved_by_red(TRACK, 20, -3) == 12


def test_with_a_change_of_zero_it_does_not_move():
    talk = rolls(1, 4, 1, track=5, consumer=20, consumer_top=26)

    assert (talk.state.economy, talk.state.consumer, talk.state.consumer_top) == (
        "slowdown",
        20,
        20,
    )


def test_the_red_space_it_stands_on_is_not_counted():
    """If the barrel that is left stands on a red space, that one is not counted."""
    assert moved_by_red(TRACK, 21, 1) == 24
    assert moved_by_red(TRACK, 21, -1) == 18


def test_it_stops_on_the_highest_and_the_lowest_red_space():
    """Ruling 41."""
    assert moved_by_red(TRACK, 75, 7) == 78
    assert moved_by_red(TRACK, 78, 2) == 78
    assert moved_by_red(TRACK, 5, -3) == 3
    assert moved_by_red(TRACK, 2, -3) == 2


def test_every_red_space_is_a_multiple_of_three():
    """Ruling 37."""
    assert TRACK.red == tuple(range(3, 79, 3))


def test_barrel_tax():
    talk = rolls(1, 1, 0, likely="barrel-tax", nw=held(3, 4))

    assert talk.state.cash["anna"] == 200 - 7


def test_gasoline_tax():
    talk = rolls(1, 1, 0, likely="gasoline-tax", nw=held(3, 4))

    assert talk.state.cash["anna"] == 200 - 12


def test_refit():
    assets = held(rig="1-2 1-3", station="4-1", refinery="5-5", well="6-1")
    talk = rolls(1, 1, 0, likely="refit", nw=assets)

    assert talk.state.cash["anna"] == 200 - 2 * 1 - 2 - 5 - 3


def test_station_tax():
    talk = rolls(1, 1, 0, likely="station-tax", ne=held(station="5-5 6-6"))

    assert talk.state.cash["piotr"] == 200 - 8


def test_crude_shortage_removes_the_five_cheapest_domestic_barrels():
    talk = rolls(1, 1, 0, likely="crude-shortage")

    assert talk.state.markets == {"domestic": Ladders(10, 7), "foreign": Ladders(5, 7)}
    assert talk.state.supply_crude == 5


def test_crude_shortage_on_a_nearly_empty_ladder_removes_what_there_is():
    markets = {"domestic": Ladders(28, 7), "foreign": Ladders(5, 7)}
    talk = rolls(1, 1, 0, likely="crude-shortage", markets=markets)

    assert talk.state.markets["domestic"].crude == 30


def test_strategic_reserve_pays_for_crude_and_leaves_it():
    talk = rolls(1, 1, 0, likely="strategic-reserve", nw=held(4, 1))

    assert talk.state.cash["anna"] == 200 + 12
    assert talk.state.quadrants[0].crude == 4


def test_the_roll_of_the_empty_quadrant_counts_like_any_other():
    """Ruling 33."""
    talk = rolls(1, 4, 2, players=3, turn=3, track=5)

    assert talk.state.economy == "growth"
    assert talk.awaited == ("anna",)


def test_news_happen_before_the_economy_changes():
    """Ruling 7: the tax is paid before anything else of the roll."""
    lines = news(rolls(1, 1, 0, likely="barrel-tax"))

    assert lines[0] == "anna rolls: row 1, column 1."
    assert lines[1].startswith("News! Every player pays")
    assert table().state.track == 0
