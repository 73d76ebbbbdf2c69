"""Phase 4, the Assets Phase; phase 5 and the End of the Game."""

from msgspec.structs import replace
from oil_company import barrels, faces, held, news, plan, quadrant, refusal, rolled, rolls, table

from stagepost_engine.games.crude.default_tables import DEFAULT_TABLES
from stagepost_engine.games.crude.game import GAME
from stagepost_engine.games.crude.state import card_named, price_of

RECOVERY = card_named(DEFAULT_TABLES, "recovery")
DEPRESSION = card_named(DEFAULT_TABLES, "depression")


def test_assets_are_bought_at_the_price_of_the_card_on_top_and_placed():
    talk = rolled(1, 6, nw=held(0, 0))
    talk.says("anna", "BUILD STATION 2-2")

    assert talk.state.cash["anna"] == 200 - RECOVERY.station.buy
    assert quadrant(talk, "nw").plan == plan(station="2-2")


def test_assets_are_sold_at_the_liquidation_value():
    talk = rolled(1, 6, nw=held(0, 0, station="1-2", rig="5-6"))
    talk.says("anna", "LIQUIDATE 1-2 / LIQUIDATE 5-6")

    assert talk.state.cash["anna"] == 200 + RECOVERY.station.sell + RECOVERY.rig.sell
    assert quadrant(talk, "nw").plan == plan()


def test_only_assets_that_the_roll_hit_may_be_sold():
    """Players may sell only assets that were hit by the roll of the dice."""
    talk = rolled(1, 6, nw=held(0, 0, station="1-2 3-3"))

    assert refusal(talk.says, "anna", "LIQUIDATE 3-3") == "“3-3” is not among: 1-2."


def test_the_roll_of_another_player_makes_nothing_sellable():
    """Ruling 25: the owner's own roll."""
    talk = rolled(1, 6, turn=3, nw=held(0, 0, station="1-2"))

    assert (talk.state.phase, talk.awaited) == ("assets", ("ola",))


def test_a_refinery_is_sold_by_its_first_square():
    """Ruling 49."""
    talk = rolled(3, 6, nw=held(0, 0, refinery="2-1"))
    talk.says("anna", "LIQUIDATE 2-1")

    assert talk.state.cash["anna"] == 200 + RECOVERY.refinery.sell
    assert quadrant(talk, "nw").plan == plan()


def test_a_new_well_may_be_sold_at_once():
    """Ruling 26."""
    talk = rolled(3, 4, nw=held(0, 0, rig="3-4"))
    talk.says("anna", "CONVERT")
    talk.says("anna", "LIQUIDATE 3-4")

    assert talk.state.cash["anna"] == 200 - 5 + RECOVERY.well.sell


def test_all_that_was_hit_between_two_squares_may_be_sold_in_one_line():
    """Ruling 47."""
    talk = rolled(1, 6, nw=held(0, 0, rig="1-1 1-2 1-3 2-2"))
    talk.says("anna", "LIQUIDATE 1-1 TO 6-6")

    assert quadrant(talk, "nw").plan == plan(rig="2-2")


def test_buying_and_selling_go_in_any_order():
    """Ruling 27."""
    talk = rolled(1, 6, cash=RECOVERY.station.buy, nw=held(0, 0, station="1-2"))
    talk.says("anna", "BUILD STATION 4-4 / LIQUIDATE 1-2")

    assert quadrant(talk, "nw").plan == plan(station="4-4")


def test_what_is_built_on_a_line_after_the_roll_was_not_hit():
    """Ruling 47."""
    talk = rolled(1, 6, nw=held(0, 0, rig="1-1"))

    assert "“1-2” is not among" in refusal(talk.says, "anna", "BUILD RIG 1-2 / LIQUIDATE 1-2")
    assert "LIQUIDATE" in refusal(
        talk.says, "anna", "LIQUIDATE 1-1 / BUILD RIG 1-1 / LIQUIDATE 1-1"
    )


def test_wells_are_for_sale_only_if_a_card_of_the_tables_prices_them():
    """Ruling 16."""
    assert "BUILD WELL" in refusal(rolled(1, 6).says, "anna", "BUILD WELL 1-1")
    priced = tuple(
        replace(card, well=replace(card.well, buy=90)) for card in DEFAULT_TABLES.economy
    )
    talk = rolled(1, 6, tables=replace(DEFAULT_TABLES, economy=priced))
    talk.says("anna", "BUILD WELL 1-1 TO 1-2")

    assert quadrant(talk, "nw").plan == plan(well="1-1 1-2")


def test_a_new_card_holds_for_the_rest_of_the_turn():
    """Ruling 40."""
    talk = rolls(1, 4, 2, track=5, nw=held(0, 0))
    talk.says("anna", "BUILD STATION 1-1")

    assert talk.state.cash["anna"] == 200 - card_named(DEFAULT_TABLES, "growth").station.buy


def test_then_the_dice_go_clockwise():
    talk = rolled(1, 6)
    talk.says("anna", "STAY")

    assert (talk.state.phase, talk.awaited, talk.state.round) == ("market", ("piotr",), 1)


def test_a_round_is_over_when_everybody_had_a_turn():
    talk = rolled(1, 6, turn=3)
    talk.says("ola", "STAY")

    assert (talk.awaited, talk.state.round) == (("anna",), 2)


def test_victory_needs_750_million_in_cash():
    assert refusal(rolled(1, 6, cash=749).says, "anna", "DECLARE") == (
        "Victory needs 750 M$ in cash; you hold 749."
    )


def test_only_one_player_declares():
    """Ruling 28."""
    talk = rolled(1, 6, cash=900, turn=1, declared=0, turns_left=3)

    assert refusal(talk.says, "piotr", "DECLARE") == (
        "Victory has been declared: this is the last turn."
    )


def test_the_proceeds_of_this_turn_count():
    talk = rolled(1, 6, cash=745, nw=held(0, 0, station="1-2"))
    talk.says("anna", "LIQUIDATE 1-2 / DECLARE")

    assert talk.state.declared == 0


def test_declare_is_the_last_line():
    """Ruling 28."""
    talk = rolled(1, 6, cash=900)

    assert refusal(talk.says, "anna", "DECLARE / BUILD RIG 1-1") == (
        "There is nothing to order now."
    )


def test_one_may_choose_not_to_declare():
    talk = rolled(1, 6, cash=900)
    talk.says("anna", "STAY")

    assert (talk.state.declared, talk.awaited) == (None, ("piotr",))


def last_round(talk, *rolls_of):
    talk.dice._values += faces(*rolls_of)
    talk.says("anna", "DECLARE")
    while talk.state.phase:
        [seat] = talk.awaited
        talk.says(seat, "STAY")
    return talk


def test_once_victory_is_declared_every_other_player_has_one_last_turn():
    talk = last_round(
        rolled(1, 6, cash={"anna": 800, "piotr": 10, "marcin": 10, "ola": 10}), 1, 2, 1, 2, 1, 2
    )

    assert talk.dice.spent
    assert news(talk)[-1] == "The game is over. anna wins with 800 M$."


def test_at_the_end_all_assets_are_sold_at_the_depression_card():
    holds = held(9, 9, rig="6-6", station="6-5", refinery="4-1", well="6-4")
    talk = last_round(rolled(1, 6, cash=760, ne=holds), 1, 2, 1, 2, 1, 2)
    each = sum(price_of(DEPRESSION, kind).sell for kind in ("rig", "station", "refinery", "well"))

    assert talk.state.cash["piotr"] == 760 + each
    assert quadrant(talk, "ne").plan == plan()


def test_the_winner_may_be_another_than_who_declared():
    cash = {"anna": 760, "piotr": 770, "marcin": 10, "ola": 10}
    talk = last_round(rolled(1, 6, cash=cash), 1, 2, 1, 2, 1, 2)

    assert GAME.ranking(talk.state)[0].seat == "piotr"


def test_a_tie_is_won_by_the_most_barrels_of_both_kinds():
    """The value of the barrels does not matter, only their number."""
    talk = last_round(rolled(1, 6, cash=800, nw=held(4, 0), se=held(3, 2)), 1, 2, 1, 2, 1, 2)

    assert [rank.seat for rank in GAME.ranking(talk.state) if rank.place == 1] == ["marcin"]


def test_an_equal_tie_is_shared():
    """Ruling 30."""
    talk = last_round(rolled(1, 6, cash=800), 1, 2, 1, 2, 1, 2)

    assert {rank.place for rank in GAME.ranking(talk.state)} == {1}
    assert news(talk)[-1].endswith("share the win with 800 M$ each.")


def test_a_match_that_nobody_ends_is_announced_and_scored():
    """Ruling 44."""
    talk = rolled(1, 6, turn=3, round=34)
    talk.says("ola", "STAY")

    assert news(talk)[-1] == (
        "Round 35 begins; if nobody declares victory, the match is scored after round 40."
    )
    talk = rolled(1, 6, turn=3, round=40)
    talk.says("ola", "STAY")

    assert talk.state.phase == ""


def test_a_host_may_lift_the_last_round():
    """Ruling 44."""
    lifted = replace(DEFAULT_TABLES, readings=replace(DEFAULT_TABLES.readings, rounds_most=0))
    talk = rolled(1, 6, turn=3, round=40, tables=lifted)
    talk.says("ola", "STAY")

    assert talk.awaited == ("anna",)


def test_a_last_round_that_has_begun_is_played_to_its_end():
    """Ruling 44."""
    talk = rolled(1, 6, turn=3, round=40, declared=2, turns_left=3)
    talk.says("ola", "STAY")

    assert talk.awaited == ("anna",)


def test_the_default_of_assets_is_to_do_nothing():
    talk = rolled(1, 6, cash=900, nw=held(0, 0, rig="1-1"))
    talk.deadline()

    assert (quadrant(talk, "nw").plan, talk.state.declared) == (plan(rig="1-1"), None)


def test_the_empty_quadrant_rolls_and_its_neighbour_acts():
    """Ruling 33: it has a full production roll, and neighbours act on it."""
    talk = table(
        "assets", players=3, turn=2, values=faces(2, 5), roll=(1, 6), nw=held(0, 1, station="2-2")
    )
    talk.says("marcin", "STAY")

    assert (talk.state.turn, talk.awaited) == (3, ("anna",))
    talk.says("anna", "SELL 1")

    assert (talk.state.turn, talk.state.round, talk.state.phase) == (0, 2, "market")


def test_assets_and_barrels_of_the_two_quadrants_of_a_player_never_mix():
    """Ruling 34: each quadrant of the board is a player of its own."""
    talk = rolled(1, 6, players=2, nw=held(0, 0, station="1-1"), se=held(5, 5))

    assert talk.state.phase == "assets"
    talk.says("anna", "BUILD RIG 1-2")

    assert quadrant(talk, "se").plan == plan()
    assert (barrels(talk, "nw"), barrels(talk, "se")) == ((0, 0), (5, 5))


def test_the_cash_of_two_quadrants_is_one_purse():
    talk = table(players=2, turn=2, values=faces(1, 2))
    talk.says("anna", "BUY 1 CRUDE DOMESTIC")

    assert talk.state.cash == {"anna": 194, "piotr": 200}
    assert barrels(talk, "se") == (3, 2)


def test_with_two_players_the_declarer_s_second_quadrant_has_a_last_turn_too():
    """Ruling 28."""
    talk = rolled(1, 6, players=2, cash=800)
    talk.dice._values += faces(1, 2, 1, 2, 1, 2)
    talk.says("anna", "DECLARE")
    acted = []
    while talk.state.phase:
        acted.append((talk.awaited[0], talk.state.turn))
        talk.says(talk.awaited[0], "STAY")

    assert list(dict.fromkeys(acted)) == [("piotr", 1), ("anna", 2), ("piotr", 3)]
