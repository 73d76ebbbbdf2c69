"""Sealed moves: kept outside the state, replaced until the step closes, opened by the record."""

import msgspec
from tables import fault_of, laid

from stagepost_contracts.policy import Policy
from stagepost_engine.matches.fresh import commitment
from stagepost_engine.matches.record import StepTaken


def step_entries(table):
    return [entry for entry in table.entries if isinstance(entry, StepTaken)]


def test_a_sealed_move_is_not_in_the_state():
    table = laid()
    before = table.live.envelope.state
    answer = table.says("Anna", "BID 300")

    assert answer.sealed == ("BID 300",)
    assert table.live.envelope.state == before
    assert table.awaited == ("Piotr", "Marcin", "Krzysiek")


def test_a_new_move_replaces_the_whole_old_one():
    table = laid()
    first = table.says("Anna", "BID 300")
    second = table.says("Anna", "BID 500")

    assert second.replaced == ("BID 300",)
    assert second.sealed == ("BID 500",)
    assert second.commitment != first.commitment


def test_the_same_orders_again_change_nothing():
    """A new mail with the same orders is answered: already sealed, unchanged."""
    table = laid()
    first = table.says("Anna", "BID 300")
    revision = table.live.envelope
    again = table.says("Anna", "bid 300.")

    assert again.unchanged
    assert again.commitment == first.commitment
    assert table.live.envelope == revision


def test_the_record_opens_the_commitment_of_the_receipt():
    table = laid()
    receipts = {seat: table.says(seat, "BID 300") for seat in ("Anna", "Piotr", "Marcin")}
    receipts["Krzysiek"] = table.says("Krzysiek", "BID 400")
    lobby = next(entry for entry in step_entries(table) if entry.phase == "lobby")

    assert receipts["Krzysiek"].resolved
    for seat, receipt in receipts.items():
        taken = lobby.moves[seat]
        assert taken.commitment == receipt.commitment
        assert commitment(bytes(taken.orders), bytes.fromhex(taken.nonce)) == receipt.commitment


def test_only_the_last_move_of_a_step_is_ever_opened():
    table = laid()
    table.says("Anna", "BID 2900")
    for seat in ("Anna", "Piotr", "Marcin", "Krzysiek"):
        table.says(seat, "BID 100")

    assert b"2900" not in msgspec.json.encode(table.entries)


def test_a_withdrawn_move_is_asked_again():
    table = laid()
    table.says("Anna", "BID 300")
    answer = table.withdraws("Anna")

    assert answer.sealed == ()
    assert "Anna" in table.awaited


def test_withdraw_by_mail():
    table = laid()
    table.says("Anna", "BID 300")
    answer = table.says("Anna", "WITHDRAW")

    assert answer.fault is None
    assert "Anna" in table.awaited


def test_withdraw_without_a_move_is_refused_kindly():
    answer = laid().withdraws("Anna")

    assert fault_of(answer) == "You have sealed no move that could be withdrawn."


def test_nothing_is_written_while_the_delay_runs():
    """After the last move of a phase of several there is time to change one's mind."""
    table = laid(policy=Policy(delay_minutes=30))
    for seat in ("Anna", "Piotr", "Marcin", "Krzysiek"):
        answer = table.says(seat, "BID 100")

    assert not answer.resolved
    assert table.phase == "lobby"

    changed = table.says("Anna", "BID 700")

    assert changed.replaced == ("BID 100",)
    table.falls("delay")

    assert table.phase != "lobby"
    assert bytes(step_entries(table)[0].moves["Anna"].orders) == b'[{"amount":700,"kind":"bid"}]'


def test_a_mail_older_than_the_sealed_one_is_not_applied():
    """Greylisting reverses mails: the one written later stands, the receipt shows both."""
    table = laid()
    table.says("Anna", "BID 500", by_mail=True, dated=table.now - 10)
    late = table.says("Anna", "BID 100", by_mail=True, dated=table.now - 3600)

    assert late.fault.code == "older-mail"
    assert "Sealed stays: BID 500" in fault_of(late)
    assert "Not applied: BID 100" in fault_of(late)
    assert late.sealed == ("BID 500",)


def test_a_withdraw_older_than_the_sealed_mail_takes_nothing_back():
    table = laid()
    table.says("Anna", "BID 500", by_mail=True, dated=table.now - 10)
    late = table.says("Anna", "WITHDRAW", by_mail=True, dated=table.now - 3600)

    assert late.fault.code == "older-mail"
    assert "Sealed stays: BID 500" in fault_of(late)
    assert late.sealed == ("BID 500",)
    assert table.says("Anna", "WITHDRAW", by_mail=True, dated=table.now).sealed == ()
