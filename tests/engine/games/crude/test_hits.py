"""Phase 2, Assets Produce, and phase 3, the Neighbor Phase."""

from msgspec.structs import replace
from oil_company import barrels, held, news, quadrant, refusal, rolled, rolls

from stagepost_engine.games.crude.default_tables import DEFAULT_TABLES
from stagepost_engine.games.crude.state import well_price

BOTH = replace(DEFAULT_TABLES, readings=replace(DEFAULT_TABLES.readings, neighbours="both"))


def test_a_refinery_hit_turns_one_crude_into_one_gasoline():
    talk = rolled(1, 6, nw=held(refinery="1-1"))
    talk.says("anna", "REFINE 1")

    assert barrels(talk, "nw") == (1, 3)


def test_a_double_hit_refines_up_to_two():
    talk = rolled(2, 1, nw=held(refinery="1-1"))
    talk.says("anna", "REFINE 2")

    assert barrels(talk, "nw") == (0, 4)


def test_row_and_column_may_hit_two_squares_of_one_refinery():
    """Ruling 14: the row hits 1-1 and 1-2, the column 1-2 and 2-2: one double hit."""
    talk = rolled(1, 2, nw=held(5, 0, refinery="1-1"))

    assert refusal(talk.says, "anna", "REFINE 3") == (
        "count 3 is out of bounds: it runs from 1 to 2."
    )


def test_refining_is_of_choice():
    talk = rolled(1, 6, nw=held(refinery="1-1"))
    talk.says("anna", "STAY")

    assert barrels(talk, "nw") == (2, 2)


def test_crude_collected_on_this_roll_is_not_refined():
    """The player may not convert crude oil that he has just collected in this turn."""
    talk = rolled(1, 6, nw=held(1, 2, refinery="1-1", well="1-4"))

    assert barrels(talk, "nw") == (3, 2)
    assert "it runs from 1 to 1" in refusal(talk.says, "anna", "REFINE 2")
    talk = rolled(1, 6, nw=held(0, 0, refinery="1-1", well="1-4"))

    assert talk.state.phase == "assets"


def test_a_rig_hit_once_does_nothing():
    talk = rolled(1, 6, nw=held(rig="1-1 6-6"))

    assert talk.state.phase == "assets"


def test_a_rig_hit_twice_may_become_a_well():
    talk = rolled(3, 4, nw=held(rig="3-4"))
    talk.says("anna", "CONVERT")

    assert quadrant(talk, "nw").plan[15] == "w"
    assert talk.state.cash["anna"] == 200 - 5


def test_the_third_well_on_the_board_costs_15():
    """For example, if a player builds the third oil well on the board, the cost is 15 million."""
    talk = rolled(3, 4, nw=held(rig="3-4"), ne=held(well="6-6"), se=held(well="6-6"))

    assert well_price(talk.state) == 15
    talk.says("anna", "CONVERT")

    assert talk.state.cash["anna"] == 200 - 15


def test_converting_is_of_choice_and_needs_the_cash():
    assert rolled(3, 4, cash=4, nw=held(rig="3-4")).state.phase == "assets"
    talk = rolled(3, 4, nw=held(rig="3-4"))
    talk.says("anna", "STAY")

    assert quadrant(talk, "nw").plan[15] == "r"


def test_the_sale_of_gasoline_may_pay_for_the_well():
    """Ruling 46: hits are resolved in the owner's order."""
    talk = rolled(3, 4, cash=0, nw=held(0, 1, rig="3-4", station="3-1"))
    talk.says("anna", "SELL 1 / CONVERT")

    assert talk.state.cash["anna"] == 25 - 5


def test_a_well_hit_pumps_two_and_twice_hit_four():
    assert barrels(rolled(1, 6, nw=held(0, 0, well="1-1")), "nw") == (2, 0)
    assert barrels(rolled(1, 1, nw=held(0, 0, well="1-1")), "nw") == (4, 0)


def test_a_new_well_pumps_nothing_this_turn():
    """Ruling 17."""
    talk = rolled(3, 4, nw=held(0, 0, rig="3-4"))
    talk.says("anna", "CONVERT")

    assert barrels(talk, "nw") == (0, 0)


def test_a_station_sells_on_the_next_space_below():
    """
    For example, if there are only two gasoline barrels on the consumer market, at prices of 26 and
    25 dollars, the next barrel is placed on the 24 space, and 24 million is received.
    """
    talk = rolled(1, 6, consumer=25, nw=held(station="1-1"))
    talk.says("anna", "SELL 1")

    assert talk.state.cash["anna"] == 224
    assert talk.state.consumer == 24


def test_several_barrels_cover_the_lowest_spaces_in_turn():
    talk = rolled(1, 6, nw=held(0, 3, station="1-1 1-3 5-6"))
    talk.says("anna", "SELL 3")

    assert talk.state.cash["anna"] == 200 + 25 + 24 + 23


def test_a_station_hit_twice_sells_two():
    talk = rolled(1, 1, nw=held(0, 3, station="1-1"))

    assert "it runs from 1 to 2" in refusal(talk.says, "anna", "SELL 3")
    talk.says("anna", "SELL 2")

    assert talk.state.cash["anna"] == 200 + 25 + 24


def test_gasoline_refined_now_may_be_sold_now():
    """Ruling 13."""
    talk = rolled(1, 6, nw=held(1, 0, refinery="1-1", station="1-4"))
    talk.says("anna", "REFINE 1 / SELL 1")

    assert (barrels(talk, "nw"), talk.state.cash["anna"]) == ((0, 0), 225)


def test_with_a_barrel_on_1_nothing_is_sold():
    """Ruling 39."""
    assert rolled(1, 6, consumer=1, nw=held(station="1-1")).state.phase == "assets"


def test_holiday_traffic_brings_three_more_for_each_barrel():
    talk = rolled(1, 6, lasting=("holiday-traffic",), nw=held(station="1-1"))
    talk.says("anna", "SELL 1")

    assert talk.state.cash["anna"] == 228


def test_the_left_neighbour_plays_his_own_row_of_the_die():
    """
    For example, if the current player has rolled a 3, the neighbour may have hits in his own
    third row.
    """
    talk = rolled(3, 5, ne=held(station="3-1 1-5"))

    assert talk.awaited == ("piotr",)
    assert "it runs from 1 to 1" in refusal(talk.says, "piotr", "SELL 2")
    talk.says("piotr", "SELL 1")

    assert talk.state.cash["piotr"] == 225


def test_nobody_else_acts():
    """Ruling 18."""
    stations = held(station="3-1 1-5")

    assert rolled(3, 5, sw=stations, se=stations).state.phase == "assets"


def test_for_a_neighbour_there_is_no_double_hit():
    assert rolled(3, 5, ne=held(rig="3-5")).state.phase == "assets"
    assert barrels(rolled(3, 5, ne=held(0, 0, well="3-5")), "ne") == (2, 0)


def test_the_neighbour_acts_after_the_current_player():
    station = held(0, 1, station="3-1")
    talk = rolled(3, 5, nw=station, ne=station)

    assert talk.awaited == ("anna",)
    talk.says("anna", "SELL 1")
    talk.says("piotr", "SELL 1")

    assert (talk.state.cash["anna"], talk.state.cash["piotr"]) == (225, 224)


def test_with_both_neighbours_the_left_one_acts_first_on_the_shared_line():
    """Ruling 19: NE beside NW shares its rows, SW below it shares its columns."""
    stations = held(0, 2, station="3-1 1-5")
    talk = rolled(3, 5, tables=BOTH, ne=stations, sw=stations, se=stations)

    assert talk.awaited == ("piotr",)
    talk.says("piotr", "SELL 1")

    assert talk.awaited == ("ola",)
    talk.says("ola", "SELL 1")

    assert talk.state.phase == "assets"


def test_a_seat_without_a_choice_is_not_asked():
    talk = rolls(3, 5, ne=held(0, 0, station="3-1", well="3-2"))

    assert "The wells of piotr pump 2 barrels of crude." in news(talk)
    assert talk.awaited == ("anna",)


def test_the_default_of_hits_is_to_do_nothing():
    talk = rolled(1, 6, nw=held(1, 1, refinery="1-1", station="1-4"))
    talk.deadline()

    assert barrels(talk, "nw") == (1, 1)
