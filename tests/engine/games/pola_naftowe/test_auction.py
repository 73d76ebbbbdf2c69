"""Auction Phase: the lot, the bids, the limits, and the well's place."""

import pytest
from oil_fields import SEATS, cash, held, refusal, table, turns
from transcript import told

from stagepost_engine.games.pola_naftowe.state import Auction


def auction(lot="tanker", first="anna", **changes):
    return table("auction", leader=first, auction=Auction(lot, turns(first)), **changes)


def told_words(talk):
    return told(tuple(talk.news))


def speaks(talk, *lines):
    for line in lines:
        seat, order = line.split(" ", 1)
        news = talk.says(seat, order)
    return news


@pytest.mark.parametrize("lot", ["tanker", "refinery", "well"])
def test_the_winner_decides_what_is_put_up(lot):
    talk = table("lot", leader="piotr")
    news = talk.says("piotr", f"AUCTION {lot}")

    assert news == [f"piotr puts a {lot} up for auction."]
    assert talk.awaited == ("piotr",)


def test_the_chosen_item_must_be_available():
    """Ruling 34: a well needs room on a field and a free token of somebody."""
    full = {seat: held(texas=2, persian_gulf=2) for seat in SEATS}
    talk = table("lot", tankers=0, **full)
    assert refusal(talk.says, "anna", "AUCTION TANKER").startswith(
        "“TANKER” is not among: refinery, well"
    )
    busy = held(texas=1, persian_gulf=1, north_sea=0, indian_ocean=1)
    board = table("lot", **dict.fromkeys(SEATS, busy), tankers=0)
    assert board.awaited == ("anna",)


def test_one_thing_is_put_up_without_asking_and_nothing_is_skipped():
    only = table("lot", tankers=0, refineries=0)
    only.deadline()
    assert only.state.auction.lot == "well"
    full = {
        "anna": held(texas=5, persian_gulf=2),
        "piotr": held(persian_gulf=3, north_sea=3, indian_ocean=1, cash=9000, tankers=9),
        "marcin": held(indian_ocean=3),
    }
    none = table("lot", tankers=0, refineries=0, **full)
    news = none.deadline()
    assert news[0] == "There is nothing to put up: no auction this round."


def test_an_absent_winner_puts_up_the_first_of_tanker_refinery_well():
    talk = table("lot", tankers=0)
    talk.deadline()

    assert talk.state.auction.lot == "refinery"


def test_players_bid_clockwise_and_who_passes_is_out():
    talk = auction(first="marcin")
    speaks(talk, "marcin BID 100", "krzysiek PASS", "anna BID 300", "piotr PASS")
    assert talk.awaited == ("marcin",)
    speaks(talk, "marcin BID 400", "anna PASS")

    assert "marcin buys the tanker for 400 P$." in told_words(talk)
    # The Fees follow at once: 400 for two tankers, 200 for one.
    assert talk.holds("marcin") == held(cash=2200, tankers=2)
    assert cash(talk)["anna"] == 2800
    assert talk.state.tankers == 11


def test_a_bid_is_at_least_100_above_the_last_and_within_cash():
    """Rulings 32 and 33."""
    talk = auction(piotr=held(cash=500))
    speaks(talk, "anna BID 300")

    assert (
        refusal(talk.says, "piotr", "BID 300")
        == "amount 300 is out of bounds: it runs from 400 to 500."
    )
    assert (
        refusal(talk.says, "piotr", "BID 450")
        == "amount 450 is not in steps of 100: 400 or 500 would do."
    )
    assert (
        refusal(talk.says, "marcin", "PASS")
        == "You have nothing to decide in this phase: Auction: the bids."
    )


def test_who_cannot_raise_passes_without_being_asked():
    talk = auction(piotr=held(cash=300))
    speaks(talk, "anna BID 300")

    assert talk.awaited == ("marcin",)
    assert "piotr passes." in told_words(talk)


def test_all_pass_and_the_lot_is_unsold():
    talk = auction()
    for _ in SEATS:
        talk.deadline()

    assert talk.state.tankers == 12
    assert "Nobody bids: the tanker stays where it is." in told_words(talk)


def test_the_last_to_speak_may_open():
    talk = auction("refinery")
    speaks(talk, "anna PASS", "piotr PASS", "marcin PASS", "krzysiek BID 100")

    assert talk.state.refineries == 8
    assert talk.holds("krzysiek").refineries == 1


def test_a_well_needs_a_free_token_to_bid_for():
    """Ruling 8."""
    talk = auction("well", anna=held(texas=5, persian_gulf=3))

    talk.deadline()

    assert talk.awaited == ("piotr",)


def test_a_well_may_be_placed_on_any_field_with_free_space_at_no_cost():
    """Ruling 35."""
    talk = auction("well", krzysiek=held(north_sea=3))
    speaks(talk, "anna BID 100", "piotr PASS", "marcin PASS", "krzysiek PASS")
    assert talk.awaited == ("anna",)
    assert refusal(talk.says, "anna", "PLACE north-sea").startswith("“north-sea” is not among")
    talk.says("anna", "PLACE texas")

    assert talk.holds("anna").wells == (1, 0, 0, 0)
    assert talk.holds("anna").cash == 2900


def test_an_absent_buyer_places_where_upkeep_is_lowest():
    talk = auction("well")
    speaks(talk, "anna BID 100", "piotr PASS", "marcin PASS", "krzysiek PASS")
    talk.deadline()

    assert talk.holds("anna").wells == (0, 1, 0, 0)


def test_a_well_without_a_place_is_void_and_stays_paid():
    """Ruling 52: looked at again when it is placed."""
    sale = Auction("well", ("anna",), "anna", 100)
    talk = table("place", auction=sale, anna=held(cash=2900, texas=5, persian_gulf=3, tankers=6))
    news = talk.deadline()

    assert news[0] == "anna has no token or field for the well: it is void."
    assert talk.state.auction is None


# Limits: standing orders that live outside the state.


def test_a_limit_raises_by_the_least_step():
    talk = auction()
    talk.says("piotr", "UP TO 400")
    news = talk.says("anna", "BID 200")

    assert news == ["anna bids 200 P$.", "piotr bids 300 P$."]
    assert talk.awaited == ("marcin",)


def test_beyond_its_limit_a_seat_passes():
    talk = auction()
    talk.says("piotr", "UP TO 400")
    news = talk.says("anna", "BID 400")

    assert news == ["anna bids 400 P$.", "piotr passes."]


def test_then_ask_asks_the_player_beyond_the_limit():
    talk = auction()
    talk.says("piotr", "UP TO 400 THEN ASK")
    talk.says("anna", "BID 400")

    assert talk.awaited == ("piotr",)
    talk.says("piotr", "BID 500")
    assert talk.state.auction.leader == "piotr"


def test_a_limit_is_cut_to_the_cash_of_the_moment():
    talk = auction(piotr=held(cash=1000))
    talk.says("piotr", "UP TO 1000")
    talk.trades("piotr", "OFFER krzysiek GIVE 700 CASH GET NOTHING")
    news = talk.says("anna", "BID 300")

    assert news[-1] == "piotr passes."


def test_one_line_may_bid_and_set_a_limit():
    talk = auction()
    talk.says("anna", "BID 100 UP TO 300")
    speaks(talk, "piotr BID 200", "marcin PASS")
    news = talk.says("krzysiek", "PASS")

    assert news[-1] == "anna bids 300 P$."


def test_two_limits_duel_and_the_higher_wins():
    talk = auction()
    talk.says("piotr", "UP TO 700")
    talk.says("marcin", "UP TO 1200")
    talk.says("krzysiek", "UP TO 500")
    talk.says("anna", "PASS")

    assert [seat for seat, row in talk.state.holdings.items() if row.tankers == 2] == ["marcin"]
    paid = [line for line in told_words(talk) if "buys the tanker" in line]
    # piotr 100, marcin 200, krzysiek 300, piotr 400, marcin 500; piotr 600, marcin 700.
    assert paid == ["marcin buys the tanker for 700 P$."]


def test_a_seat_whose_own_bid_leads_is_never_asked():
    talk = auction()
    talk.says("anna", "BID 100 UP TO 900")
    speaks(talk, "piotr PASS", "marcin PASS")
    news = talk.says("krzysiek", "PASS")

    assert news[1] == "anna buys the tanker for 100 P$."


def test_a_limit_ends_with_its_auction():
    talk = auction()
    talk.says("piotr", "UP TO 400")
    for line in ("anna PASS", "marcin PASS", "krzysiek PASS"):
        speaks(talk, line)

    assert talk.play.standing["piotr"] == {}


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("UP TO 3100", "limit 3100 is out of bounds: it runs from 100 to 3000."),
        ("UP TO 150", "limit 150 is not in steps of 100: 100 or 200 would do."),
        ("UP TO 300 THEN SLEEP", "“SLEEP” is not among: pass, ask."),
        ("UP TO", "Something is missing; write it as: UP TO <limit> (THEN <then>)"),
    ],
)
def test_limits_that_cannot_be(line, sentence):
    assert refusal(auction().says, "piotr", line) == sentence


def test_who_has_passed_cannot_set_a_limit():
    talk = auction()
    speaks(talk, "anna PASS")

    assert refusal(talk.says, "anna", "UP TO 400").startswith(
        "“UP TO 400” is not an order for now."
    )
