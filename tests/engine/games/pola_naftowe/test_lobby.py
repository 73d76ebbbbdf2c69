"""Lobbying, Demand and Random Event, in the rulebook's words and order."""

import pytest
from oil_fields import SEATS, cash, faces, held, refusal, table, with_event

from stagepost_engine.games.pola_naftowe.default_tables import DEFAULT_TABLES
from stagepost_engine.games.pola_naftowe.tables import (
    DemandHalved,
    DemandRaised,
    PlacingCost,
    RefineryIncome,
    SessionPrices,
    TankerCapacity,
    TankerPrice,
    TankerUpkeep,
    WellOutput,
)

DEMAND = faces(1, 4, 2, 6)
SEVEN = faces(3, 4)


def bids(talk, **sums):
    news = []
    for seat, amount in sums.items():
        news = talk.says(seat, f"BID {amount}")
    return news


def test_the_player_who_declared_the_most_wins_and_all_pay():
    talk = table("lobby", leader=None, values=DEMAND + SEVEN)
    bids(talk, anna=200, piotr=500, marcin=100, krzysiek=300)

    assert talk.state.lobbyist == "piotr"
    assert cash(talk) == {"anna": 2800, "piotr": 2500, "marcin": 2900, "krzysiek": 2700}


def test_nothing_is_revealed_before_all_have_declared():
    talk = table("lobby", leader=None)

    assert bids(talk, anna=200, piotr=500, marcin=100) == []
    assert talk.awaited == ("krzysiek",)


@pytest.mark.parametrize("amount", [0, 50, 3100])
def test_players_must_be_able_to_pay_and_cannot_declare_0(amount):
    """Ruling 27: the minimum bid is 100."""
    said = refusal(table("lobby").says, "anna", f"BID {amount}")

    assert said == f"amount {amount} is out of bounds: it runs from 100 to 3000."


def test_bids_are_made_in_multiples_of_100():
    said = refusal(table("lobby").says, "anna", "BID 250")

    assert said == "amount 250 is not in steps of 100: 200 or 300 would do."


def test_in_the_first_round_a_tie_is_decided_by_a_dice_roll():
    """Ruling 29: rolled again between those still tied."""
    rolls = faces(6, 2, 6) + faces(3, 3) + faces(1, 5)
    talk = table("lobby", leader=None, values=rolls + DEMAND + SEVEN)
    news = bids(talk, anna=300, piotr=300, marcin=300, krzysiek=100)

    assert talk.state.lobbyist == "marcin"
    assert "anna and marcin are tied: anna rolls 1 and marcin rolls 5." in news


def test_the_last_winner_resolves_later_ties():
    """Ruling 30: he may favour himself."""
    talk = table("lobby", leader="piotr", values=DEMAND + SEVEN, round=2)
    bids(talk, anna=300, piotr=300, marcin=300, krzysiek=100)

    assert (talk.state.phase, talk.awaited) == ("lobby_tie", ("piotr",))
    assert refusal(talk.says, "piotr", "CHOOSE krzysiek").startswith("“krzysiek” is not among")
    talk.says("piotr", "CHOOSE piotr")
    assert talk.state.lobbyist == "piotr"


@pytest.mark.parametrize(("judge", "chosen"), [("piotr", "marcin"), ("krzysiek", "anna")])
def test_an_absent_judge_chooses_the_first_from_his_left_and_himself_last(judge, chosen):
    talk = table("lobby_tie", leader=judge, tied=("anna", "piotr", "marcin"), values=DEMAND + SEVEN)
    talk.deadline()

    assert talk.state.lobbyist == chosen


def test_the_die_decides_if_the_last_winner_is_out():
    talk = table("lobby", leader="krzysiek", krzysiek=None, values=faces(2, 5) + DEMAND[:3] + SEVEN)
    bids(talk, anna=300, piotr=300, marcin=100)

    assert talk.state.lobbyist == "piotr"


def test_who_can_pay_only_the_least_bid_is_not_asked():
    talk = table("lobby", anna=held(cash=100), values=DEMAND + SEVEN)

    assert talk.awaited == SEATS[1:]
    bids(talk, piotr=200, marcin=100, krzysiek=100)
    assert cash(talk)["anna"] == 0


def test_an_absent_player_declares_100():
    talk = table("lobby", leader=None, values=faces(1, 2, 3, 4) + DEMAND + SEVEN)
    talk.deadline()

    assert set(cash(talk).values()) == {2900}


def test_roll_as_many_dice_as_there_are_players():
    """Ruling 37: players still in the game."""
    talk = table("demand", marcin=None, values=faces(6, 5, 4) + SEVEN)
    talk.deadline()

    assert talk.state.demand == 15


@pytest.mark.parametrize(
    ("roll", "effect"),
    [
        (faces(1, 1), DemandHalved()),
        (faces(1, 2), TankerCapacity(4)),
        (faces(1, 3), RefineryIncome(1000)),
        (faces(1, 4), WellOutput(1)),
        (faces(1, 5), TankerUpkeep(300)),
        (faces(1, 6), TankerUpkeep(100)),
        (faces(2, 6), WellOutput(-1)),
        (faces(3, 6), PlacingCost(-100)),
        (faces(4, 6), TankerPrice(700)),
        (faces(5, 6), DemandRaised(1)),
        (faces(6, 6), SessionPrices(1, -100)),
    ],
)
def test_read_off_the_event_assigned_to_that_result(roll, effect):
    """Ruling 13: nobody is asked who ignores what changes demand or prices."""
    talk = table("event", demand=13, values=roll)
    talk.deadline()
    view = talk.game.view(talk.state, "anna")
    market = isinstance(effect, DemandHalved | DemandRaised | SessionPrices)

    assert view.effect == effect
    assert talk.state.phase == ("infrastructure" if market else "exemption")


def test_a_slump_halves_demand_rounded_up():
    talk = table("event", demand=13, values=faces(1, 1))
    talk.deadline()

    assert talk.state.demand == 7


def test_a_cold_winter_adds_the_players_still_in_the_game():
    talk = table("event", demand=13, marcin=None, values=faces(5, 6))
    talk.deadline()

    assert talk.state.demand == 16


@pytest.mark.parametrize(
    ("who", "exempt"), [("piotr", "piotr"), ("anna", "anna"), ("nobody", None)]
)
def test_the_winner_may_designate_a_player_who_ignores_the_event(who, exempt):
    """Ruling 12: himself, another, or nobody, after the roll."""
    talk = table("exemption", event=5)
    talk.says("anna", f"EXEMPT {who}")

    assert talk.state.exempt == exempt


def test_nobody_else_designates():
    said = refusal(table("exemption", event=5).says, "piotr", "EXEMPT piotr")

    assert said == "You have nothing to decide in this phase: Random Event: who ignores it."


def test_who_is_out_cannot_be_designated():
    talk = table("exemption", event=5, marcin=None)

    assert refusal(talk.says, "anna", "EXEMPT marcin").startswith("“marcin” is not among")


@pytest.mark.parametrize(("money", "exempt"), [(200, "anna"), (300, None), (100, None)])
def test_an_absent_winner_exempts_himself_only_if_it_saves_him(money, exempt):
    """Port dues: a tanker costs 300. With 100 P$ he falls either way."""
    talk = table("exemption", event=6, anna=held(cash=money))
    talk.deadline()

    assert talk.state.exempt == exempt


EFFECTS = [
    (TankerCapacity(4), lambda talk: row(talk).room, 5, 4),
    (TankerUpkeep(300), lambda talk: row(talk).upkeep, 700, 800),
    (WellOutput(1), lambda talk: row(talk).output, 7, 8),
    (WellOutput(-9), lambda talk: row(talk).output, 7, 0),
    (RefineryIncome(1000), lambda talk: prices(talk).refinery_income, 800, 1000),
    (TankerPrice(700), lambda talk: prices(talk).tanker, 500, 700),
    (PlacingCost(-100), lambda talk: prices(talk).placing_change, 0, -100),
]


def row(talk):
    return next(row for row in talk.game.view(talk.state, "anna").seats if row.seat == "anna")


def prices(talk):
    return talk.game.view(talk.state, "anna").prices


@pytest.mark.parametrize(("effect", "seen", "without", "with_it"), EFFECTS)
def test_an_event_holds_for_all_but_the_exempt(effect, seen, without, with_it):
    tables = with_event(DEFAULT_TABLES, effect)
    anna = held(north_sea=1)

    assert seen(table("lot", anna=anna, tables=tables)) == without
    assert seen(table("lot", anna=anna, tables=tables, event=7)) == with_it
    assert seen(table("lot", anna=anna, tables=tables, event=7, exempt="piotr")) == with_it
    assert seen(table("lot", anna=anna, tables=tables, event=7, exempt="anna")) == without
