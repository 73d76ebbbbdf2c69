"""Setup, for each number of players; and the tables that a host may bring."""

import msgspec
import pytest
from silk_roads import FIRST_GAME, SEATS
from transcript import begun

from stagepost_contracts.errors import Problem
from stagepost_engine.games.bombay.check_tables import check_tables
from stagepost_engine.games.bombay.default_tables import DEFAULT_TABLES
from stagepost_engine.games.bombay.setup import setup
from stagepost_engine.games.bombay.tables import Tables
from stagepost_engine.rules.dice import SeededDice
from stagepost_texts.catalogue import spoken

FIVE = (*SEATS, "black")


def laid(count, first=0):
    talk, _ = begun("bombay", FIVE[:count], [first] + [0] * 9, FIRST_GAME)
    return talk.state


def test_all_elephants_start_on_hill_a_and_hill_b_is_empty():
    assert {elephant.place for elephant in laid(4).elephants.values()} == {"A"}


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_city_tokens_are_one_fewer_than_players(count):
    """1, 2, 3 or 4 tokens beside each city."""
    assert set(laid(count).city_tokens.values()) == {count - 1}


@pytest.mark.parametrize("count", [2, 3])
def test_two_and_three_players_use_four_posts_one_of_each_colour(count):
    posts = laid(count).posts

    assert set(posts) == {"E1", "E2", "E3", "E4"}
    assert sorted(posts.values()) == ["blue", "orange", "purple", "yellow"]


@pytest.mark.parametrize("count", [4, 5])
def test_four_and_five_players_use_eight_posts(count):
    posts = laid(count).posts

    assert len(posts) == 8
    assert {list(posts.values()).count(colour) for colour in posts.values()} == {2}


def test_each_player_takes_2_rupees_and_the_fifth_3():
    """The player who begins in the fifth place gets 3 rupees instead of 2 (ruling 27)."""
    state = laid(5, first=2)

    assert state.first == "pink"
    assert {seat: purse.rupees for seat, purse in state.purses.items()} == {
        "grey": 2,
        "brown": 3,
        "pink": 2,
        "ivory": 2,
        "black": 2,
    }


def test_later_games_draw_columns_posts_and_tokens():
    """Ruling 28: in later games they are placed at random."""
    states = [setup(DEFAULT_TABLES, SEATS, SeededDice(b"s", at)).state for at in range(8)]

    assert len({tuple(state.demand.items()) for state in states}) > 4
    assert len({tuple(state.posts.items()) for state in states}) > 4
    assert len({tuple(state.tokens.items()) for state in states}) > 4
    assert {tuple(sorted(state.tokens.values())) for state in states} == {(0, 0, 1, 1, 2, 2, 3, 3)}


def test_with_two_or_three_players_one_post_of_each_colour_is_drawn():
    for at in range(8):
        posts = setup(DEFAULT_TABLES, SEATS[:3], SeededDice(b"s", at)).state.posts

        assert sorted(posts.values()) == ["blue", "orange", "purple", "yellow"]


class TestTheMap:
    """Ruling 34: counts as printed and found."""

    def test_25_places(self):
        kinds = [place.kind for place in DEFAULT_TABLES.board.places]

        assert {kind: kinds.count(kind) for kind in kinds} == {
            "hill": 2,
            "city": 4,
            "post_e": 4,
            "post_f": 4,
            "palace_token": 8,
            "empty": 3,
        }

    def test_each_colour_once_at_each_height_and_three_cubes_of_each(self):
        for height in zip(*DEFAULT_TABLES.columns, strict=True):
            assert len(set(height)) == 4

    def test_a_hill_is_next_to_the_purple_post_of_the_example(self):
        state = laid(4)

        assert state.posts["E4"] == "purple"
        assert ("A", "E4") in DEFAULT_TABLES.board.roads


def changed(path, value):
    """The default tables as a host's file, with one value changed."""
    data = msgspec.json.decode(msgspec.json.encode(DEFAULT_TABLES))
    place = data
    *way, last = path
    for step in way:
        place = place[step]
    place[last] = value
    return msgspec.convert(data, Tables)


def test_the_default_tables_can_be_played_with():
    check_tables(DEFAULT_TABLES)
    check_tables(FIRST_GAME)


def test_tables_survive_a_file():
    data = msgspec.to_builtins(DEFAULT_TABLES)

    assert msgspec.convert(data, Tables) == DEFAULT_TABLES


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        (("drawn",), 0, "drawn"),
        (("drawn",), 19, "drawn"),
        (("palaces",), -1, "palaces"),
        (("bales", "blue"), -1, "bales.blue"),
        (("bales",), {"blue": 5}, "bales"),
        (("actions", "points"), 0, "actions.points"),
        (("actions", "move"), 0, "actions.move"),
        (("actions", "carried"), 0, "actions.carried"),
        (("actions", "toll"), -1, "actions.toll"),
        (("actions", "markets"), [], "actions.markets"),
        (("actions", "markets", 0, "points"), 0, "actions.markets[0].points"),
        (("sale", "heights"), [], "sale.heights"),
        (("sale", "heights", 2, "clients"), -1, "sale.heights[2].clients"),
        (("sale", "bonus", "yellow", "rupees"), -1, "sale.bonus.yellow.rupees"),
        (("seatings",), [], "seatings"),
        (("seatings", 0, "sets"), 0, "seatings[0].sets"),
        (("seatings", 1, "rewards"), [6, 2], "seatings[1].rewards"),
        (("seatings", 3, "start_rupees"), [2], "seatings[3].start_rupees"),
        (("seatings", 2, "rewards"), [8, 4, 2, -1], "seatings[2]"),
        (("city_rewards", 0, "rupees"), -4, "city_rewards[0].rupees"),
        (("palace_tokens", 0, "count"), 3, "first_game.palace_tokens"),
        (("palace_tokens", 2, "effect", "amount"), 10, "palace_tokens[2].effect"),
        (("columns", 0), ["blue", "blue", "orange"], "columns[0]"),
        (("columns",), [], "columns"),
        (("first_game", "columns"), [0, 0, 1, 2], "first_game.columns"),
        (("first_game", "posts"), ["blue"], "first_game.posts"),
        (("first_game", "posts", 0), "yellow", "first_game.posts"),
        (("first_game", "posts", 4), "blue", "first_game.posts"),
        (("first_game", "palace_tokens"), [0], "first_game.palace_tokens"),
        (("board", "start"), "Z", "board.start"),
        (("board", "places", 2, "id"), "E1", "board.places[6].id"),
        (("board", "places", 2, "id"), "blue", "board.places[2].id"),
        (("board", "places", 2, "id"), "<b>", "board.places[2].id"),
        (("board", "places", 2, "x"), 101, "board.places[2]"),
        (("board", "places", 6, "kind"), "empty", "board.places"),
        (("board", "roads", 0), ["bombay", "bombay"], "board.roads[0]"),
        (("board", "roads", 0), ["bombay", "Z"], "board.roads[0]"),
        (("board", "roads", 1), ["E1", "bombay"], "board.roads[1]"),
        (("board", "roads"), [["bombay", "E1"]], "board.roads"),
    ],
)
def test_tables_that_cannot_be_played_with_are_refused(path, value, field):
    with pytest.raises(Problem) as caught:
        check_tables(changed(path, value))

    assert (caught.value.code, caught.value.field) == ("bad-tables", field)
    assert spoken(caught.value.text, "en")
