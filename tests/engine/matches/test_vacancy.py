"""Silence: misses in a row, a vacant seat, its stand-in, its player's return, its next player."""

import hashlib

import msgspec
import pytest
from outputs import outputs_for
from tables import fault_of, laid, played_out, said

from stagepost_contracts.errors import Problem
from stagepost_contracts.notices import Prompt
from stagepost_contracts.policy import Policy
from stagepost_engine.matches.access import Reader, reader_of
from stagepost_engine.matches.command import SeatPlayer
from stagepost_engine.matches.record import StepTaken
from stagepost_engine.matches.seen import seen
from stagepost_engine.matches.verify import verified

POLICY = Policy(at_risk_after=1, vacant_after=2)
OTHERS = ("Piotr", "Marcin", "Krzysiek")


def news(table) -> list[str]:
    found = [said(text) for notice in table.notices for text in getattr(notice.body, "news", ())]
    return list(dict.fromkeys([*found, *(said(event.text) for event in table.live.envelope.news)]))


def rounds_without(table, silent: str, until) -> None:
    """All play but one, who lets every deadline pass."""
    for _ in range(200):
        if until(table):
            return
        playing = [seat for seat in table.awaited if seat != silent]
        if playing:
            defaults = table.live.game.phase(table.phase).default(table.live.state, playing[0])
            table.submits(playing[0], *[msgspec.to_builtins(order) for order in defaults])
        else:
            table.falls("deadline")
    raise AssertionError("it did not come to that")


def vacant(table, seat="Anna") -> bool:
    return table.live.envelope.seat(seat).vacant


def without_anna(**more):
    table = laid(policy=POLICY, **more)
    rounds_without(table, "Anna", vacant)
    return table


def stand_ins(table) -> list:
    steps = [entry for entry in table.entries if isinstance(entry, StepTaken)]
    return [taken for step in steps for taken in step.moves.values() if taken.stand_in]


def test_after_misses_in_a_row_a_seat_is_at_risk_and_then_vacant():
    told = news(without_anna())

    assert "Anna has missed 1 deadline: the seat is at risk." in told
    assert any(
        line.startswith("Anna has missed 2 deadlines in a row: the seat is vacant") for line in told
    )


def test_a_move_of_ones_own_ends_the_count():
    table = laid(policy=POLICY)
    table.falls("deadline")
    rounds_without(table, "", lambda table: "Anna" in table.awaited)
    rounds_without(table, "", lambda table: table.live.envelope.seat("Anna").misses == 0)

    assert not vacant(table)


def test_without_a_bound_no_seat_is_ever_vacant():
    table = laid(policy=Policy(at_risk_after=0, vacant_after=0))
    for _ in range(8):
        table.falls("deadline")

    assert not any(seat.vacant for seat in table.live.envelope.seats)


def test_a_stand_in_plays_at_once_for_a_vacant_seat():
    table = without_anna()
    rounds_without(table, "Anna", lambda table: len(stand_ins(table)) > 3)

    assert "Anna" not in table.awaited
    assert all(taken.commitment and not taken.default for taken in stand_ins(table))


def test_a_match_with_stand_ins_is_verified():
    table = laid(3, seed=5)
    table.says("Anna", "LEAVE")
    played_out(table)

    assert stand_ins(table)
    assert verified(tuple(table.entries)).moves > 0


def test_leave_lets_the_stand_in_move_at_once():
    table = laid()
    table.says("Anna", "LEAVE")

    assert table.live.envelope.sealed["Anna"].stand_in
    assert table.awaited == OTHERS


def test_the_player_may_return():
    table = without_anna()
    answer = table.says("Anna", "RETURN")

    assert [said(text) for text in answer.told] == [
        "You are in your seat again, and are asked from now on."
    ]
    assert not vacant(table)
    assert table.live.envelope.seat("Anna").misses == 0


def test_everybody_sees_that_a_seat_is_vacant():
    table = without_anna()
    found = {seat.name: seat.vacant for seat in seen(table.live, Reader("Piotr")).seats}

    assert found == {"Anna": True, "Piotr": False, "Marcin": False, "Krzysiek": False}


def test_votes_of_a_vacant_seat_are_not_waited_for():
    table = laid()
    for seat in ("Anna", "Piotr"):
        table.says(seat, "LEAVE")
    table.says("Marcin", "PAUSE")
    table.says("Krzysiek", "PAUSE")

    assert table.live.envelope.paused is not None


def test_more_than_half_of_the_players_can_make_a_seat_vacant():
    table = laid()
    table.falls("deadline")
    first = table.says("Piotr", "KICK anna")
    table.says("Marcin", "KICK anna")

    assert [said(text) for text in first.told] == [
        "Piotr votes that a stand-in plays for Anna, by KICK Anna: 1 of the 3 votes that it takes."
    ]
    assert not vacant(table)

    table.says("Krzysiek", "KICK anna")

    assert vacant(table)
    assert table.says("Anna", "RETURN").fault is not None

    rounds_without(table, "", stand_ins)

    replaced(table)

    assert not vacant(table)


def test_two_players_kick_nobody():
    table = laid(3)
    table.says("Anna", "LEAVE")

    assert table.says("Piotr", "KICK marcin").fault is not None


def test_the_ledger_keeps_what_was_played_why_and_when():
    table = laid(policy=POLICY)
    table.says("Piotr", "DEFAULT lobby BID 400")
    table.falls("deadline")
    missed = {one.seat: one for one in table.live.envelope.missed}

    assert (missed["Anna"].played, missed["Anna"].own) == (("BID 100",), False)
    assert (missed["Piotr"].played, missed["Piotr"].own) == (("BID 400",), True)
    assert missed["Anna"].at == table.now
    assert missed["Anna"].phase == "lobby"


TOKEN = hashlib.sha256(b"new").digest()


def replaced(table):
    table.does(SeatPlayer("Anna", TOKEN))
    return table


def test_a_new_player_begins_a_new_tenure_and_the_old_token_opens_nothing():
    table = replaced(laid())
    seat = table.live.envelope.seat("Anna")

    assert (seat.tenure, seat.misses, seat.vacant) == (2, 0, False)
    assert reader_of(table.live.envelope, "new").seat == "Anna"


def test_what_the_old_player_wrote_ahead_ends_with_the_tenure():
    table = laid()
    table.says("Anna", "PLAN infrastructure BUY TANKER", "DEFAULT lobby BID 300", "AWAY 20 Jan")
    table.says("Anna", "OFFER piotr GIVE 100 CASH GET 1 BARRELS AT exchange")
    table.says("Piotr", "OFFER anna GIVE 100 CASH GET 1 BARRELS AT exchange")
    replaced(table)
    envelope = table.live.envelope

    assert (envelope.plans, envelope.defaults, envelope.standing, envelope.offers) == (
        {},
        {},
        {},
        (),
    )
    assert envelope.seat("Anna").away == ()


def test_a_sealed_move_stays_and_the_newcomer_sees_it():
    table = laid()
    table.says("Anna", "BID 300")
    replaced(table)

    assert seen(table.live, Reader("Anna")).ask.sealed == ("BID 300",)
    assert "Anna" not in table.awaited


def test_a_newcomer_who_is_asked_gets_a_prompt_of_the_new_tenure():
    table = laid()
    table.notices.clear()
    replaced(table)
    [notice] = table.told("Anna")

    assert isinstance(notice.body, Prompt)
    assert notice.tenure == 2
    assert [said(text) for text in notice.body.news] == [
        "Anna has a new player from now on.",
        "You play Anna from now on.",
    ]


def test_a_newcomer_reads_no_private_news_of_the_predecessor():
    table = laid()
    table.says("Anna", "PLAN lobby BID 1700")
    table.says("Anna", "WITHDRAW")
    table.notices.clear()
    replaced(table)

    assert "1700" not in str(table.told("Anna"))


def test_a_newcomer_who_is_not_asked_gets_a_report():
    table = laid()
    table.says("Anna", "BID 300")
    table.notices.clear()
    replaced(table)

    assert [notice.kind for notice in table.told("Anna")] == ["report"]


def test_a_seat_of_a_finished_match_stays():
    table = played_out(laid(3, seed=3))
    with pytest.raises(Problem) as refused:
        replaced(table)

    assert refused.value.code == "match-over"


def test_orders_written_ahead_are_no_secret_worth_a_byte_to_others_when_the_seat_is_left():
    """The tenure ends both ways alike: nobody else sees what was in it."""
    low, high = laid(), laid()
    low.says("Anna", "PLAN infrastructure BUY TANKER")
    high.says("Anna", "PLAN auction BID 400")

    assert outputs_for(replaced(low), "Piotr") == outputs_for(replaced(high), "Piotr")
    assert outputs_for(low, "Anna")[1:] == outputs_for(high, "Anna")[1:]


def test_return_is_no_command_for_a_seat_that_is_not_vacant():
    answer = laid().says("Anna", "RETURN")

    assert fault_of(answer) == "No line of your reply could be read as an order."
