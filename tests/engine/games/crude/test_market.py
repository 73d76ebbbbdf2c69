"""Phase 1, the Market Phase."""

import pytest
from oil_company import barrels, held, refusal, table

from stagepost_engine.games.crude.ladders import buys_most, cost
from stagepost_engine.games.crude.state import Ladders


def test_two_barrels_of_gasoline_cost_the_two_lowest_prices():
    """
    For example, if a player wants to buy 2 barrels of gasoline and the lowest barrel sits on the
    6 dollar circle, the player pays 14 dollars in all to the bank (6 + 8 dollars).
    """
    talk = table(markets={"domestic": Ladders(5, 2), "foreign": Ladders(5, 7)}, values=[0, 1])
    talk.says("anna", "BUY 2 GASOLINE DOMESTIC")

    assert talk.state.cash["anna"] == 200 - 14
    assert barrels(talk, "nw") == (2, 4)
    assert talk.state.markets["domestic"].gasoline == 4


def test_barrels_are_sold_on_the_highest_open_spaces():
    """He puts the barrel on the highest circle that is not covered and collects that sum."""
    talk = table(values=[0, 1])
    talk.says("anna", "SELL 2 GASOLINE FOREIGN")

    assert talk.state.cash["anna"] == 200 + 14 + 12
    assert talk.state.markets["foreign"] == Ladders(5, 5)


def test_crude_goes_up_by_one_and_gasoline_by_two():
    talk = table(values=[0, 1])
    talk.says("anna", "BUY 3 CRUDE DOMESTIC / BUY 1 GASOLINE")

    assert talk.state.cash["anna"] == 200 - (6 + 7 + 8) - 16


def test_only_one_of_the_two_markets_in_a_turn():
    """
    For example, he may buy crude and sell gasoline in the domestic market, but then neither buy
    nor sell any kind of oil in the foreign one.
    """
    talk = table()

    assert refusal(talk.says, "anna", "BUY 1 CRUDE DOMESTIC / SELL 1 GASOLINE FOREIGN") == (
        "“FOREIGN” is not among: domestic."
    )
    talk = table(values=[0, 1])
    talk.says("anna", "BUY 1 CRUDE DOMESTIC / SELL 1 GASOLINE DOMESTIC")

    assert talk.state.cash["anna"] == 200 - 6 + 14


def test_a_barrel_bought_and_sold_again_gains_nothing():
    """Ruling 21."""
    talk = table(values=[0, 1])
    talk.says("anna", "BUY 4 CRUDE FOREIGN / SELL 4 CRUDE")

    assert talk.state.cash["anna"] == 200
    assert talk.state.markets["foreign"] == Ladders(5, 7)


def test_from_an_empty_ladder_nothing_is_bought_and_on_a_full_one_nothing_sold():
    """Ruling 22."""
    talk = table(markets={"domestic": Ladders(30, 0), "foreign": Ladders(30, 0)})

    assert refusal(talk.says, "anna", "BUY 1 CRUDE DOMESTIC") == ("“CRUDE” is not among: gasoline.")
    assert refusal(talk.says, "anna", "SELL 1 GASOLINE FOREIGN") == (
        "“GASOLINE” is not among: crude."
    )


def test_an_embargo_closes_the_foreign_market():
    talk = table(lasting=("embargo",))

    assert refusal(talk.says, "anna", "BUY 1 CRUDE FOREIGN") == "“FOREIGN” is not among: domestic."


def test_who_can_neither_buy_nor_sell_is_not_asked():
    talk = table(cash=0, nw=held(0, 0))

    assert talk.awaited == ()


def test_the_default_trades_nothing():
    talk = table(values=[0, 1])
    talk.deadline()

    assert talk.state.cash["anna"] == 200
    assert barrels(talk, "nw") == (2, 2)


@pytest.mark.parametrize("below", [0, 1, 7, 29, 30])
@pytest.mark.parametrize("good", ["crude", "gasoline"])
def test_all_that_the_cash_buys_and_not_one_barrel_more(below, good):
    state = table(markets={"domestic": Ladders(below, below), "foreign": Ladders(5, 7)}).state
    for cash in range(400):
        most = buys_most(state, "domestic", good, cash)

        assert cost(state, "domestic", good, most) <= cash
        assert most == 30 - below or cost(state, "domestic", good, most + 1) > cash
