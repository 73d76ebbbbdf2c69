"""Wrong forms of each order, and the sentence that each gets."""

import pytest
from silk_roads import at, refused, table

from stagepost_contracts.errors import IllegalMove
from stagepost_engine.games.bombay.orders import Build, Buy, Consolidate, Go, Sell, Stay
from stagepost_engine.rules.play import checked
from stagepost_texts.catalogue import spoken

AT_A = "You stand at A; points: 3; rupees: 2; bales: none."
AT_BOMBAY = "You stand at bombay; points: 3; rupees: 2; bales: blue, orange."
AT_G4 = "You stand at G4; points: 3; rupees: 2; bales: blue."
PLACES = {
    "A": at("A"),
    "bombay": at("bombay", "blue", "orange"),
    "E1": at("E1", "blue"),
    "G4": at("G4", "blue"),
    "H1": at("H1", "blue"),
}
GO_USAGE = "Something is missing; write it as: GO <place>"


@pytest.mark.parametrize(
    ("place", "line", "sentence", "index"),
    [
        ("A", "GO", GO_USAGE, -1),
        ("A", "GO north", "“north” is not among: G5, H1, H3, G8, E4.", -1),
        ("A", "GO E4 now", "“now” is too much; write it as: GO <place>", -1),
        ("A", "GO bombay", "“bombay” is not among: G5, H1, H3, G8, E4.", -1),
        ("A", "BUY", f"There is no trading post at A. {AT_A}", 0),
        ("A", "BUY 2", "“2” is too much; write it as: BUY", -1),
        ("A", "SELL blue", f"A is no city: bales are sold in cities. {AT_A}", 0),
        ("A", "SELL", "Something is missing; write it as: SELL <bale>", -1),
        ("A", "SELL silk", "“silk” is not among: yellow, purple, blue, orange.", -1),
        ("A", "BUILD blue", f"A palace costs a bale, and your elephant carries none. {AT_A}", 0),
        (
            "bombay",
            "SELL blue",
            f"bombay does not ask for blue; it asks for: yellow, purple, orange. {AT_BOMBAY}",
            0,
        ),
        ("bombay", "SELL yellow", "“yellow” is not among: blue, orange.", -1),
        (
            "bombay",
            "SELL orange / SELL orange",
            (
                "bombay asks for yellow, purple, orange; you carry: blue. The orders before it"
                " leave you at bombay; points: 2; rupees: 3; bales: blue."
            ),
            1,
        ),
        (
            "bombay",
            "BUILD blue",
            f"bombay has a building: a palace needs a place without one. {AT_BOMBAY}",
            0,
        ),
        (
            "G4",
            "BUILD blue",
            f"The token here gives a free bale: add TAKE and one of: blue, purple. {AT_G4}",
            0,
        ),
        ("G4", "BUILD blue TAKE yellow", "“yellow” is not among: blue, purple.", -1),
        ("G4", "BUILD yellow", "“yellow” is not among: blue.", -1),
        ("H1", "BUILD blue TAKE blue", "“TAKE blue” is too much; write it as: BUILD BLUE", -1),
        (
            "A",
            "GO E4 / BUY / GO H3 / GO E4",
            (
                "The points left do not pay for a move. The orders before it leave you at H3;"
                " points: 0; rupees: 1; bales: purple."
            ),
            3,
        ),
        (
            "A",
            "GO E4 / STAY",
            (
                "[STAY] is the empty turn and stands alone. The orders before it leave you at E4;"
                " points: 2; rupees: 2; bales: none."
            ),
            1,
        ),
        (
            "A",
            "STAY / GO E4",
            (
                "[STAY] is the empty turn and stands alone. The orders before it leave you at A;"
                " points: 0; rupees: 2; bales: none."
            ),
            1,
        ),
        (
            "A",
            "CONSOLIDATE / BUY",
            (
                "[CONSOLIDATE] takes the whole turn and stands alone. The orders before it leave"
                " you at A; points: 0; rupees: 3; bales: none."
            ),
            1,
        ),
        ("A", "CONSOLIDATE 2", "“2” is too much; write it as: CONSOLIDATE", -1),
        ("A", "STAY here", "“here” is too much; write it as: STAY", -1),
        ("A", "GOO E4", "“GOO E4” is not an order for now. Did you mean: GO <place>", -1),
    ],
)
def test_a_wrong_order_gets_its_sentence(place, line, sentence, index):
    talk = table(grey=PLACES[place])

    assert refused(talk, "grey", line) == (sentence, index)


@pytest.mark.parametrize(
    ("place", "move", "index"),
    [
        ("A", (Go("bombay"),), 0),
        ("A", (Go("E4"), Buy(), Go("A")), 2),
        ("A", (Buy(), Go("nowhere")), 0),
        ("A", (Go("E4"), Buy(), Buy()), 2),
        ("H1", (Go("G6"), Go("H1"), Go("A"), Sell("blue")), 2),
        ("bombay", (Sell("blue"), Sell("blue"), Stay()), 0),
        ("G4", (Build("blue"), Consolidate()), 0),
        ("G4", (Build("blue", "orange"),), 0),
        ("A", (Consolidate(), Consolidate()), 1),
        ("A", (Stay(), Stay()), 1),
        ("A", (), 0),
    ],
)
def test_the_first_order_that_fails_is_named(place, move, index):
    """As data, without the reader of lines."""
    talk = table(grey=PLACES[place])

    with pytest.raises(IllegalMove) as caught:
        checked(talk.game, talk.state, "grey", move)
    assert caught.value.index == index
    assert spoken(caught.value.text, "en")


def test_only_the_player_whose_turn_it_is_moves():
    talk = table()

    with pytest.raises(IllegalMove):
        checked(talk.game, talk.state, "brown", (Stay(),))
