"""A limit raises for its bidder, is shown to nobody else, and leaves no trace."""

import msgspec
import pytest
from outputs import outputs_for
from tables import fault_of, laid

from stagepost_engine.matches.record import StepTaken

LOBBY = {"Anna": "BID 500", "Piotr": "BID 100", "Marcin": "BID 200", "Krzysiek": "BID 300"}


def at_the_auction(lot: str = "tanker"):
    table = laid(seed=3)
    for seat, line in LOBBY.items():
        table.says(seat, line)
    if table.phase == "exemption":
        table.says("Anna", "EXEMPT nobody")
    while table.phase == "infrastructure":
        table.says(table.awaited[0], "STAY")
    table.says("Anna", f"AUCTION {lot}")
    assert table.phase == "auction"
    return table


def with_limit(limit: int):
    """Anna opens with a limit; Piotr raises to 300 and passes; the others pass at once."""
    table = at_the_auction()
    table.says("Anna", f"BID 100 UP TO {limit}")
    for _ in range(20):
        if table.phase != "auction":
            break
        seat = table.awaited[0]
        price = table.live.state.auction.price
        line = f"BID {price + 100}" if seat == "Piotr" and price < 200 else "PASS"
        table.says(seat, line)
    return table


def test_the_limit_raises_by_the_least_step():
    table = with_limit(900)
    auction = [
        entry
        for entry in table.entries
        if isinstance(entry, StepTaken) and entry.phase == "auction"
    ]
    annas = [
        msgspec.json.decode(entry.moves["Anna"].orders)[0]["amount"]
        for entry in auction
        if "Anna" in entry.moves
    ]

    assert annas == [100, 300]


@pytest.mark.parametrize("reader", ["Piotr", "Marcin", "Krzysiek", None])
def test_two_limits_with_the_same_public_bids_are_the_same_to_everybody_else(reader):
    """Limits 300 and 900, the same bids in the open: equal to the byte for every other reader."""
    low, high = with_limit(300), with_limit(900)

    assert outputs_for(low, reader) == outputs_for(high, reader)


def test_the_limit_is_in_the_owners_receipt():
    answer = at_the_auction().says("Anna", "BID 100 UP TO 400")

    assert answer.standing == ("UP TO 400",)


def test_a_seat_that_is_not_asked_may_set_a_limit():
    table = at_the_auction()
    answer = table.says("Krzysiek", "UP TO 300")

    assert answer.fault is None
    assert answer.standing == ("UP TO 300",)
    assert "Krzysiek" not in table.live.envelope.sealed


def test_a_limit_ends_with_its_auction():
    table = with_limit(900)

    assert table.live.envelope.standing == {}


def test_a_limit_below_the_least_bid_is_refused():
    answer = at_the_auction().says("Anna", "UP TO 50")

    assert "50" in fault_of(answer)


def test_a_limit_may_be_changed_until_used():
    table = at_the_auction()
    table.says("Krzysiek", "UP TO 300")
    answer = table.says("Krzysiek", "UP TO 500")

    assert answer.standing == ("UP TO 500",)
