"""Trade Between Players: offers, promises and refusals, in every phase but Fees."""

import pytest
from msgspec import convert, to_builtins
from msgspec.structs import replace
from oil_fields import cash, held, refusal, table, turns, with_event
from transcript import told

from stagepost_contracts.errors import IllegalMove
from stagepost_contracts.reading import read, write
from stagepost_engine.games.pola_naftowe.default_tables import DEFAULT_TABLES
from stagepost_engine.games.pola_naftowe.orders import Offer
from stagepost_engine.games.pola_naftowe.state import Auction, Promise
from stagepost_engine.games.pola_naftowe.tables import TankerCapacity
from stagepost_engine.rules.codec import canonical
from stagepost_texts.catalogue import spoken


def words(talk):
    return told(tuple(talk.news))


def lot(**changes):
    """Any quiet place: who won the lobby ponders what to put up."""
    return table("lot", **changes)


def test_players_may_trade_whatever_both_agree_to():
    """Ruling 42."""
    talk = lot(
        anna=held(tankers=2, barrels=5, texas=1), piotr=held(refineries=1, north_sea=1, tankers=2)
    )
    news = talk.trades(
        "anna",
        "OFFER piotr GIVE 500 CASH, 3 barrels, 1 well texas GET 1 refinery and 1 well north sea",
    )

    assert talk.holds("anna") == held(cash=2500, tankers=2, refineries=1, barrels=2, north_sea=1)
    assert talk.holds("piotr") == held(cash=3500, tankers=2, barrels=3, texas=1)
    assert news[0].startswith("A deal: anna gives piotr 500 P$, 3 barrels and 1 well at texas, ")
    assert news[0].endswith("and piotr gives anna 1 refinery and 1 well at north-sea.")


def test_a_gift_is_a_deal():
    talk = lot()
    talk.trades("anna", "OFFER piotr GIVE 300 GET NOTHING")

    assert cash(talk) == {"anna": 2700, "piotr": 3300, "marcin": 3000, "krzysiek": 3000}


@pytest.mark.parametrize("phase", ["", "fees"])
def test_except_in_the_fees_phase(phase):
    """Ruling 20; and not after the end."""
    talk = table("lot")
    state = replace(talk.state, phase=phase)

    assert not talk.game.deals.open(state)
    assert talk.game.deals.forms(state, "anna") == ()
    with pytest.raises(IllegalMove):
        talk.game.deals.check(state, "anna", Offer("piotr", {"cash": 100}, {}))


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("GIVE 3100 CASH GET NOTHING", "anna can give 3000 cash at the most now, not 3100."),
        ("GIVE 250 CASH GET NOTHING", "250 P$ cannot be paid in banknotes: 200 or 300 would do."),
        ("GIVE 1 BARREL GET NOTHING", "anna can give 0 barrels at the most now, not 1."),
        ("GIVE 1 WELL texas GET NOTHING", "anna can give 0 well texas at the most now, not 1."),
        ("GIVE NOTHING GET NOTHING", "An offer gives or gets something."),
        (
            "GIVE 100 CASH ROUND 2 GET NOTHING",
            "ROUND needs a phase before it: AT <phase> ROUND 2.",
        ),
        (
            "GIVE 1 TANKER AT exchange GET NOTHING",
            "Only cash and barrels can be promised for later.",
        ),
        (
            "GIVE NOTHING AT exchange GET 100 CASH",
            "Only cash and barrels can be promised for later.",
        ),
        (
            "GIVE 100 CASH AT lobbying ROUND 1 GET NOTHING",
            "The lobbying phase of round 1 does not open any more: this is round 1 of 5.",
        ),
        (
            "GIVE 100 CASH AT exchange ROUND 6 GET NOTHING",
            "give_round 6 is out of bounds: it runs from 1 to 5.",
        ),
        ("GIVE 100 GOLD GET NOTHING", None),
        ("GIVE GET 100 CASH", None),
        ("100 CASH", None),
        ("GIVE 100 CASH", None),
    ],
)
def test_offers_that_cannot_be(line, sentence):
    said = refusal(lot().offers_to, "anna", f"OFFER piotr {line}")

    assert sentence is None or said == sentence


@pytest.mark.parametrize("to", ["anna", "marcin", "zofia"])
def test_an_offer_is_made_to_another_player_in_the_game(to):
    said = refusal(lot(marcin=None).offers_to, "anna", f"OFFER {to} GIVE 100 CASH GET NOTHING")

    assert said.startswith(f"“{to}” is not among: piotr, krzysiek")


def test_the_acceptance_is_checked_again_for_both_sides():
    talk = lot(piotr=held(cash=200))
    talk.offers_to("anna", "OFFER piotr GIVE NOTHING GET 300 CASH")

    assert refusal(talk.accepts, "piotr") == "piotr can give 200 cash at the most now, not 300."


@pytest.mark.parametrize(
    ("anna", "piotr", "line", "sentence"),
    [
        (
            held(),
            held(),
            "GIVE 1 TANKER GET NOTHING",
            "anna would own neither a tanker nor a well nor a refinery.",
        ),
        (
            held(barrels=3),
            held(barrels=4),
            "GIVE 2 BARRELS GET NOTHING",
            "piotr would hold 6 barrels and has room for 5.",
        ),
        (
            held(texas=1),
            held(texas=4, persian_gulf=4),
            "GIVE 1 WELL texas GET NOTHING",
            "piotr has 8 well tokens and cannot mark more wells.",
        ),
    ],
)
def test_what_a_deal_may_not_leave(anna, piotr, line, sentence):
    """Ruling 51."""
    talk = lot(anna=anna, piotr=piotr)
    talk.offers_to("anna", f"OFFER piotr {line}")

    assert refusal(talk.accepts, "piotr") == sentence


def test_a_tanker_takes_along_the_barrels_that_no_longer_fit():
    """Ruling 51."""
    talk = lot(anna=held(tankers=2, barrels=8))
    talk.trades("anna", "OFFER piotr GIVE 1 TANKER GET 500 CASH")

    assert talk.holds("anna") == held(cash=3500, barrels=5)
    assert talk.holds("piotr") == held(cash=2500, tankers=2, barrels=3)


def test_but_only_if_the_taker_has_room():
    """Storms leave a tanker room for 4 barrels, but not with the exempt."""
    storm = with_event(DEFAULT_TABLES, TankerCapacity(4))
    full, taker = held(tankers=2, barrels=10), held(barrels=4)
    talk = lot(anna=full, piotr=taker, tables=storm, event=3, exempt="anna")
    talk.offers_to("anna", "OFFER piotr GIVE 1 TANKER GET NOTHING")

    assert refusal(talk.accepts, "piotr") == "piotr would hold 9 barrels and has room for 8."


def test_no_refinery_changes_hands_while_refineries_are_supplied():
    """Ruling 51."""
    talk = table("refinery", queue=turns("anna"), anna=held(refineries=1, barrels=2))
    said = refusal(talk.offers_to, "anna", "OFFER piotr GIVE 1 REFINERY GET NOTHING")

    assert said == "anna can give 0 refineries at the most now, not 1."


def test_the_least_bid_stays_while_the_lobby_is_open():
    """Ruling 43."""
    said = refusal(table("lobby").offers_to, "anna", "OFFER piotr GIVE 3000 CASH GET NOTHING")

    assert said == "anna can give 2900 cash at the most now, not 3000."


def test_the_leading_price_stays_with_whoever_leads_the_auction():
    sale = Auction("tanker", ("piotr", "anna"), "anna", 700)
    talk = table("auction", auction=sale)

    said = refusal(talk.offers_to, "anna", "OFFER piotr GIVE 2400 CASH GET NOTHING")
    assert said == "anna can give 2300 cash at the most now, not 2400."


def test_barrels_declared_and_revealed_are_set_aside_until_sold():
    talk = table("declare", session=1, demand=5, anna=held(barrels=5), piotr=held(barrels=5))
    talk.says("anna", "SELL 3")
    talk.says("piotr", "SELL 0")
    assert talk.state.phase == "adjust"

    said = refusal(talk.offers_to, "anna", "OFFER marcin GIVE 3 BARRELS GET NOTHING")
    assert said == "anna can give 2 barrels at the most now, not 3."
    # The tanker would take barrels along, and all that are left fit none.
    talk.trades("anna", "OFFER marcin GIVE 2 BARRELS GET 200 CASH")
    assert talk.holds("anna").barrels == 3


def test_an_open_offer_sets_aside_what_it_gives():
    """Ruling 43: a new offer that needs it is refused to its owner."""
    talk = lot()
    talk.offers_to("anna", "OFFER piotr GIVE 2000 CASH GET NOTHING")

    said = refusal(talk.offers_to, "anna", "OFFER marcin GIVE 1100 CASH GET NOTHING")
    assert said == "anna can give 1000 cash at the most now, not 1100."
    # A promise for later sets nothing aside.
    talk.offers_to("anna", "OFFER marcin GIVE 1100 CASH AT exchange GET NOTHING")


def test_a_sealed_move_that_needs_what_is_set_aside_is_out_of_bounds():
    talk = table("lobby")
    offer = Offer("piotr", {"cash": 2500}, {})
    free = talk.game.deals.set_aside(talk.state, "anna", (offer,))
    [form] = talk.game.phase("lobby").forms(free, "anna", ())

    assert form.fields[0].most == 500
    assert cash(talk)["anna"] == 3000


# Promises.


def test_obligations_from_transactions_are_treated_equally():
    """Ruling 42: a promise is collected when its phase opens."""
    talk = lot(anna=held(barrels=3))
    news = talk.trades("anna", "OFFER piotr GIVE 3 BARRELS GET 600 CASH AT lobbying")
    promise = Promise("piotr", "anna", 600, 0, 2, 1)

    assert talk.state.promises == (promise,)
    assert news == [
        "A deal: anna gives piotr 3 barrels.",
        "piotr promises anna 600 P$ when the lobbying phase of round 2 opens. [to piotr, anna]",
    ]


def test_a_promise_falls_due_when_the_phase_opens_and_then_everybody_hears_of_it():
    promise = Promise("piotr", "anna", 600, 0, 2, 1)
    talk = table("income", promises=(promise,))
    news = talk.deadline()

    assert news[-1] == "A promise falls due: piotr gives anna 600 P$."
    assert (cash(talk)["anna"], cash(talk)["piotr"]) == (3600, 2400)
    assert talk.state.promises == ()


def test_a_phase_that_is_past_means_the_next_round():
    talk = lot()
    talk.trades("anna", "OFFER piotr GIVE 100 CASH AT demand GET 100 CASH AT exchange ROUND 3")

    assert [(promise.round, promise.part) for promise in talk.state.promises] == [(2, 2), (3, 9)]


def test_promises_that_fall_due_together_are_set_off():
    """Ruling 51."""
    promises = (Promise("anna", "piotr", 900, 0, 2, 1), Promise("piotr", "anna", 800, 0, 2, 1))
    talk = table("income", anna=held(cash=200), piotr=held(cash=100), promises=promises)
    talk.deadline()

    assert (cash(talk)["anna"], cash(talk)["piotr"]) == (100, 200)


def test_promised_barrels_without_room_are_lost():
    promise = Promise("anna", "piotr", 0, 4, 2, 1)
    talk = table("income", anna=held(barrels=4), piotr=held(barrels=3), promises=(promise,))
    before = talk.game.audit(talk.state)
    news = talk.deadline()

    assert talk.holds("piotr").barrels == 5
    assert news[-1] == "piotr has no room for 2 of the barrels."
    assert talk.game.audit(talk.state) == before


def test_an_absent_player_keeps_barrels_that_are_promised():
    promise = Promise("anna", "piotr", 0, 3, 1, 9)
    talk = table(
        "refinery",
        queue=turns("anna"),
        anna=held(refineries=1, barrels=4),
        promises=(promise,),
    )
    talk.deadline()

    assert talk.holds("piotr").barrels == 3
    # Two barrels of the refinery were missing: 600, and 200 of upkeep.
    assert cash(talk)["anna"] == 2200


def test_a_promise_is_seen_by_its_two_sides_only():
    """Two tables that differ in it give everybody else the same bytes."""
    plain = lot()
    promise = Promise("anna", "piotr", 600, 0, 2, 1)
    other = replace(plain.state, promises=(promise,))

    for reader in ("marcin", "krzysiek", None):
        assert canonical(plain.game.view(other, reader)) == canonical(
            plain.game.view(plain.state, reader)
        )
    assert plain.game.view(other, "piotr").promises == (promise,)


# How long an offer lasts.


def lasting(line, phase, round_=1):
    talk = lot()
    talk.offers_to("anna", f"OFFER piotr GIVE 100 CASH GET NOTHING {line}")
    _, offer = talk.offers[0]
    after = replace(talk.state, phase=phase, round=round_)
    return talk.game.deals.lasts(talk.state, after, offer)


@pytest.mark.parametrize(
    ("line", "phase", "round_", "lasts"),
    [
        ("", "auction", 1, True),
        ("", "extraction", 1, False),
        ("UNTIL exchange", "selling", 1, True),
        ("UNTIL exchange", "income", 1, False),
        ("UNTIL lobbying", "lobby", 2, True),
        ("UNTIL lobbying", "demand", 2, False),
        ("UNTIL auction", "place", 1, True),
        ("UNTIL exchange", "", 1, False),
    ],
)
def test_an_offer_ends_with_its_phase_unless_until_says_longer(line, phase, round_, lasts):
    """Ruling 51."""
    assert lasting(line, phase, round_) == lasts


def test_how_long_an_offer_lasts_in_words():
    talk = lot()
    short, long = (
        Offer("piotr", {}, {"cash": 100}),
        Offer("piotr", {}, {"cash": 100}, until="event"),
    )

    assert spoken(talk.game.deals.ends(talk.state, short), "en") == "with this phase"
    said = spoken(talk.game.deals.ends(talk.state, long), "en")
    assert said == "with the event phase of round 2"


@pytest.mark.parametrize(
    "line",
    [
        "OFFER piotr GIVE 300 cash, 2 barrels GET 1 well north-sea",
        "OFFER piotr GIVE nothing GET 100 cash AT exchange",
        "OFFER piotr GIVE 100 cash AT fees ROUND 2 GET 3 barrels AT lobbying ROUND 3 UNTIL income",
    ],
)
def test_an_offer_is_written_as_it_is_read(line):
    talk = lot()
    [form] = talk.game.deals.forms(talk.state, "anna")
    order = convert(read(line, (form,)), Offer)

    assert write(to_builtins(order), form) == line
