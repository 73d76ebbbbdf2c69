"""Restocking: nine bales from the bag, by colour onto three markets; closed posts."""

import pytest
from silk_roads import BAG, FIRST_GAME, SEATS, at, bales, refusal, table
from transcript import begun

from stagepost_engine.games.bombay.markets import sorted_out


def counts(**colours):
    return [colour for colour, count in colours.items() for _ in range(count)]


def restocked(**colours):
    values = [0, *bales(*counts(**colours))]
    talk, news = begun("bombay", SEATS, values, FIRST_GAME)
    return talk, news


def test_three_yellow_three_blue_two_purple_one_orange():
    """
    Example: the first player draws 3 yellow, 3 blue, 2 purple bales and 1 orange one.

    He puts the yellow and blue ones on the left market, the purple ones on the middle market,
    and the orange one on the right market.
    """
    talk, news = restocked(yellow=3, blue=3, purple=2, orange=1)

    assert talk.state.markets == ({"blue": 3, "yellow": 3}, {"purple": 2}, {"orange": 1})
    assert news[-1] == (
        "Bales drawn: 9. Left market: 3 blue, 3 yellow. Middle market: 2 purple."
        " Right market: 1 orange."
    )


def test_three_orange_two_blue_two_purple_two_yellow():
    """
    Example: the first player draws 3 orange, 2 blue, 2 purple and 2 yellow bales.

    He puts the orange ones on the left market and the others on the middle market. The right
    market stays empty.
    """
    talk, news = restocked(orange=3, blue=2, purple=2, yellow=2)

    assert talk.state.markets == ({"orange": 3}, {"blue": 2, "purple": 2, "yellow": 2}, {})
    assert "Right market: empty." in news[-1]


@pytest.mark.parametrize(
    ("drawn", "markets"),
    [
        ({"blue": 4, "orange": 3, "purple": 1, "yellow": 1}, "blue|orange|purple yellow"),
        ({"blue": 4, "orange": 2, "purple": 2, "yellow": 1}, "blue|orange purple|yellow"),
        ({"blue": 4, "orange": 3, "purple": 2}, "blue|orange|purple"),
        ({"blue": 5, "orange": 4}, "blue|orange|"),
        ({"blue": 2, "orange": 2}, "blue orange||"),
        ({}, "||"),
    ],
)
def test_the_largest_count_left_the_next_middle_the_rest_right(drawn, markets):
    """Ruling 4: with ties, all colours of the same count go together."""
    assert "|".join(" ".join(market) for market in sorted_out(counts(**drawn))) == markets


def test_some_colours_may_not_be_drawn_and_their_posts_are_closed():
    """It is quite possible that some of the colours are not drawn from the bag."""
    talk, news = restocked(blue=5, orange=4)

    assert news[-1] == "Closed posts: yellow, purple."
    assert "closed" in refusal(talk, "grey", "GO E4 / BUY")


def test_a_bag_with_fewer_than_nine_bales_is_drawn_empty():
    """Ruling 5: what is there is drawn."""
    full = {seat: at("A", "blue", "orange") for seat in (*SEATS[1:], "black")}
    talk = table(
        seats=(*SEATS, "black"),
        values=[0] * 8,
        **full,
        grey=at("A", "blue"),
        queue=("black",),
        turn_number=3,
        markets=({}, {}, {}),
        bag={"orange": 1, "purple": 4, "yellow": 3},
    )
    news = talk.says("black", "STAY")

    assert news[-2].startswith("Bales drawn: 8. Left market: 4 purple.")
    assert talk.state.bag == {}


def test_the_post_closes_when_the_last_bale_of_its_colour_is_bought():
    """If a colour is on no market, its two posts are turned to "closed"."""
    talk = table(grey=at("E3", rupees=3), brown=at("F1"))
    talk.says("grey", "BUY")
    view = talk.game.view(talk.state, None)

    assert {place.id for place in view.places if place.closed} == {"E3", "F1"}
    assert refusal(talk, "brown", "BUY").startswith("The orange post at F1 is closed")


def test_all_bales_of_the_box_are_in_the_bag():
    """17 bales of silk: 3 yellow, 4 purple, 5 blue and 5 orange."""
    assert FIRST_GAME.bales == BAG
