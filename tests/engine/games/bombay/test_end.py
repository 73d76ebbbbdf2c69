"""End of the turn, of the set and of the game; rewards, shared places, ties."""

import pytest
from msgspec.structs import replace
from silk_roads import CITY, CLIENT, FIRST_GAME, SEATS, at, table

from stagepost_engine.games.bombay.rewards import shared_rewards


def ended(*, seats=SEATS, palaces=None, **traders):
    """The last seat stays in the last turn: the game is over."""
    talk = table(
        seats=seats,
        queue=seats[-1:],
        set_number=row(seats).sets,
        turn_number=row(seats).turns,
        palaces=palaces or {},
        **traders,
    )
    return talk, talk.says(seats[-1], "STAY")


def row(seats):
    return next(row for row in FIRST_GAME.seatings if row.players == len(seats))


def rupees(talk):
    return {seat: purse.rupees for seat, purse in talk.state.purses.items()}


def built(**counts):
    """Palaces by owner, on some places."""
    places = iter(f"{letter}{number}" for letter in "GH" for number in range(1, 9))
    return {next(places): seat for seat, count in counts.items() for _ in range(count)}


def test_grey_and_black_share_the_first_place():
    """
    Example: the grey player has 3 palaces and 3 client tokens (6 in all).

    The black player has 4 palaces and 2 client tokens (also 6). The ivory player has 2 palaces
    and 2 client tokens (4 in all), and the pink player has only 2 client tokens (2 in all). Grey
    and black together take the first place, so each of them gets 6 rupees (together they got 12
    rupees, for the first and the second place). The ivory player is third and gets 2 rupees. The
    pink player gets nothing.
    """
    talk, _ = ended(
        seats=("grey", "black", "ivory", "pink"),
        palaces=built(grey=3, black=4, ivory=2),
        grey=at(rupees=0, clients=3),
        black=at(rupees=0, clients=2),
        ivory=at(rupees=0, clients=2),
        pink=at(rupees=0, clients=2),
    )

    assert rupees(talk) == {"grey": 6, "black": 6, "ivory": 2, "pink": 0}


@pytest.mark.parametrize(
    ("sizes", "rewards", "wanted"),
    [
        ((6, 6, 6, 0), (8, 4, 2, 0), (4, 4, 4, 0)),
        ((0, 0, 0, 0), (8, 4, 2, 0), (3, 3, 3, 3)),
        ((5, 3, 3, 3), (8, 4, 2, 0), (8, 2, 2, 2)),
        ((2, 2), (4, 0), (2, 2)),
        ((1, 0), (4, 0), (4, 0)),
        ((0, 7, 7), (6, 2, 0), (0, 4, 4)),
        ((5, 4, 3, 2, 1), (8, 6, 4, 2, 0), (8, 6, 4, 2, 0)),
    ],
)
def test_tied_places_are_added_up_and_divided_rounded_down(sizes, rewards, wanted):
    """Rulings 20 and 21."""
    seats = dict(enumerate(sizes))

    assert tuple(shared_rewards(seats, rewards).values()) == wanted


@pytest.mark.parametrize(
    ("seats", "wanted"),
    [
        (SEATS[:2], [4, 0]),
        (SEATS[:3], [6, 2, 0]),
        (SEATS, [8, 4, 2, 0]),
        ((*SEATS, "black"), [8, 6, 4, 2, 0]),
    ],
)
def test_the_rewards_by_the_number_of_players(seats, wanted):
    traders = {seat: at(rupees=0, clients=9 - at_) for at_, seat in enumerate(seats)}
    talk, _ = ended(seats=seats, **traders)

    assert list(rupees(talk).values()) == wanted


@pytest.mark.parametrize(
    ("cities", "kept", "reward"),
    [
        (("bombay", "indore"), (), 0),
        (("bombay", "indore", "nagpur"), (), 4),
        (("bombay", "indore", "nagpur", "hyderabad"), (), 8),
        (("bombay", "indore"), (CITY,), 4),
        (("bombay", "indore", "nagpur"), (CITY,), 8),
        (("bombay", "indore", "nagpur", "hyderabad"), (CITY, CITY), 8),
        ((), (CITY, CITY), 0),
    ],
)
def test_3_city_tokens_bring_4_rupees_and_4_bring_8(cities, kept, reward):
    """Rulings 12 and 25: a palace token of the kind counts; five or six pay like four."""
    others = {seat: at(rupees=0, clients=1) for seat in SEATS[1:]}
    talk, _ = ended(grey=at(rupees=0, cities=cities, kept=kept), **others)

    assert rupees(talk)["grey"] == reward


def test_a_palace_token_of_the_client_kind_counts_as_a_client():
    others = {seat: at(rupees=0) for seat in SEATS[1:]}
    talk, _ = ended(grey=at(rupees=0, kept=(CLIENT,)), **others)

    assert rupees(talk)["grey"] == 8


def test_the_most_money_wins_and_a_tie_goes_to_the_most_clients():
    """In case of a tie the player among the tied who has the most client tokens wins."""
    talk, _ = ended(
        grey=at(rupees=10, clients=1),
        brown=at(rupees=10 + 8 - 8, clients=1, kept=(CLIENT,)),
        pink=at(rupees=1),
        ivory=at(rupees=0),
        palaces=built(grey=1),
    )
    ranks = talk.game.ranking(talk.state)

    assert [(rank.seat, rank.place, rank.score) for rank in ranks] == [
        ("brown", 1, 16),
        ("grey", 2, 16),
        ("pink", 3, 2),
        ("ivory", 4, 1),
    ]


def test_equal_money_and_clients_share_the_place():
    """Ruling 22."""
    talk, _ = ended()

    assert {(rank.place, rank.score) for rank in talk.game.ranking(talk.state)} == {(1, 5)}


def last_turn(**changes):
    return table(queue=("ivory",), turn_number=4, values=[0] * 9, **changes)


class TestEndOfTheSet:
    def test_the_player_to_the_left_becomes_first_player(self):
        """The player sitting to the left of the first player becomes the new first player."""
        talk = last_turn()
        news = talk.says("ivory", "STAY")

        assert (talk.state.first, talk.awaited, talk.state.set_number) == ("brown", ("brown",), 2)
        assert "Set 2 of 4: brown is first player." in news

    def test_all_bales_of_the_markets_go_back_into_the_bag_before_the_draw(self):
        """He collects all bales from the markets; those on elephants stay there (ruling 6)."""
        talk = last_turn(
            grey=at("A", "blue", "blue"),
            markets=({"orange": 2}, {}, {}),
            bag={"blue": 3, "orange": 3, "purple": 4, "yellow": 3},
        )
        talk.says("ivory", "STAY")

        # The first of the bag, by the script: three blue, five orange, a purple one.
        assert talk.state.markets == ({"orange": 5}, {"blue": 3}, {"purple": 1})
        assert talk.state.elephants["grey"].bales == ("blue", "blue")

    def test_closed_posts_open_with_the_next_restocking(self):
        talk = last_turn(markets=({"blue": 1}, {}, {}), bag={"orange": 5, "purple": 4, "yellow": 3})
        before = talk.game.view(talk.state, None)
        talk.says("ivory", "STAY")
        after = talk.game.view(talk.state, None)

        assert sum(place.closed for place in before.places) == 6
        assert sum(place.closed for place in after.places) == 2

    def test_with_two_players_the_first_player_alternates(self):
        """Ruling 26: both are first player twice."""
        talk = table(seats=SEATS[:2], values=[0] * 27)
        firsts = [talk.state.first]
        for _ in range(3 * 8):
            talk.deadline()
            firsts.append(talk.state.first)

        assert firsts[::8] == ["grey", "brown", "grey", "brown"]


@pytest.mark.parametrize(("count", "turns"), [(2, 16), (3, 15), (4, 16), (5, 15)])
def test_the_turns_of_a_game(count, turns):
    """4 sets of 4 turns, 3 of 5, 4 of 4, 5 of 3."""
    seats = (*SEATS, "black")[:count]
    talk = table(seats=seats, values=[0] * 9 * 4)
    moves = 0
    while talk.awaited:
        talk.deadline()
        moves += 1

    assert (moves, talk.state.phase) == (count * turns, "")


def test_open_holdings_rank_on_the_way():
    readings = replace(FIRST_GAME.readings, open_holdings=True)
    talk = table(
        tables=replace(FIRST_GAME, readings=readings), grey=at(clients=1), brown=at(rupees=4)
    )
    ranks = [(rank.seat, rank.score) for rank in talk.game.ranking(talk.state)]

    # 8 for grey; the other three share 4 + 2 + 0.
    assert ranks == [("grey", 10), ("brown", 6), ("pink", 4), ("ivory", 4)]
