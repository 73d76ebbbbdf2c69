"""Orders written ahead: a plan is used when its phase opens, an own default at the deadline."""

import msgspec
import pytest
from outputs import outputs_for
from tables import fault_of, laid, said

from stagepost_contracts.policy import Policy
from stagepost_engine.matches.record import StepTaken

LOBBY = {"Anna": "BID 500", "Piotr": "BID 100", "Marcin": "BID 200", "Krzysiek": "BID 300"}


def lobbied(table):
    for seat, line in LOBBY.items():
        table.says(seat, line)
    while table.phase not in ("infrastructure", "over"):
        table.says(table.awaited[0], "EXEMPT nobody")
    return table


def steps(table, phase: str):
    return [e for e in table.entries if isinstance(e, StepTaken) and e.phase == phase]


def orders(taken) -> list[dict]:
    return msgspec.json.decode(taken.orders)


def told(answer) -> list[str]:
    return [said(text) for text in answer.told]


def news(table, seat: str) -> list[str]:
    return [said(text) for notice in table.told(seat) for text in getattr(notice.body, "news", ())]


def test_a_plan_is_used_as_soon_as_its_phase_opens():
    table = laid()
    table.says("Piotr", "PLAN infrastructure BUY TANKER", "PLAN infrastructure BUY REFINERY")
    lobbied(table)
    while table.phase == "infrastructure":
        assert table.awaited[0] != "Piotr"
        table.says(table.awaited[0], "STAY")
    built = [
        step.moves["Piotr"] for step in steps(table, "infrastructure") if "Piotr" in step.moves
    ]

    assert [[order["kind"] for order in orders(taken)] for taken in built] == [
        ["buy_tanker", "buy_refinery"]
    ]
    assert not built[0].default
    assert built[0].commitment
    assert table.live.envelope.plans == {}
    assert "Your plan for Infrastructure is your move: [BUY TANKER], [BUY REFINERY]." in news(
        table, "Piotr"
    )


def test_a_plan_for_the_phase_that_asks_now_is_the_move():
    table = laid()
    answer = table.says("Anna", "PLAN lobbying BID 300")

    assert answer.sealed == ("BID 300",)
    assert "Anna" not in table.awaited
    assert told(answer)[-1] == "Your plan for Lobbying is your move: [BID 300]."


def test_a_plan_that_closes_the_step_says_so():
    table = laid()
    for seat in ("Piotr", "Marcin", "Krzysiek"):
        table.says(seat, LOBBY[seat])
    answer = table.says("Anna", "PLAN lobby BID 500")

    assert answer.resolved
    assert answer.sealed == ("BID 500",)


def test_a_plan_that_is_not_legal_when_its_phase_opens_is_reported_and_the_seat_asked():
    table = laid()
    table.says("Piotr", "PLAN infrastructure BUY TANKER 40")
    lobbied(table)
    while table.awaited != ("Piotr",):
        table.says(table.awaited[0], "STAY")

    assert table.phase == "infrastructure"
    assert any(
        line.startswith("Your plan for Infrastructure could not be used.")
        for line in news(table, "Piotr")
    )
    assert table.live.envelope.plans == {}


def test_a_plan_outside_the_bounds_of_the_phase_that_asks_now_is_refused():
    answer = laid().says("Anna", "PLAN lobby BID 9000")

    assert fault_of(answer) == "amount 9000 is out of bounds: it runs from 100 to 3000."


@pytest.mark.parametrize("line", ["PLAN infrastructure FLY 3", "DEFAULT auction hello"])
def test_a_line_that_is_no_order_of_the_game_is_refused(line):
    answer = laid().says("Anna", line)

    assert "is no order of Pola Naftowe" in fault_of(answer)


def test_an_unknown_phase_is_refused_with_the_phases_there_are():
    answer = laid().says("Anna", "PLAN breakfast BUY TANKER")

    assert "infrastructure" in fault_of(answer)


@pytest.mark.parametrize("line", ["PLAN lobby BID 300", "DEFAULT lobby BID 300"])
def test_nothing_is_written_ahead_for_a_step_whose_deadline_is_past(line):
    """Its due may fall late: that gains nobody any time."""
    table = laid()
    table.now = table.live.envelope.deadline + 1
    answer = table.says("Anna", line)

    assert answer.fault.code == "stale-step"


def test_a_plan_before_the_start_is_used_after_it():
    table = laid(starts_in_hours=5.0)
    answer = table.says("Anna", "PLAN lobby BID 300")

    assert answer.fault is None

    table.falls("start")

    assert "Anna" in table.live.envelope.sealed


def test_cancel_takes_a_plan_back():
    table = laid()
    table.says("Anna", "PLAN infrastructure BUY TANKER")
    answer = table.says("Anna", "CANCEL infrastructure")

    assert told(answer) == ["Your plan for Infrastructure is taken back."]
    assert table.live.envelope.plans == {}


def test_plans_lists_what_was_written_ahead():
    table = laid()
    table.says("Anna", "PLAN infrastructure BUY TANKER; BUY REFINERY", "DEFAULT lobby BID 200")
    answer = table.says("Anna", "PLANS")

    assert told(answer) == [
        (
            "Written ahead: [PLAN infrastructure BUY TANKER], [PLAN infrastructure BUY REFINERY], "
            "[DEFAULT lobby BID 200]."
        )
    ]


def test_an_own_default_is_played_at_the_deadline_and_is_a_miss():
    """Recorded as an ordinary move with its commitment; the seat was silent all the same."""
    table = laid()
    answer = table.says("Anna", "DEFAULT lobby BID 400")

    assert answer.ask.default == ("BID 400",)

    table.falls("deadline")
    [lobby] = steps(table, "lobby")

    assert orders(lobby.moves["Anna"]) == [{"kind": "bid", "amount": 400}]
    assert lobby.moves["Anna"].commitment
    assert not lobby.moves["Anna"].default
    assert lobby.moves["Piotr"].default
    assert table.live.envelope.seat("Anna").misses == 1
    assert "lobby" in table.live.envelope.defaults["Anna"]


def test_an_own_default_that_is_not_legal_then_gives_way_to_the_games():
    table = laid()
    table.says("Piotr", "DEFAULT infrastructure BUY TANKER 40")
    lobbied(table)
    while table.phase == "infrastructure":
        table.falls("deadline")
    taken = next(s.moves["Piotr"] for s in steps(table, "infrastructure") if "Piotr" in s.moves)

    assert taken.default
    assert any("could not be played, so the game's was" in line for line in news(table, "Piotr"))


def test_an_own_default_may_be_taken_back():
    table = laid()
    table.says("Anna", "DEFAULT lobby BID 400")
    answer = table.says("Anna", "CANCEL DEFAULT lobby")

    assert answer.ask.default == ("BID 100",)


def test_a_plan_needs_nothing_that_an_open_offer_sets_aside():
    table = laid()
    table.says("Anna", "OFFER piotr GIVE 2900 CASH GET 1 BARRELS UNTIL exchange")
    answer = table.says("Anna", "PLAN lobby BID 500")

    assert answer.fault.code in ("illegal", "set-aside")


def with_secrets(*lines: str, used: bool):
    table = laid(policy=Policy(reminders=(12.0,)))
    table.says("Anna", *lines)
    if used:
        table.falls("reminder")
        for seat in ("Piotr", "Marcin"):
            table.says(seat, LOBBY[seat])
    return table


@pytest.mark.parametrize("reader", ["Piotr", "Marcin", "Krzysiek", None])
def test_two_matches_that_differ_in_what_a_seat_wrote_ahead_are_the_same_to_others(reader):
    """Plans and defaults that are not used yet: equal to the byte for every other reader."""
    low = with_secrets("PLAN infrastructure BUY TANKER", "DEFAULT lobby BID 200", used=True)
    high = with_secrets("PLAN auction BID 400", "DEFAULT lobby BID 900", used=True)

    assert outputs_for(low, reader) == outputs_for(high, reader)


def auctioned(table):
    """Play on to the first auction's first question."""
    lobbied(table)
    while table.phase != "auction":
        table.falls("deadline")
    return table


@pytest.mark.parametrize("line", ["BID UP TO 400", "UP TO 400", "BID 200 UP TO 400"])
def test_a_plan_takes_a_limit_behind_its_bid(line):
    table = laid()
    for seat in LOBBY:
        table.says(seat, f"PLAN auction {line}")
    auctioned(table)
    bids = [
        order
        for step in steps(table, "auction")
        for taken in step.moves.values()
        for order in orders(taken)
    ]

    assert bids or table.awaited == ()
    assert max(order.get("amount", 0) for order in bids) <= 400
    assert all(
        not taken.default for step in steps(table, "auction") for taken in step.moves.values()
    )


def test_a_limit_planned_for_the_auction_bids_as_soon_as_the_seat_is_asked():
    plain = auctioned(laid())
    seat = plain.awaited[0]
    table = laid()
    answer = table.says(seat, "PLAN auction BID UP TO 400")
    auctioned(table)
    [bid] = orders(steps(table, "auction")[0].moves[seat])

    assert told(answer)[0].startswith("Your plan for Auction the bids: [BID UP TO 400].") or (
        "[BID UP TO 400]" in told(answer)[0]
    )
    assert bid["kind"] == "bid"
    assert table.live.envelope.standing[seat]["auction"]
    assert table.live.envelope.plans == {}
