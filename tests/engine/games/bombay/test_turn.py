"""Game turn: three points, in any order, and what each action does."""

import pytest
from msgspec.structs import replace
from silk_roads import FIRST_GAME, SEATS, at, refusal, refused, table


def test_each_in_turn_clockwise_from_the_first_player():
    talk = table()
    order = []
    while len(order) < 4:
        order.append(talk.awaited[0])
        talk.says(order[-1], "STAY")

    assert tuple(order) == SEATS
    assert (talk.awaited, talk.state.turn_number) == (("grey",), 2)


def test_consolidating_the_fortune():
    """The player uses all 3 actions at once and takes 1 rupee from the bank."""
    talk = table()
    news = talk.says("grey", "CONSOLIDATE")

    assert news == ["grey takes 1 rupee for the whole turn."]
    assert (talk.state.purses["grey"].rupees, talk.state.bank) == (3, -9)


def test_a_player_need_not_use_all_actions():
    """Ruling 16: actions that are not used are lost."""
    talk = table()
    talk.says("grey", "GO E4")

    assert talk.state.elephants["grey"].place == "E4"
    assert talk.awaited == ("brown",)


def test_a_silent_player_stays_without_a_rupee():
    talk = table()
    talk.deadline()

    assert talk.state.purses["grey"].rupees == 2
    assert talk.state.elephants["grey"].place == "A"


class TestMoving:
    def test_ending_a_move_on_a_hill_costs_2_actions(self):
        talk = table(grey=at("H1"))
        talk.says("grey", "GO B / GO H3")

        assert talk.state.elephants["grey"].place == "H3"

    def test_a_hill_that_the_points_do_not_reach_is_refused(self):
        talk = table(grey=at("H1"))

        assert refused(talk, "grey", "GO G6 / GO H1 / GO A") == (
            (
                "A move to A costs points: 2. The orders before it leave you at H1; points: 1; rupees: 2;"
                " bales: none."
            ),
            2,
        )

    def test_leaving_a_hill_is_a_move_like_any_other(self):
        """Ruling 18: the place where the elephant ends the move sets the cost."""
        talk = table()
        talk.says("grey", "GO G5 / GO E1 / GO bombay")

        assert talk.state.elephants["grey"].place == "bombay"

    def test_more_than_one_elephant_may_be_in_the_same_place(self):
        talk = table()
        talk.says("grey", "GO E4")
        talk.says("brown", "GO E4")

        assert [talk.state.elephants[seat].place for seat in SEATS] == ["E4", "E4", "A", "A"]

    def test_travel_is_possible_only_along_the_roads_that_are_marked(self):
        assert refusal(table(), "grey", "GO bombay") == (
            "“bombay” is not among: G5, H1, H3, G8, E4."
        )

    def test_an_opponent_who_enters_a_palace_brings_its_owner_a_rupee_from_the_bank(self):
        """
        From now on, each time an opponent enters a place with a palace of the player, the owner
        takes 1 rupee from the bank.
        """
        talk = table(palaces={"G5": "brown"})
        news = talk.says("grey", "GO G5")

        assert news[-1] == "The bank pays brown 1 rupee for the palace at G5."
        assert [talk.state.purses[seat].rupees for seat in ("grey", "brown")] == [2, 3]

    def test_each_entry_pays_again(self):
        """Ruling 14."""
        talk = table(grey=at("E1"), palaces={"G5": "brown"})
        talk.says("grey", "GO G5 / GO E1 / GO G5")

        assert talk.state.purses["brown"].rupees == 4

    def test_entering_an_own_palace_brings_nothing(self):
        """Note: for entering one of one's own palaces one does not get any rupees."""
        talk = table(palaces={"G5": "grey"})
        talk.says("grey", "GO G5")

        assert talk.state.purses["grey"].rupees == 2


class TestBuying:
    MIDDLE = ({"orange": 3}, {"purple": 2}, {"blue": 1})

    def test_the_grey_player_moves_and_buys_a_purple_bale(self):
        """
        Example: the grey player moves his elephant from the hill to the purple trading post.

        It costs him 1 action. (continued) He buys 1 purple bale. He takes 1 bale from the market,
        and because it is the middle market, it costs him 1 rupee and 2 actions. The grey player
        has now used his 3 actions, and it is the next player's turn.
        """
        talk = table(markets=self.MIDDLE)
        news = talk.says("grey", "GO E4 / BUY")

        assert news == [
            "grey goes to E4.",
            "grey pays 1 rupee for a purple bale from the middle market.",
        ]
        assert talk.state.elephants["grey"].bales == ("purple",)
        assert talk.state.purses["grey"].rupees == 1
        assert talk.state.markets[1] == {"purple": 1}
        assert talk.awaited == ("brown",)

    @pytest.mark.parametrize(
        ("place", "rupees", "points"), [("E4", 1, 1), ("E2", 1, 2), ("E3", 2, 2)]
    )
    def test_left_1_and_1_middle_1_and_2_right_2_and_2(self, place, rupees, points):
        way = {"E4": "G4", "E2": "G2", "E3": "G3"}[place]
        moves = f" / GO {way} / GO {place}" if points == 1 else f" / GO {way}"
        talk = table(grey=at(place, rupees=5))

        assert "points: 0" in refusal(talk, "grey", f"BUY{moves} / BUY")
        talk.says("grey", f"BUY{moves}")
        assert talk.state.purses["grey"].rupees == 5 - rupees

    def test_only_one_purchase_in_a_turn(self):
        """Remember: a player may make only one purchase in a turn. Ruling 17: sold or not."""
        talk = table(grey=at("E4", rupees=5))

        assert refused(talk, "grey", "BUY / BUY") == (
            (
                "Purchases in one turn: 1 at most. The orders before it leave you at E4; points: 2;"
                " rupees: 4; bales: purple."
            ),
            1,
        )

    def test_an_elephant_carries_only_2_bales(self):
        talk = table(grey=at("E4", "blue", "blue"))

        assert refusal(talk, "grey", "BUY").startswith("Your elephant carries 2 bales at most.")

    def test_who_lacks_the_rupees_cannot_buy(self):
        talk = table(grey=at("E3", rupees=1))

        assert refusal(talk, "grey", "BUY").startswith(
            "A bale of the right market costs rupees: 2."
        )

    def test_who_lacks_the_points_cannot_buy(self):
        talk = table(grey=at("indore"))

        assert refusal(talk, "grey", "GO E2 / GO G2 / GO E2 / BUY").startswith(
            "That costs points: 2."
        )
        assert refused(talk, "grey", "GO E2 / GO G2 / BUY")[1] == 2


class TestSelling:
    def test_the_brown_player_sells_a_purple_bale_in_bombay(self):
        """
        Example: the brown player is in the city of Bombay.

        He decides to sell 1 purple bale (which costs him 1 action). He puts the bale back into the
        bag and takes 3 rupees from the bank (purple is in the middle), and also a client token
        (the bonus for selling a purple bale). (continued) He changes the demand in Bombay. The
        purple demand cube goes to the bottom of the stack, and the orange demand cube, which was
        at the bottom, goes one place up. Then he takes a city token from Bombay, because he did
        not have one yet.
        """
        talk = table(queue=("brown",), brown=at("bombay", "purple", rupees=0))
        news = talk.says("brown", "SELL purple")

        assert news[:2] == [
            "brown is paid for a purple bale in bombay: rupees 3, client tokens 1.",
            "brown takes a city token of bombay.",
        ]
        purse = talk.state.purses["brown"]
        assert (purse.rupees, purse.clients, purse.cities) == (3, 1, ("bombay",))
        assert talk.state.demand["bombay"] == ("yellow", "orange", "purple")
        assert talk.state.city_tokens["bombay"] == 2
        assert talk.state.bag["purple"] == 2

    @pytest.mark.parametrize(
        ("city", "bale", "rupees", "clients"),
        [
            ("bombay", "yellow", 5, 0),
            ("hyderabad", "yellow", 4, 0),
            ("nagpur", "yellow", 2, 1),
            ("indore", "purple", 4, 1),
            ("hyderabad", "purple", 1, 2),
            ("hyderabad", "blue", 4, 0),
            ("nagpur", "blue", 3, 0),
            ("indore", "blue", 1, 1),
        ],
    )
    def test_top_4_middle_3_bottom_1_and_a_client_and_the_bonus(self, city, bale, rupees, clients):
        """A yellow bale gives 1 more rupee, a purple one 1 more client token."""
        talk = table(grey=at(city, bale, rupees=0))
        talk.says("grey", f"SELL {bale}")
        purse = talk.state.purses["grey"]

        assert (purse.rupees, purse.clients) == (rupees, clients)

    def test_the_demand_changes_after_each_of_two_sales(self):
        talk = table(grey=at("bombay", "yellow", "yellow", rupees=0))
        talk.says("grey", "SELL yellow / SELL yellow")

        assert talk.state.purses["grey"].rupees == 5 + 2
        assert talk.state.demand["bombay"] == ("purple", "orange", "yellow")

    def test_the_colour_at_the_bottom_leaves_the_demand_as_it_is(self):
        talk = table(grey=at("bombay", "orange"))
        talk.says("grey", "SELL orange")

        assert talk.state.demand["bombay"] == ("yellow", "purple", "orange")

    def test_a_player_has_one_token_of_a_city_at_most(self):
        talk = table(grey=at("bombay", "orange", cities=("bombay",)))
        news = talk.says("grey", "SELL orange")

        assert talk.state.city_tokens["bombay"] == 3
        assert len(news) == 1

    def test_a_city_without_tokens_gives_none(self):
        tokens = dict.fromkeys(("bombay", "indore", "nagpur", "hyderabad"), 0)
        talk = table(grey=at("bombay", "orange"), city_tokens=tokens)
        talk.says("grey", "SELL orange")

        assert talk.state.purses["grey"].cities == ()

    def test_what_a_city_does_not_ask_for_cannot_be_sold_there(self):
        """Ruling 30."""
        talk = table(grey=at("bombay", "blue", "orange"))

        assert refusal(talk, "grey", "SELL blue").startswith(
            "bombay does not ask for blue; it asks for: yellow, purple, orange."
        )


class TestBuilding:
    def test_the_pink_player_builds_a_palace(self):
        """
        Example: the pink player is in a place where he can build a palace.

        He gives 1 action and 1 bale, and puts his palace there.
        """
        talk = table(queue=("pink",), pink=at("H1", "blue"))
        news = talk.says("pink", "BUILD blue")

        assert news[0] == "pink puts a palace at H1 for a blue bale."
        assert talk.state.palaces == {"H1": "pink"}
        elephant = talk.state.elephants["pink"]
        assert (elephant.bales, elephant.palaces) == ((), 4)
        assert talk.state.bag["blue"] == 2 + 1

    def test_a_client_token_is_kept(self):
        """Put it behind the screen: at the end it counts as one more client token."""
        talk = table(grey=at("G1", "blue"))
        news = talk.says("grey", "BUILD blue")

        assert news[-1] == "grey keeps its token: one more client."
        assert talk.game.view(talk.state, "grey").purses[0].clients == 1
        assert "G1" not in talk.state.tokens

    def test_a_city_token_is_kept(self):
        """Put it behind the screen: at the end it counts as one more city token."""
        talk = table(grey=at("G3", "blue", cities=("bombay",)))
        news = talk.says("grey", "BUILD blue")

        assert news[-1] == "grey keeps its token: one more city."
        assert talk.game.view(talk.state, "grey").purses[0].city_tokens == 2

    def test_two_rupees_are_taken_at_once(self):
        """Put it back into the box and take 2 rupees from the bank."""
        talk = table(grey=at("G2", "blue"))
        news = talk.says("grey", "BUILD blue")

        assert news[-1] == "Its token brings grey 2 rupees."
        assert talk.state.purses["grey"] == at(rupees=4).purse
        assert talk.state.box == (2,)

    def test_a_bale_of_a_chosen_colour_from_the_leftmost_market(self):
        """Put it back into the box and take a bale of a colour of your choice."""
        talk = table(grey=at("G4", "orange", "orange"))
        news = talk.says("grey", "BUILD orange TAKE purple")

        assert news[-1] == "Its token gives grey a purple bale."
        assert talk.state.elephants["grey"].bales == ("orange", "purple")
        assert talk.state.markets[0] == {"blue": 3, "purple": 2}

    def test_a_free_bale_is_no_purchase(self):
        """Ruling 11."""
        talk = table(grey=at("G5", "orange", rupees=5), tokens={"G5": 3})
        talk.says("grey", "BUILD orange TAKE blue / GO E1 / BUY")

        assert talk.state.elephants["grey"].bales == ("blue", "blue")

    def test_the_leftmost_market_that_still_has_a_bale(self):
        talk = table(grey=at("G4", "orange"), markets=({}, {"yellow": 2}, {"orange": 1}))

        assert "yellow" in refusal(talk, "grey", "BUILD orange")
        talk.says("grey", "BUILD orange TAKE yellow")
        assert talk.state.elephants["grey"].bales == ("yellow",)

    def test_with_empty_markets_the_token_gives_nothing(self):
        talk = table(grey=at("G4", "orange"), markets=({}, {}, {}))
        news = talk.says("grey", "BUILD orange")

        assert news[-1] == "Its token gives a bale, but the markets are empty."
        assert talk.state.box == (3,)

    def test_the_free_bale_may_close_a_post(self):
        """Ruling 7: the moment the last one goes, also by the free bale."""
        talk = table(grey=at("G4", "blue"), markets=({"orange": 1}, {}, {}))
        talk.says("grey", "BUILD blue TAKE orange")
        view = talk.game.view(talk.state, None)

        assert all(place.closed for place in view.places if place.post == "orange")

    def test_a_palace_may_stand_on_a_hill(self):
        """Ruling 8."""
        talk = table(grey=at("B", "blue"))
        talk.says("grey", "BUILD blue")

        assert talk.state.palaces == {"B": "grey"}

    def test_a_host_may_forbid_palaces_on_hills(self):
        readings = replace(FIRST_GAME.readings, palaces_on_hills=False)
        talk = table(grey=at("B", "blue"), tables=replace(FIRST_GAME, readings=readings))

        assert refusal(talk, "grey", "BUILD blue").startswith("B is a hill")

    @pytest.mark.parametrize("seats", [SEATS[:2], SEATS[:3]])
    def test_a_palace_may_stand_on_an_f_place_without_a_post(self, seats):
        """Ruling 9."""
        talk = table(seats=seats, grey=at("F1", "blue"))
        talk.says("grey", "BUILD blue")

        assert talk.state.palaces == {"F1": "grey"}

    @pytest.mark.parametrize("place", ["E1", "F1", "bombay"])
    def test_no_palace_beside_a_post_or_in_a_city(self, place):
        talk = table(grey=at(place, "blue"))

        assert refusal(talk, "grey", "BUILD blue").startswith(f"{place} has a building")

    def test_no_palace_on_a_closed_post(self):
        """Ruling 7: a closed post is a building still."""
        talk = table(grey=at("E3", "blue"), markets=({"blue": 3}, {}, {}))

        assert refusal(talk, "grey", "BUILD blue").startswith("E3 has a building")

    def test_no_palace_beside_a_palace(self):
        talk = table(grey=at("H1", "blue"), palaces={"H1": "brown"})

        assert refusal(talk, "grey", "BUILD blue").startswith("H1 has a palace already: brown")

    def test_after_five_palaces_a_player_builds_no_more(self):
        """Ruling 29."""
        talk = table(grey=at("H1", "blue", palaces=0))

        assert refusal(talk, "grey", "BUILD blue").startswith("All your palaces are built.")

    def test_a_token_stays_while_nobody_builds_on_it(self):
        """Ruling 10."""
        talk = table(grey=at("G5"))
        talk.says("grey", "GO F4 / GO G8")

        assert {"G5", "G8"} <= set(talk.state.tokens)
