"""Deals: offered, set aside, accepted in one commit; refused to whom the fault belongs."""

from tables import fault_of, laid, said

from stagepost_engine.matches.record import DealTaken


def deal_of(table):
    [offer] = table.live.envelope.offers
    return offer.deal


def cash(table):
    return {seat: held.cash for seat, held in table.live.state.holdings.items()}


def test_an_offer_is_told_to_its_two_sides_only():
    table = laid()
    table.notices.clear()
    answer = table.says("Anna", "OFFER Piotr GIVE 300 GET 500 AT lobbying ROUND 2")

    assert answer.fault is None, fault_of(answer)
    assert [notice.seat for notice in table.notices] == ["Piotr"]
    assert deal_of(table) in str([said(text) for text in answer.told])


def test_acceptance_applies_at_once_and_leaves_step_and_deadline():
    table = laid()
    table.says("Anna", "OFFER Piotr GIVE 300 GET nothing")
    before = (table.live.envelope.step, table.live.envelope.deadline)
    answer = table.says("Piotr", f"ACCEPT {deal_of(table)}")

    assert answer.fault is None
    assert (table.live.envelope.step, table.live.envelope.deadline) == before
    assert cash(table)["Piotr"] - cash(table)["Anna"] == 600
    assert isinstance(table.entries[-1], DealTaken)


def test_what_an_offer_gives_is_set_aside():
    """A sealed move that needs it is refused to its owner, naming the offer to withdraw."""
    table = laid()
    table.says("Anna", "OFFER Piotr GIVE 2500 GET nothing")
    answer = table.says("Anna", "BID 1000")

    assert answer.fault is not None
    assert f"WITHDRAW {deal_of(table)}" in fault_of(answer) or "500" in fault_of(answer)
    table.says("Anna", f"WITHDRAW {deal_of(table)}")

    assert table.says("Anna", "BID 1000").fault is None


def test_an_offer_that_the_own_sealed_move_needs_is_refused():
    table = laid()
    table.says("Anna", "BID 2900")
    answer = table.says("Anna", "OFFER Piotr GIVE 500 GET nothing")

    assert answer.fault is not None
    assert table.live.envelope.offers == ()


def test_only_the_acceptor_is_told_of_its_own_sealed_move():
    table = laid()
    table.says("Piotr", "BID 2900")
    table.says("Anna", "OFFER Piotr GIVE nothing GET 500")
    table.notices.clear()
    answer = table.says("Piotr", f"ACCEPT {deal_of(table)}")

    assert answer.fault.code == "set-aside"
    assert table.notices == []
    assert cash(table)["Piotr"] == 3000


def test_a_declined_offer_is_gone_and_its_maker_is_told():
    table = laid()
    table.says("Anna", "OFFER Piotr GIVE 300 GET nothing")
    table.notices.clear()
    table.says("Piotr", f"DECLINE {deal_of(table)}")

    assert table.live.envelope.offers == ()
    assert [notice.seat for notice in table.notices] == ["Anna"]


def test_nobody_else_can_accept():
    table = laid()
    table.says("Anna", "OFFER Piotr GIVE 300 GET nothing")
    answer = table.says("Marcin", f"ACCEPT {deal_of(table)}")

    assert answer.fault is not None
    assert cash(table)["Anna"] == 3000


def test_an_offer_ends_with_its_phase():
    table = laid()
    table.says("Anna", "OFFER Piotr GIVE 300 GET nothing")
    for seat in ("Anna", "Piotr", "Marcin", "Krzysiek"):
        table.says(seat, "BID 100")

    assert table.live.envelope.offers == ()


def test_an_acceptance_may_not_take_what_the_acceptors_own_offer_gives():
    """What Piotr has offered Marcin is set aside; he must withdraw it to give it to Anna."""
    table = laid()
    table.says("Piotr", "OFFER Marcin GIVE 2500 GET nothing")
    table.says("Anna", "OFFER Piotr GIVE nothing GET 1000")
    deal = next(offer.deal for offer in table.live.envelope.offers if offer.by == "Anna")
    answer = table.says("Piotr", f"ACCEPT {deal}")

    assert answer.fault.code == "set-aside"
    assert "WITHDRAW" in fault_of(answer)
    assert cash(table)["Piotr"] == 3000
