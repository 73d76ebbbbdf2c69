"""A news event that costs more than a player holds: ruling 32."""

from itertools import product

import pytest
from msgspec.structs import replace
from oil_company import MIXED, SEATS, held, news, plan, quadrant, refusal, rolls, table

from stagepost_engine.games.crude.default_tables import DEFAULT_TABLES
from stagepost_engine.games.crude.forced_sale import brings, cheapest, kind_of, saleable, short
from stagepost_engine.games.crude.squares import pieces
from stagepost_engine.games.crude.state import card_named, price_of

RECOVERY = card_named(DEFAULT_TABLES, "recovery")


def taxed(cash=0, **changes):
    """Anna must pay 1 for each barrel after the first player's double 1."""
    return rolls(
        1, 1, 0, likely="barrel-tax", cash={**dict.fromkeys(SEATS, 200), "anna": cash}, **changes
    )


def test_a_debtor_sells_assets_of_his_own_choice():
    talk = taxed(nw=MIXED)

    assert (talk.state.phase, talk.awaited, talk.state.debts) == ("tax", ("anna",), {"anna": 8})
    talk.says("anna", "LIQUIDATE 3-3")

    assert talk.state.cash["anna"] == RECOVERY.station.sell - 8
    assert "s" not in quadrant(talk, "nw").plan


def test_no_more_is_sold_than_covers_the_debt():
    talk = taxed(cash=7, nw=MIXED)
    talk.says("anna", "LIQUIDATE 1-1 TO 6-6")

    assert quadrant(talk, "nw").plan == plan(
        rig="1-2 1-3 1-4 1-5 1-6", station="3-3", refinery="5-1"
    )


def test_a_sale_that_is_not_enough_is_refused_with_what_would_do():
    talk = taxed(nw=MIXED)

    assert refusal(talk.says, "anna", "LIQUIDATE 1-1") == "This is missing: COVER"


def test_the_default_covers_the_debt():
    talk = taxed(nw=MIXED)
    talk.deadline()

    assert talk.state.cash["anna"] >= 0
    assert talk.state.debts == {}


def test_who_has_no_choice_is_not_asked_and_the_rest_is_forgiven():
    talk = taxed(nw=held(30, 30, rig="1-6"))

    assert "anna must sell 1-6 for 2 M$." in news(talk) or RECOVERY.rig.sell != 2
    assert talk.state.cash["anna"] == 0
    assert news(talk)[-1].endswith("are forgiven.")


def test_all_debtors_of_one_event_are_asked_together():
    """Ruling 48."""
    talk = rolls(1, 1, 0, likely="barrel-tax", cash=0, nw=MIXED, se=MIXED)

    assert talk.awaited == ("anna", "marcin")


def test_no_debt_is_left_and_the_turn_goes_on():
    talk = taxed(nw=MIXED)
    talk.says("anna", "COVER")

    assert talk.state.phase in ("hits", "assets")


def test_two_quadrants_of_a_debtor_are_named_by_their_corner():
    cash = {"anna": 0, "piotr": 200}
    talk = rolls(1, 1, 0, players=2, likely="barrel-tax", cash=cash, nw=MIXED, se=MIXED)

    assert "nw-3-3" in refusal(talk.says, "anna", "LIQUIDATE 3-3")
    assert refusal(talk.says, "anna", "LIQUIDATE NW-1-1 TO SE-1-6") == (
        "nw-1-1 and se-1-6 are not in one quadrant."
    )
    talk.says("anna", "LIQUIDATE SE-3-3 / LIQUIDATE NW-3-3")

    assert talk.state.debts == {}


@pytest.mark.parametrize("debt", range(1, 60, 4))
@pytest.mark.parametrize("economy", ["depression", "recovery", "prosperity"])
def test_the_default_set_is_the_cheapest_of_all_sets(debt, economy):
    """Ruling 32, held against every subset."""
    quadrant_ = held(0, 0, rig="1-1 1-2 1-3", station="3-3 3-4", refinery="5-1", well="6-6")
    talk = table("tax", cash=0, nw=quadrant_, debts={"anna": debt}, economy=economy)
    state, able = talk.state, saleable(talk.state, "anna")
    chosen = cheapest(state, "anna")
    if sum(brings(state, square) for square in able) <= debt:
        assert set(chosen) == set(able)
        return

    def loss(squares):
        card = card_named(DEFAULT_TABLES, economy)
        prices = (price_of(card, kind_of(state, square)).buy for square in squares)
        return sum(10_000 if price is None else price for price in prices), len(squares)

    sets = (
        [square for square, taken in zip(able, marks, strict=True) if taken]
        for marks in product((False, True), repeat=len(able))
    )
    enough = [squares for squares in sets if sum(brings(state, s) for s in squares) >= debt]

    assert sum(brings(state, square) for square in chosen) >= debt
    assert loss(chosen) == min(loss(squares) for squares in enough)


def test_what_brings_nothing_is_not_sold_for_a_debt():
    free = tuple(replace(card, rig=replace(card.rig, sell=0)) for card in DEFAULT_TABLES.economy)
    talk = taxed(nw=MIXED, tables=replace(DEFAULT_TABLES, economy=free))
    talk.deadline()

    assert len(pieces(quadrant(talk, "nw").plan, "rig")) == 6
    assert short(talk.state, "anna") == 0
