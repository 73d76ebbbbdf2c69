"""Crude as a match by mail: how seldom a person is asked, and the policy that answers for one."""

import pytest
from tables import fault_of, laid, played_out, said

from stagepost_engine.matches.replay import replayed
from stagepost_engine.rules.codec import canonical_state
from stagepost_engine.rules.play import is_over

EVERYTHING = "POLICY REFINE ALL SELL 1 CONVERT 999"


def crude(seats=4, **more):
    return laid(seats, game="crude", **more)


def standing_of(table, seat):
    return table.live.envelope.standing.get(seat, {})


def opened(table):
    """Everybody buys stations and refineries on every line, so that every roll hits."""
    while table.phase == "purchase":
        [seat] = table.awaited
        answer = table.says(seat, "BUILD REFINERY 1-1", "BUILD STATION 3-1 TO 3-6")
        assert answer.fault is None, fault_of(answer)
    return table


def test_a_policy_is_taken_at_any_time_from_any_seat():
    table = crude()
    for seat in ("Anna", "Piotr", "Marcin", "Krzysiek"):
        answer = table.says(seat, EVERYTHING)

        assert answer.fault is None
        assert answer.standing == ("POLICY REFINE all SELL 1 CONVERT 999",)


def test_with_policies_nobody_is_asked_about_hits():
    table = opened(crude())
    for seat in ("Anna", "Piotr", "Marcin", "Krzysiek"):
        table.says(seat, EVERYTHING)
    phases = set()
    for _ in range(24):
        phases.add(table.phase)
        [seat] = table.awaited
        table.says(seat, "STAY")

    assert phases == {"market", "assets"}


def test_without_one_they_are_asked():
    table = opened(crude())
    phases = set()
    for _ in range(24):
        phases.add(table.phase)
        [seat] = table.awaited
        table.says(seat, "STAY")

    assert "hits" in phases


def test_a_policy_given_while_asked_answers_at_once():
    table = opened(crude())
    while table.phase != "hits":
        table.says(table.awaited[0], "STAY")
    [seat] = table.awaited
    answer = table.says(seat, EVERYTHING)

    assert answer.resolved
    assert table.phase != "hits" or table.awaited != (seat,)


def test_a_new_policy_replaces_the_old_one_whole():
    table = crude()
    table.says("Piotr", EVERYTHING)
    before = standing_of(table, "Piotr")["hits"]
    table.says("Piotr", "POLICY REFINE NONE")
    after = standing_of(table, "Piotr")["hits"]

    assert before.move != after.move
    assert b'"convert":0' in after.move


def test_no_other_reader_hears_of_a_policy():
    """Two matches that differ only in a policy that was not used look the same to the others."""
    plain, secret = crude(), crude()
    secret.says("Piotr", EVERYTHING)
    for table in (plain, secret):
        [seat] = table.awaited
        if seat == "Piotr":
            table.says(seat, "STAY")
            [seat] = table.awaited
        table.says(seat, "STAY")
    seen = [
        [(notice.seat, notice.body) for notice in table.notices if notice.seat != "Piotr"]
        for table in (plain, secret)
    ]

    assert seen[0] == seen[1]


def test_everybody_is_told_once_a_round():
    """A seat that is not asked reads the news when the round ends, not after each turn."""
    table = crude()
    for _ in range(4):
        table.says(table.awaited[0], "STAY")
    before = len(table.notices)
    while table.live.state.round == 1:
        [last] = table.awaited
        table.says(last, "STAY")
    reports = [notice for notice in table.notices[before:] if notice.kind == "report"]

    # Who has begun the next round is asked, and who ended this one has no news to hear.
    assert sorted(notice.seat for notice in reports) == sorted(
        set(table.live.envelope.names) - {*table.awaited, last}
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_match_is_played_and_its_record_gives_it_again(seats):
    table = played_out(crude(seats, seed=seats))
    *_, last = replayed(tuple(table.entries))

    assert is_over(table.live.state)
    assert canonical_state(last.after) == canonical_state(table.live.state)


def test_an_order_of_another_part_is_refused_with_what_would_do():
    table = crude()
    [seat] = table.awaited

    assert "BUILD RIG" in fault_of(table.says(seat, "BUILD WELL 1-1"))
    assert said(table.notices[-1].body.ask.question).startswith("Special purchase round for")
