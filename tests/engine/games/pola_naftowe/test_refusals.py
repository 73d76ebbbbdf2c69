"""Wrong forms of each order, and the sentence that each gets."""

import pytest
from oil_fields import SEATS, building, held, refusal, table, turns

from stagepost_contracts.errors import IllegalMove
from stagepost_engine.games.pola_naftowe.game import GAME
from stagepost_engine.games.pola_naftowe.orders import Bid, BuyRefinery, BuyTanker, Pass, Stay
from stagepost_engine.games.pola_naftowe.state import Auction
from stagepost_engine.rules.play import checked
from stagepost_texts.catalogue import spoken

AUCTION = {"auction": Auction("well", turns("anna"))}


def adjusting():
    talk = table("declare", session=1, demand=5, anna=held(barrels=5), piotr=held(barrels=1))
    talk.says("anna", "SELL 3")
    talk.says("piotr", "SELL 0")
    return talk


PLACES = {
    "lobby": lambda: table("lobby"),
    "tie": lambda: table("lobby_tie", tied=("piotr", "marcin")),
    "exemption": lambda: table("exemption", event=5),
    "building": building,
    "lot": lambda: table("lot"),
    "auction": lambda: table("auction", **AUCTION),
    "place": lambda: table("place", auction=Auction("well", ("anna",), "anna", 100)),
    "refinery": lambda: table("refinery", queue=SEATS, anna=held(refineries=1, barrels=5)),
    "declare": lambda: table("declare", session=1, demand=5, anna=held(barrels=5)),
    "adjust": adjusting,
}


@pytest.mark.parametrize(
    ("place", "line", "sentence"),
    [
        ("lobby", "BID", "Something is missing; write it as: BID <amount>"),
        ("lobby", "BID lots", "“lots” is not a whole number; write it as: BID <amount>"),
        ("lobby", "BID 100 now", "“now” is too much; write it as: BID <amount>"),
        ("lobby", "BIDD 300", "“BIDD 300” is not an order for now. Did you mean: BID <amount>"),
        ("lobby", "PASS", "“PASS” is not an order for now. You can write: BID <amount>"),
        ("tie", "CHOOSE", "Something is missing; write it as: CHOOSE <seat>"),
        ("tie", "CHOOSE anna", "“anna” is not among: piotr, marcin."),
        (
            "exemption",
            "EXEMPT piotrek",
            "“piotrek” is not among: anna, piotr, marcin, krzysiek, nobody. Did you mean piotr?",
        ),
        ("exemption", "EXEMPT", "Something is missing; write it as: EXEMPT <who>"),
        ("lot", "AUCTION barrel", "“barrel” is not among: tanker, refinery, well."),
        ("lot", "AUCTION", "Something is missing; write it as: AUCTION <lot>"),
        ("auction", "BID 0", "amount 0 is out of bounds: it runs from 100 to 3000."),
        ("auction", "PASS 100", "“100” is too much; write it as: PASS"),
        (
            "place",
            "PLACE alaska",
            "“alaska” is not among: texas, persian-gulf, north-sea, indian-ocean.",
        ),
        ("refinery", "DELIVER 4", "barrels 4 is out of bounds: it runs from 0 to 3."),
        (
            "refinery",
            "DELIVER three",
            "“three” is not a whole number; write it as: DELIVER <barrels>",
        ),
        ("declare", "SELL 6", "barrels 6 is out of bounds: it runs from 0 to 5."),
        ("declare", "SELL", "Something is missing; write it as: SELL <barrels>"),
        ("adjust", "ADD 2", "“2” is too much; write it as: ADD"),
        (
            "adjust",
            "SELL 3",
            "“SELL 3” is not an order for now. You can write: ADD; CUT; KEEP",
        ),
    ],
)
def test_a_wrong_order_is_refused_with_what_would_do(place, line, sentence):
    assert refusal(PLACES[place]().says, "anna", line) == sentence


@pytest.mark.parametrize(
    ("place", "move", "index", "sentence"),
    [
        ("lobby", (), 0, "A move needs at least one order."),
        (
            "lobby",
            (Bid(100), Bid(200)),
            1,
            "BID is one order too many: the move is complete before it.",
        ),
        ("lobby", (Pass(),), 0, "PASS cannot be ordered here. You can write: BID <amount>"),
        (
            "building",
            (BuyTanker(), BuyRefinery(), Stay()),
            2,
            "STAY says that you build nothing: it stands alone.",
        ),
        (
            "building",
            (Stay(), BuyTanker()),
            1,
            "BUY TANKER is one order too many: the move is complete before it.",
        ),
        ("building", (BuyTanker(3),), 0, "count 3 is out of bounds: it runs from 1 to 2."),
        ("building", (BuyTanker(0),), 0, "count 0 is out of bounds: it runs from 1 to 2."),
    ],
)
def test_a_typed_move_is_held_to_the_same_bounds(place, move, index, sentence):
    with pytest.raises(IllegalMove) as refused:
        checked(GAME, PLACES[place]().state, "anna", move)

    assert (refused.value.index, spoken(refused.value.text, "en")) == (index, sentence)
