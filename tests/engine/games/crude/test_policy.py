"""Standing orders: a policy answers own and neighbour hits, and asks what it does not name."""

import pytest
from oil_company import barrels, goes_on, held, promises, quadrant, rolled

from stagepost_contracts.reading import read
from stagepost_engine.games.crude.game import GAME
from stagepost_engine.games.crude.policy import POLICY

EVERYTHING = "POLICY REFINE ALL SELL 20 CONVERT 30"


@pytest.mark.parametrize(
    ("line", "refine", "sell", "convert"),
    [
        (EVERYTHING, "all", 20, 30),
        ("policy refine none", "none", 0, 0),
        ("POLICY SELL 18", "ask", 18, 0),
        ("POLICY CONVERT 5", "ask", 0, 5),
        ("POLICY", "ask", 0, 0),
    ],
)
def test_a_policy_names_what_it_likes(line, refine, sell, convert):
    spoken = read(line, (POLICY,))

    assert spoken == {"kind": "policy", "refine": refine, "sell": sell, "convert": convert}


def test_it_refines_all_sells_down_to_its_price_and_converts():
    """Ruling 45."""
    talk = rolled(
        1, 4, consumer=22, nw=held(2, 3, refinery="1-1", station="1-5 1-6 2-4", rig="1-4")
    )
    promises(talk, "anna", EVERYTHING)
    goes_on(talk)

    assert talk.state.phase == "assets"
    assert barrels(talk, "nw") == (1, 2)
    assert talk.state.consumer == 20
    assert talk.state.cash["anna"] == 200 + 21 + 20 - 5
    assert quadrant(talk, "nw").plan[3] == "w"


def test_below_its_price_it_sells_nothing():
    talk = rolled(1, 6, consumer=20, nw=held(station="1-1"))
    promises(talk, "anna", EVERYTHING)
    goes_on(talk)

    assert (talk.state.phase, talk.state.consumer) == ("assets", 20)


def test_above_its_price_it_converts_nothing():
    talk = rolled(3, 4, nw=held(rig="3-4"), ne=held(well="1-1 1-2 1-3 1-4 1-5 1-6"))
    promises(talk, "anna", EVERYTHING)
    goes_on(talk)

    assert (talk.state.phase, quadrant(talk, "nw").plan[15]) == ("assets", "r")


@pytest.mark.parametrize(
    "line", ["POLICY SELL 20 CONVERT 30", "POLICY REFINE ALL CONVERT 30", "POLICY"]
)
def test_what_it_does_not_name_is_asked(line):
    talk = rolled(1, 4, nw=held(2, 3, refinery="1-1", station="1-5", rig="1-4"))
    promises(talk, "anna", line)
    goes_on(talk)

    assert talk.awaited == ("anna",)


def test_it_answers_as_a_neighbour_too():
    talk = rolled(3, 5, ne=held(station="3-1"))
    promises(talk, "piotr", EVERYTHING)
    goes_on(talk)

    assert (talk.awaited, talk.state.cash["piotr"]) == (("anna",), 225)


def test_it_is_offered_in_every_phase_and_to_every_seat():
    talk = rolled(3, 5)
    [hits] = [phase for phase in GAME.phases if phase.name == "hits"]

    assert [hits.standing(talk.state, seat) for seat in talk.state.seats] == 4 * [(POLICY,)]


def test_it_is_no_part_of_the_state_nor_of_a_view():
    talk, other = rolled(3, 5), rolled(3, 5)
    promises(talk, "piotr", EVERYTHING)

    assert talk.state == other.state
    assert GAME.view(talk.state, "anna") == GAME.view(other.state, "anna")
