"""Extraction, Refinery Supply, Fees and Refinery Income."""

import pytest
from msgspec.structs import replace
from oil_fields import SEATS, cash, held, refusal, table, turns, with_event
from transcript import told

from stagepost_engine.games.pola_naftowe.default_tables import DEFAULT_TABLES
from stagepost_engine.games.pola_naftowe.tables import RefineryIncome, TankerCapacity, WellOutput


def words(talk):
    return told(tuple(talk.news))


def supply(**changes):
    return table("refinery", queue=turns("anna"), **changes)


def test_players_receive_the_barrels_their_wells_extract():
    talk = table("extraction", anna=held(tankers=3, texas=2, north_sea=1, cash=9000))
    talk.deadline()

    assert talk.holds("anna").barrels == 15


def test_surplus_production_is_lost_and_costs_100_for_each_barrel():
    """Anna of the example: 8 barrels, room for 5, 300 in all."""
    talk = table("extraction", anna=held(persian_gulf=2, texas=1))
    talk.deadline()

    assert talk.holds("anna").barrels == 5
    assert "anna cannot store 5 barrels: they are lost, and the fine is 500 P$." in words(talk)


@pytest.mark.parametrize(
    ("barrels", "fine", "left"),
    [
        # Ruling 14: held 4, extracted 3, room 5: 2 are fined.
        (4, 200, 5),
        (5, 300, 5),
        (2, 0, 5),
        (1, 0, 4),
    ],
)
def test_carried_barrels_count_against_the_room(barrels, fine, left):
    talk = table("extraction", anna=held(cash=1000, barrels=barrels, persian_gulf=1))
    talk.deadline()

    assert talk.holds("anna").barrels == left
    # Upkeep is 400.
    assert cash(talk)["anna"] == 600 - fine


def test_what_was_carried_beyond_the_room_is_lost_without_a_fine():
    """Ruling 14: storms leave room for 4; nothing was extracted."""
    tables = with_event(DEFAULT_TABLES, TankerCapacity(4))
    talk = table("extraction", anna=held(cash=1000, barrels=5), tables=tables, event=3)
    talk.deadline()

    assert (talk.holds("anna").barrels, cash(talk)["anna"]) == (4, 800)


def test_an_event_raises_extraction_but_not_for_the_exempt():
    tables = with_event(DEFAULT_TABLES, WellOutput(1))
    rich = held(tankers=2, texas=2, cash=5000)
    talk = table("extraction", anna=rich, piotr=rich, tables=tables, event=5, exempt="piotr")
    talk.deadline()

    assert (talk.holds("anna").barrels, talk.holds("piotr").barrels) == (10, 8)


def test_for_each_refinery_3_barrels_should_be_delivered():
    talk = supply(anna=held(refineries=2, barrels=8, tankers=2))
    talk.says("anna", "DELIVER 6")

    assert talk.holds("anna").barrels == 2
    assert cash(talk)["anna"] == 2600


def test_for_each_barrel_not_delivered_300_must_be_paid_immediately():
    """Ruling 17: it is not obligatory."""
    talk = supply(anna=held(refineries=1, barrels=5))
    news = talk.says("anna", "DELIVER 1")

    assert news[1] == "anna pays a fine of 600 P$."
    assert talk.holds("anna").barrels == 4


def test_a_number_whose_fines_cannot_be_paid_is_refused():
    """Ruling 17: 500 P$ pay for one missing barrel."""
    talk = supply(anna=held(cash=500, refineries=1, barrels=5))

    said = refusal(talk.says, "anna", "DELIVER 1")
    assert said == "barrels 1 is out of bounds: it runs from 2 to 3."


def test_unless_none_can_be_paid_then_all_are_delivered_and_the_fine_waits():
    """Ruling 17: the last call of Fees follows."""
    talk = supply(anna=held(cash=500, refineries=2, barrels=2))
    talk.deadline()

    assert talk.holds("anna").barrels == 0
    assert talk.state.arrears == {"anna": 1200}
    assert (talk.state.phase, talk.awaited) == ("fees_call", ("anna",))


def test_refineries_are_supplied_clockwise_from_the_winner():
    rich = held(refineries=1, barrels=5)
    talk = table(
        "refinery", leader="marcin", queue=turns("marcin"), anna=rich, marcin=rich, krzysiek=rich
    )
    order = []
    while talk.state.phase == "refinery":
        order += talk.awaited
        talk.says(talk.awaited[0], "DELIVER 0")

    assert order == ["marcin", "krzysiek", "anna"]


def test_an_absent_player_delivers_as_much_as_possible():
    talk = supply(anna=held(refineries=1, barrels=5))
    talk.deadline()

    assert talk.holds("anna").barrels == 2


def test_maintenance_is_paid_for_wells_and_tankers_and_not_for_refineries():
    """Ruling 18: Marcin and Anna of the example pay 1000 and 600."""
    talk = table(
        "fees",
        anna=held(tankers=2, texas=2, refineries=1),
        piotr=held(persian_gulf=2, refineries=1),
    )
    talk.deadline()

    assert words(talk)[:2] == ["anna pays 1000 P$ of upkeep.", "piotr pays 600 P$ of upkeep."]


@pytest.mark.parametrize(("barrels", "paid"), [(3, 800), (0, 800)])
def test_a_refinery_brings_800(barrels, paid):
    """Ruling 17: also one that was not supplied."""
    talk = table("income", anna=held(refineries=1, barrels=barrels))
    talk.deadline()

    assert cash(talk)["anna"] == 3000 + paid


def test_a_refinery_earns_what_the_event_says():
    tables = with_event(DEFAULT_TABLES, RefineryIncome(1000))
    rich = held(refineries=2)
    talk = table("income", anna=rich, piotr=rich, tables=tables, event=4, exempt="piotr")
    talk.deadline()

    assert (cash(talk)["anna"], cash(talk)["piotr"]) == (5000, 4600)


def test_unsold_barrels_stay_for_the_next_round():
    """Ruling 15; a host may choose otherwise."""
    talk = table("income", anna=held(barrels=4))
    talk.deadline()
    assert (talk.state.round, talk.holds("anna").barrels) == (2, 4)

    readings = replace(DEFAULT_TABLES.readings, barrels_stay=False)
    gone = table("income", anna=held(barrels=4), tables=replace(DEFAULT_TABLES, readings=readings))
    gone.deadline()
    assert gone.holds("anna").barrels == 0


def test_all_seats_are_asked_again_in_the_next_round():
    talk = table("income")
    talk.deadline()

    assert (talk.state.phase, talk.awaited) == ("lobby", SEATS)
