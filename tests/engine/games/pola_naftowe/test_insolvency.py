"""Goal of the Game: who cannot pay even one obligation immediately ends the game."""

import pytest
from msgspec.structs import replace
from oil_fields import SEATS, cash, faces, held, refusal, table
from transcript import told

from stagepost_engine.games.pola_naftowe.state import Fallen, Promise

DICE = faces(1, 1, 1, 1, 3, 4)


def words(talk):
    return told(tuple(talk.news))


def round_ends(**changes):
    """Just before the next round's Lobbying."""
    return table("income", **changes)


def test_less_than_100_at_lobbying_is_insolvent_after_a_last_call():
    """Ruling 28."""
    talk = round_ends(anna=held(cash=0))
    talk.deadline()
    assert (talk.state.phase, talk.awaited) == ("lobby_call", ("anna",))
    talk.deadline()

    assert "anna" not in talk.state.holdings
    assert "anna must pay 100 P$ and holds 0 P$: insolvent, and out of the game." in words(talk)
    assert talk.state.phase == "lobby"


def test_no_last_call_where_nobody_is_short():
    talk = round_ends(anna=held(cash=100))
    talk.deadline()

    assert talk.state.phase == "lobby"


def test_an_overflow_fine_that_cannot_be_paid():
    talk = table("lot", tankers=0, refineries=0, anna=held(cash=100, texas=2))
    talk.deadline()
    while talk.state.phase == "auction":
        talk.deadline()

    assert (talk.state.phase, talk.awaited) == ("extraction_call", ("anna",))
    talk.deadline()
    assert talk.state.fallen == (Fallen("anna", 1, 6, 100),)


def test_a_shortage_fine_that_cannot_be_paid_falls_due_with_the_fees():
    talk = table("refinery", queue=SEATS, anna=held(cash=500, refineries=1))
    talk.deadline()
    assert talk.awaited == ("anna",)
    assert refusal(talk.says, "anna", "PAY") == (
        "You hold 500 P$ of the 1100 P$ that fall due; a deal for 600 P$ more would do."
    )
    talk.trades("anna", "OFFER piotr GIVE NOTHING GET 600 CASH")
    talk.says("anna", "PAY")

    # What is left is the refinery's income.
    assert cash(talk)["anna"] == 800
    assert "anna pays 1100 P$ of upkeep and fines." in words(talk)


def test_fees_that_cannot_be_paid():
    talk = table("refinery", queue=("krzysiek",), anna=held(cash=100))
    talk.deadline()
    talk.says("anna", "CONCEDE")

    assert "anna" not in talk.state.holdings


def test_who_could_pay_may_still_concede():
    talk = table("refinery", queue=("krzysiek",), anna=held(cash=100))
    talk.deadline()
    talk.trades("piotr", "OFFER anna GIVE 100 CASH GET NOTHING")
    news = talk.says("anna", "CONCEDE")

    assert news[0] == "anna concedes and is out of the game."


def test_a_player_short_of_cash_may_trade_before_he_falls():
    """Ruling 50: at the deadline he pays if he can."""
    talk = table("refinery", queue=("krzysiek",), anna=held(cash=100))
    talk.deadline()
    talk.trades("piotr", "OFFER anna GIVE 100 CASH GET NOTHING")
    talk.deadline()

    assert cash(talk)["anna"] == 0


def test_a_promise_that_cannot_be_paid():
    """Ruling 42: collected like any other obligation, insolvency included; no call before this."""
    promise = Promise("anna", "piotr", 500, 0, 1, 5)
    talk = table("infrastructure", queue=("krzysiek",), anna=held(cash=400), promises=(promise,))
    news = talk.says("krzysiek", "STAY")

    assert news[-1] == "anna must pay 500 P$ and holds 400 P$: insolvent, and out of the game."
    assert cash(talk)["piotr"] == 3000


def test_barrels_promised_and_not_held():
    promise = Promise("anna", "piotr", 0, 3, 1, 5)
    talk = table("infrastructure", queue=("krzysiek",), anna=held(barrels=2), promises=(promise,))
    news = talk.says("krzysiek", "STAY")

    assert news[-1] == "anna promised 3 barrels and holds 2: insolvent, and out of the game."


def test_a_promise_counts_with_what_else_falls_due():
    """400 P$ pay the upkeep of 200 and not 300 beside it: called before Fees."""
    promise = Promise("anna", "piotr", 300, 0, 1, 8)
    talk = table("refinery", queue=("krzysiek",), anna=held(cash=400), promises=(promise,))
    talk.deadline()

    assert talk.awaited == ("anna",)
    assert next(talk.asked("anna")).startswith("Last call: 500 P$ fall due and you hold 400 P$")


def test_holdings_leave_the_table_and_return_to_the_supply():
    """Ruling 36: out at once, nothing partly paid."""
    rich = held(cash=100, tankers=2, refineries=1, barrels=4, north_sea=1)
    talk = table("refinery", queue=("krzysiek",), anna=rich)
    before = talk.game.audit(talk.state)
    talk.deadline()
    talk.deadline()

    assert (talk.state.tankers, talk.state.refineries) == (13, 9)
    assert talk.game.audit(talk.state) == before
    view = talk.game.view(talk.state, None)
    assert next(field.free for field in view.fields if field.id == "north-sea") == 3


def test_promises_to_and_from_who_is_out_lapse():
    """Ruling 51: and who relied on one may fall with him."""
    promises = (Promise("anna", "piotr", 500, 0, 1, 8), Promise("piotr", "marcin", 400, 0, 1, 8))
    talk = table(
        "refinery",
        queue=("krzysiek",),
        anna=held(cash=600),
        piotr=held(cash=400),
        promises=promises,
    )
    talk.deadline()
    assert talk.awaited == ("anna",)
    talk.deadline()

    assert set(talk.state.holdings) == {"marcin", "krzysiek"}
    assert talk.state.promises == ()
    assert cash(talk)["marcin"] == 2800


def test_the_next_player_clockwise_leads_if_the_winner_falls():
    """Ruling 38: he decides and settles ties until the round ends."""
    promise = Promise("anna", "piotr", 500, 0, 1, 5)
    talk = table("infrastructure", queue=("krzysiek",), anna=held(cash=400), promises=(promise,))
    talk.says("krzysiek", "STAY")

    assert (talk.state.leader, talk.state.lobbyist) == ("piotr", "anna")
    assert talk.awaited == ("piotr",)


def test_who_is_left_alone_wins_at_once():
    """Ruling 39: the last but one falls."""
    talk = table(
        "refinery",
        queue=("piotr",),
        marcin=None,
        krzysiek=None,
        anna=held(cash=0),
        piotr=held(cash=700),
    )
    talk.deadline()
    talk.deadline()

    assert talk.state.phase == ""
    assert words(talk)[-1] == "The game is over. piotr wins with 700 P$."


def test_if_all_fall_together_the_most_cash_before_that_phase_wins():
    """Ruling 36."""
    poor = {seat: held(cash=0) for seat in SEATS}
    talk = table("refinery", queue=("krzysiek",), **(poor | {"marcin": held(cash=100)}))
    talk.deadline()
    talk.deadline()

    assert words(talk)[-1] == "The game is over. marcin wins with 100 P$."
    assert [rank.place for rank in talk.game.ranking(talk.state)] == [1, 2, 2, 2]


def test_equal_cash_shares():
    talk = table("refinery", queue=("krzysiek",), **{seat: held(cash=100) for seat in SEATS})
    talk.deadline()
    talk.deadline()

    assert words(talk)[-1] == (
        "The game is over. anna, piotr, marcin and krzysiek share the win with 100 P$ each."
    )


@pytest.mark.parametrize("line", ["PAY 100", "PAY", "BID 100", "concede now"])
def test_answers_to_a_last_call_that_cannot_be(line):
    talk = table("refinery", queue=("krzysiek",), anna=held(cash=100))
    talk.deadline()

    assert refusal(talk.says, "anna", line)


def finished(**changes):
    talk = table("income", round=5, **changes)
    talk.deadline()
    return talk


def test_the_most_petrodollars_at_the_end_of_the_5th_round_win():
    """Ruling 41: barrels and assets count for nothing."""
    talk = finished(piotr=held(cash=3100), marcin=held(cash=3000, tankers=5, barrels=20))

    assert words(talk)[-1] == "The game is over. piotr wins with 3100 P$."


def test_a_tie_is_won_by_the_last_lobbyist_if_he_is_tied():
    """Ruling 40."""
    won = finished(leader="marcin")
    shared = finished(leader="marcin", marcin=held(cash=2900))

    assert words(won)[-1] == "The game is over. marcin wins with 3000 P$."
    assert words(shared)[-1].startswith("The game is over. anna, piotr and krzysiek share the win")


def test_who_fell_later_ranks_higher():
    talk = table("lobby", anna=None, piotr=None, leader="marcin")
    fallen = (Fallen("anna", 1, 8, 100), Fallen("piotr", 2, 1, 0))
    ranking = talk.game.ranking(replace(talk.state, fallen=fallen))

    assert [(rank.seat, rank.score) for rank in ranking[2:]] == [("piotr", 0), ("anna", 0)]
