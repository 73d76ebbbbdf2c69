"""Infrastructure Phase: wells, tankers, refineries, and giving up."""

import pytest
from oil_fields import building, cash, held, refusal, with_event

from stagepost_engine.games.pola_naftowe.default_tables import DEFAULT_TABLES
from stagepost_engine.games.pola_naftowe.tables import PlacingCost, TankerPrice


def test_the_winner_acts_first_and_the_others_clockwise():
    talk = building("marcin")
    order = []
    while talk.state.phase == "infrastructure":
        order += talk.awaited
        talk.says(talk.awaited[0], "STAY")

    assert order == ["marcin", "krzysiek", "anna", "piotr"]


def test_buy_2_wells_2_tankers_1_refinery():
    """Rulings 5 and 6: all three kinds, wells on two fields."""
    talk = building()
    talk.says("anna", "BUY WELL texas / BUY WELL north sea / BUY TANKER 2 / BUY REFINERY")

    assert talk.holds("anna") == held(cash=700, tankers=3, refineries=1, texas=1, north_sea=1)
    assert (talk.state.tankers, talk.state.refineries) == (10, 8)


def test_one_order_may_name_the_count_first():
    talk = building()
    talk.says("anna", "buy 2 tankers")

    assert talk.holds("anna").tankers == 3


def test_liquidate_1_existing_well_or_tanker():
    """Ruling 11: no P$ back."""
    talk = building(anna=held(tankers=2, texas=2))
    talk.says("anna", "DROP WELL texas / DROP TANKER")

    assert talk.holds("anna") == held(tankers=1, texas=1)
    assert talk.state.tankers == 12


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("BUY WELL texas 2 / BUY WELL texas", "You can buy 2 wells in one phase, not more."),
        ("BUY WELL texas / BUY WELL texas 2", "count 2 is out of bounds: it runs from 1 to 1."),
        (
            "BUY WELL texas / DROP WELL texas",
            "Of each kind you buy or give up in one phase, not both.",
        ),
        (
            "DROP WELL texas / BUY WELL texas",
            "Of each kind you buy or give up in one phase, not both.",
        ),
        ("DROP WELL texas / DROP WELL texas", "You can give up 1 well in one phase, not more."),
        ("BUY TANKER / DROP TANKER", "Of each kind you buy or give up in one phase, not both."),
        ("DROP TANKER / BUY TANKER", "Of each kind you buy or give up in one phase, not both."),
        ("BUY TANKER 2 / BUY TANKER", "You can buy 2 tankers in one phase, not more."),
        ("BUY WELL texas 3", "count 3 is out of bounds: it runs from 1 to 2."),
        ("BUY TANKER 3", "count 3 is out of bounds: it runs from 1 to 2."),
        (
            "BUY WELL siberia",
            "“siberia” is not among: texas, persian-gulf, north-sea, indian-ocean.",
        ),
        (
            "BUY WELL texsa",
            "“texsa” is not among: texas, persian-gulf, north-sea, indian-ocean. Did you mean texas?",
        ),
        ("DROP WELL north-sea", "“north-sea” is not among: texas."),
        ("BUY WELL", "Something is missing; write it as: BUY WELL <field> (<count>)"),
        ("BUY REFINERY 2", "“2” is too much; write it as: BUY REFINERY"),
        ("BUY REFINERY / BUY REFINERY", "You can buy 1 refinery in one phase, not more."),
        (
            "BUY WELL north-sea 2 / BUY TANKER 2 / BUY WELL texas",
            "You can buy 2 wells in one phase, not more.",
        ),
        (
            "BUY WELL north-sea 2 / BUY TANKER 2 / BUY REFINERY / BUY REFINERY",
            "You can buy 1 refinery in one phase, not more.",
        ),
        ("STAY / BUY TANKER", "There is nothing to order now."),
        ("BUY TANKER / STAY", "STAY says that you build nothing: it stands alone."),
        (
            "DROP REFINERY",
            "“DROP REFINERY” is not an order for now. Did you mean: DROP WELL TEXAS",
        ),
    ],
)
def test_what_cannot_be_built(line, sentence):
    assert refusal(building(anna=held(texas=1)).says, "anna", line) == sentence


def test_all_together_must_be_paid_from_cash():
    poor = building(anna=held(cash=700))

    assert (
        refusal(poor.says, "anna", "BUY WELL north-sea 2")
        == "That costs 800 P$, and 700 P$ are left to you."
    )
    assert (
        refusal(poor.says, "anna", "BUY TANKER / BUY REFINERY")
        == "That costs 700 P$, and 200 P$ are left to you."
    )
    assert (
        refusal(poor.says, "anna", "BUY REFINERY / BUY TANKER")
        == "That costs 500 P$, and 0 P$ are left to you."
    )
    assert (
        refusal(poor.says, "anna", "BUY TANKER / BUY WELL north-sea")
        == "That costs 400 P$, and 200 P$ are left to you."
    )


def test_the_fields_maximum_is_shared_by_all():
    """Ruling 9: North Sea holds 3."""
    talk = building(piotr=held(north_sea=2))

    assert (
        refusal(talk.says, "anna", "BUY WELL north-sea 2")
        == "north-sea has room for 1 more; you want 2."
    )
    talk.says("anna", "BUY WELL north-sea")
    assert refusal(talk.says, "piotr", "BUY WELL north-sea").startswith("“north-sea” is not among")


def test_eight_well_tokens_and_no_more():
    """Ruling 8."""
    talk = building(anna=held(texas=4, persian_gulf=3))

    said = refusal(talk.says, "anna", "BUY WELL texas 2")
    assert said == "count 2 is out of bounds: it runs from 1 to 1."
    full = building(anna=held(texas=4, persian_gulf=4))
    said = refusal(full.says, "anna", "BUY WELL texas")
    assert said == "All 8 of your well tokens stand on fields."


def test_if_the_supply_runs_out_they_cannot_be_bought():
    talk = building(tankers=1, refineries=0)

    said = refusal(talk.says, "anna", "BUY TANKER 2")
    assert said == "count 2 is out of bounds: it runs from 1 to 1."
    said = refusal(talk.says, "anna", "BUY REFINERY")
    assert said == "There is no refinery left in the supply."
    said = refusal(building(tankers=0).says, "anna", "BUY TANKER")
    assert said == "There is no tanker left in the supply."


def test_a_player_cannot_own_nothing():
    nothing = "A player cannot own nothing: keep at least one tanker, well or refinery."
    two = building(anna=held(texas=1))

    assert refusal(building().says, "anna", "DROP TANKER") == nothing
    assert refusal(two.says, "anna", "DROP TANKER / DROP WELL texas") == nothing
    assert refusal(building().says, "anna", "DROP WELL texas") == "You own no well to give up."


def test_after_buying_the_last_tanker_may_go():
    talk = building()
    talk.says("anna", "BUY REFINERY / DROP TANKER")

    assert talk.holds("anna") == held(cash=2300, tankers=0, refineries=1)


def test_barrels_that_lose_their_place_are_lost_without_a_fine():
    """Ruling 16."""
    talk = building(anna=held(tankers=2, barrels=8, texas=1))
    news = talk.says("anna", "DROP TANKER")

    assert talk.holds("anna") == held(tankers=1, barrels=5, texas=1)
    assert news == ["anna gives up a tanker; barrels lost with it: 3."]


def test_an_event_changes_the_prices_but_not_for_the_exempt():
    dear = building(tables=with_event(DEFAULT_TABLES, TankerPrice(700)), event=10, exempt="piotr")
    dear.says("anna", "BUY TANKER")
    dear.says("piotr", "BUY TANKER")
    cheap = building(tables=with_event(DEFAULT_TABLES, PlacingCost(-300)), event=9, exempt="piotr")
    cheap.says("anna", "BUY WELL texas 2")
    cheap.says("piotr", "BUY WELL texas 2")

    assert (cash(dear)["anna"], cash(dear)["piotr"]) == (2300, 2500)
    assert (cash(cheap)["anna"], cash(cheap)["piotr"]) == (3000, 2600)


def test_who_can_do_nothing_is_not_asked():
    talk = building(anna=held(cash=0), piotr=held(cash=0))
    talk.says("anna", "STAY") if talk.awaited == ("anna",) else talk.deadline()

    assert talk.awaited == ("marcin",)


@pytest.mark.parametrize(
    ("anna", "left"),
    [
        # Nothing is due beyond the cash: nothing is given up.
        (held(cash=1200, tankers=2, texas=2), held(cash=1200, tankers=2, texas=2)),
        # The well that causes the largest sum: 500 of upkeep and 200 of fines.
        (
            held(cash=700, tankers=1, texas=1, north_sea=1),
            held(cash=700, tankers=1, texas=1, north_sea=0),
        ),
        # Without wells, one tanker.
        (held(cash=300, tankers=2), held(cash=300, tankers=1)),
        # Nothing is burned in vain.
        (held(cash=100, tankers=4, texas=2), held(cash=100, tankers=4, texas=2)),
        # A refinery that cannot be supplied is due as well: 900 and 200.
        (held(cash=1100, refineries=1), held(cash=1100, refineries=1)),
    ],
)
def test_an_absent_player_gives_up_only_what_saves_him(anna, left):
    talk = building(anna=anna)
    talk.deadline()

    assert talk.holds("anna") == left
