"""Stock Exchange Phase: declarations, the adjustment, prices, and who sells first."""

import pytest
from msgspec.structs import replace
from oil_fields import cash, held, refusal, table, with_event

from stagepost_engine.games.pola_naftowe.default_tables import DEFAULT_TABLES
from stagepost_engine.games.pola_naftowe.tables import SessionPrices

NO_TANKER = {"tankers": 0, "indian_ocean": 1}


def exchange(session=1, demand=10, **changes):
    """All hold what is named, nobody has a tanker: the adjustment is out of the way."""
    return table("declare", session=session, demand=demand, leader="krzysiek", **changes)


def sold(session, demand, **counts):
    """What each earned by declaring that much; the rest hold nothing."""
    changes = {
        seat: held(cash=0, barrels=counts.get(seat, 0), **NO_TANKER)
        for seat in ("anna", "piotr", "marcin", "krzysiek")
    }
    talk = exchange(session, demand, **changes)
    for seat, count in counts.items():
        talk.says(seat, f"SELL {count}")
    return talk


@pytest.mark.parametrize(
    ("session", "supply", "price"),
    [
        # Ruling 21, at the exact boundaries.
        (1, 10, 400),
        (1, 11, 300),
        (1, 20, 300),
        (1, 21, 100),
        (2, 10, 300),
        (2, 11, 200),
        (2, 20, 200),
        (2, 21, 100),
    ],
)
def test_the_price_by_supply_and_demand(session, supply, price):
    talk = sold(session, 10, anna=supply)
    good = min(supply, 10)
    rest = 100 * (supply - good)

    assert cash(talk)["anna"] == good * price + rest


def test_when_supply_exceeds_demand_twice_over_100_for_everyone_from_the_start():
    talk = sold(1, 3, anna=5, piotr=2)

    assert (cash(talk)["anna"], cash(talk)["piotr"]) == (500, 200)


def test_selling_starts_with_the_player_who_declared_the_most():
    """Ruling 22: the good price ends within one player's barrels."""
    talk = sold(1, 10, anna=3, piotr=8, marcin=2)

    assert (cash(talk)["piotr"], cash(talk)["anna"], cash(talk)["marcin"]) == (2400, 700, 200)


def test_session_2_measures_against_the_whole_demand_again():
    """Ruling 23; a host may choose otherwise."""
    talk = exchange(1, 8, anna=held(cash=0, barrels=16, **NO_TANKER))
    talk.says("anna", "SELL 8")
    talk.says("anna", "SELL 8")

    assert cash(talk)["anna"] == 8 * 400 + 8 * 300


def test_a_host_may_let_session_2_see_only_what_demand_is_left():
    readings = replace(DEFAULT_TABLES.readings, demand_again=False)
    tables = replace(DEFAULT_TABLES, readings=readings)
    talk = exchange(1, 8, anna=held(cash=0, barrels=11, **NO_TANKER), tables=tables)
    talk.says("anna", "SELL 6")

    assert talk.state.demand == 2


def test_an_event_lowers_the_prices_of_session_1_but_never_below_100():
    tables = with_event(DEFAULT_TABLES, SessionPrices(1, -100), ignorable=False)
    talk = exchange(1, 10, anna=held(cash=0, barrels=9, **NO_TANKER), tables=tables, event=12)
    talk.says("anna", "SELL 5")
    low = with_event(DEFAULT_TABLES, SessionPrices(1, -500), ignorable=False)
    deep = exchange(1, 10, anna=held(cash=0, barrels=9, **NO_TANKER), tables=low, event=12)
    deep.says("anna", "SELL 5")

    assert (cash(talk)["anna"], cash(deep)["anna"]) == (1500, 500)


def test_a_declaration_is_between_0_and_the_barrels_held():
    """Ruling 2."""
    talk = exchange(anna=held(barrels=3))

    assert (
        refusal(talk.says, "anna", "SELL 4") == "barrels 4 is out of bounds: it runs from 0 to 3."
    )
    assert refusal(talk.says, "anna", "SELL -1").startswith("“-1” is not a whole number")


def test_who_holds_nothing_is_not_asked():
    assert exchange(anna=held(barrels=3)).awaited == ("anna",)


def adjusting(declared, barrels, tankers=2, session=1, **changes):
    talk = table(
        "declare",
        session=session,
        demand=10,
        anna=held(cash=0, barrels=barrels, tankers=tankers),
        piotr=held(cash=0, barrels=3, tankers=1),
        **changes,
    )
    talk.says("anna", f"SELL {declared}")
    talk.says("piotr", "SELL 3")
    return talk


def test_the_winner_may_once_add_as_many_barrels_as_tankers():
    talk = adjusting(5, 8)
    talk.says("anna", "ADD")

    assert talk.holds("anna").barrels == 1
    assert talk.state.adjusted


def test_or_subtract_them():
    talk = adjusting(5, 8)
    talk.says("anna", "CUT")

    assert talk.holds("anna").barrels == 5


def test_once_in_the_two_sessions():
    """Ruling 26: used in session I it is gone; kept, it is there in session II."""
    used, kept = adjusting(4, 9), adjusting(4, 9)
    used.says("anna", "ADD")
    kept.says("anna", "KEEP")
    used.says("anna", "SELL 2")
    kept.says("anna", "SELL 3")

    assert used.state.phase == "lobby"
    assert (kept.state.phase, kept.state.session) == ("adjust", 2)


@pytest.mark.parametrize(
    ("declared", "barrels", "verbs"),
    [
        (1, 4, {"add", "keep"}),
        (3, 4, {"cut", "keep"}),
        (2, 4, {"add", "cut", "keep"}),
    ],
)
def test_the_result_is_between_0_and_the_barrels_held(declared, barrels, verbs):
    talk = adjusting(declared, barrels)
    forms = talk.game.phase("adjust").forms(talk.state, "anna", ())

    assert {form.verb for form in forms} == verbs


@pytest.mark.parametrize(("declared", "barrels", "tankers"), [(1, 2, 2), (1, 1, 0)])
def test_where_neither_is_possible_nobody_is_asked(declared, barrels, tankers):
    talk = adjusting(declared, barrels, tankers=tankers, marcin=held(refineries=1))

    assert talk.state.phase != "adjust"


def test_the_adjustment_lapses_if_the_winner_is_out():
    """Ruling 38."""
    talk = table(
        "declare",
        session=1,
        demand=10,
        leader="piotr",
        lobbyist="anna",
        anna=None,
        piotr=held(barrels=4),
    )
    talk.says("piotr", "SELL 2")

    assert (talk.state.phase, talk.state.session) == ("declare", 2)


def test_an_absent_winner_does_not_adjust():
    talk = adjusting(5, 8)
    talk.deadline()

    assert talk.holds("anna").barrels == 3
    assert not talk.state.adjusted


def tied(demand=8, **counts):
    return sold(1, demand, **counts)


def test_the_winner_orders_tied_sellers_where_it_changes_money():
    """Ruling 24: himself included."""
    talk = tied(anna=5, piotr=5, krzysiek=5)
    assert (talk.state.phase, talk.awaited) == ("tie_order", ("krzysiek",))
    talk.says("krzysiek", "ORDER krzysiek, piotr, anna")

    assert cash(talk) == {"anna": 500, "piotr": 1100, "marcin": 0, "krzysiek": 1500}


@pytest.mark.parametrize(
    ("demand", "counts"),
    [
        (10, {"anna": 5, "piotr": 5}),  # all at the good price
        (10, {"anna": 5, "piotr": 5, "marcin": 2}),  # the good price ends after them
        (8, {"anna": 8, "piotr": 2, "marcin": 2}),  # it ended before them
        (2, {"anna": 5, "piotr": 5}),  # all at 100
        (8, {"anna": 6, "piotr": 5}),  # no tie
    ],
)
def test_where_it_does_not_change_money_nobody_is_asked(demand, counts):
    assert tied(demand, **counts).state.phase != "tie_order"


def test_an_absent_winner_lets_them_sell_clockwise_himself_last():
    talk = tied(anna=5, piotr=5, krzysiek=5)
    talk.deadline()

    assert cash(talk) == {"anna": 1500, "piotr": 1100, "marcin": 0, "krzysiek": 500}


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("ORDER anna piotr", "Name each of these once: anna, piotr, krzysiek."),
        ("ORDER anna anna piotr", "Name each of these once: anna, piotr, krzysiek."),
        ("ORDER", "Something is missing; write it as: ORDER <sellers>"),
    ],
)
def test_orders_of_sellers_that_cannot_be(line, sentence):
    assert refusal(tied(anna=5, piotr=5, krzysiek=5).says, "krzysiek", line) == sentence


@pytest.mark.parametrize(
    ("anna", "round_", "sells"),
    [
        # Next round: 100 for the lobby, 200 of upkeep.
        (held(cash=300, barrels=5), 1, 0),
        (held(cash=0, barrels=5), 1, 3),
        # The refinery's income counts.
        (held(cash=0, refineries=1, barrels=5), 1, 0),
        # 100 + 400 of upkeep; each barrel that stays is fined beside 3 new ones.
        (held(cash=300, barrels=5, persian_gulf=1), 1, 3),
        # None suffices: all.
        (held(cash=0, barrels=2), 1, 2),
        # Barrels are worth nothing after the last round.
        (held(cash=9000, barrels=5), 5, 5),
    ],
)
def test_an_absent_player_sells_in_session_2_what_the_next_round_needs(anna, round_, sells):
    talk = table("declare", session=2, demand=10, anna=anna, round=round_, leader="piotr")
    move = talk.game.phase("declare").default(talk.state, "anna")

    assert [order.barrels for order in move] == [sells]


def test_an_absent_player_sells_nothing_in_session_1():
    talk = table("declare", session=1, demand=10, anna=held(cash=0, barrels=5))

    assert talk.game.phase("declare").default(talk.state, "anna")[0].barrels == 0
