"""UNDO by all: the last decision is taken back, as an entry, where nothing irrevocable was done."""

import msgspec
import pytest
from tables import NAMES, fault_of, laid, plain_move, played_out, said

from stagepost_contracts.notices import Prompt, Report
from stagepost_contracts.policy import Policy
from stagepost_engine.games import GAMES
from stagepost_engine.matches.access import Reader
from stagepost_engine.matches.deciding import decide
from stagepost_engine.matches.decision import Moment
from stagepost_engine.matches.envelope import decode_envelope, encode_envelope
from stagepost_engine.matches.fresh import Fresh
from stagepost_engine.matches.ledger import misses_seen
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.looking_back import looked_back
from stagepost_engine.matches.record import StepTaken, Undone, chained
from stagepost_engine.matches.replay import replayed
from stagepost_engine.matches.seen import seen
from stagepost_engine.matches.verify import NotTrueError, verified
from stagepost_engine.rules.codec import canonical_state
from stagepost_engine.rules.dice import SeededDice

SEATS = NAMES[:4]


def building(**more):
    """The table in Infrastructure, where one seat after the other builds."""
    table = laid(**more)
    while table.phase != "infrastructure":
        table.falls("deadline")
    return table


def all_undo(table, seats=SEATS):
    for seat in seats:
        answer = table.says(seat, "UNDO")
    return answer


def states(table) -> bytes:
    return canonical_state(table.live.state)


def undone_entry(table):
    [entry] = [entry for entry in table.entries if isinstance(entry, Undone)]
    return entry


def test_the_votes_of_all_players_take_the_last_decision_back():
    table = building()
    [builder], before = table.awaited, states(table)
    table.says(builder, "BUY TANKER")

    assert states(table) != before

    first = table.says("Anna", "UNDO")

    assert said(first.told[0]) == (
        "Anna votes to take back the last decision, by UNDO: 1 of the 4 votes that it takes. "
        "The votes end with the step."
    )

    answer = all_undo(table, SEATS[1:])

    assert states(table) == before
    assert table.awaited == (builder,)
    assert said(answer.told[0]).startswith("The players have taken back the last decision")


def test_three_of_four_are_not_all():
    table = building()
    table.says(table.awaited[0], "BUY TANKER")
    after = states(table)
    all_undo(table, SEATS[:3])

    assert states(table) == after


def test_a_seat_without_a_player_has_no_vote():
    table = building()
    table.says(table.awaited[0], "BUY TANKER")
    before = table.live.envelope.undo.state
    leaver = next(seat for seat in SEATS if seat not in table.awaited)
    table.says(leaver, "LEAVE")
    all_undo(table, [seat for seat in SEATS if seat != leaver])

    assert table.live.envelope.state == before


def test_a_default_that_was_played_for_somebody_is_taken_back():
    table = building(policy=Policy(at_risk_after=0))
    [builder] = table.awaited
    before = table.live.envelope.seat(builder).misses
    table.falls("deadline")
    step = table.live.envelope.step - 1

    assert table.live.envelope.seat(builder).misses == before + 1

    answer = all_undo(table)

    assert table.awaited == (builder,)
    assert table.live.envelope.seat(builder).misses == before
    assert said(answer.told[-1]).startswith("The deadline that was missed with it stays in the")

    [miss] = [miss for miss in misses_seen(table.live, {}) if miss.step == step]

    assert (miss.seat, miss.undone) == (builder, True)
    assert not any(miss.undone for miss in misses_seen(table.live, {}) if miss.step < step)


def test_a_seat_that_became_vacant_by_the_default_has_its_player_again():
    table = building(policy=Policy(vacant_after=0))
    [builder] = table.awaited
    misses = table.live.envelope.seat(builder).misses
    policy = msgspec.structs.replace(table.live.envelope.policy, vacant_after=misses + 1)
    table.live = table.live.changed(policy=policy)
    table.falls("deadline")

    assert table.live.envelope.seat(builder).vacant

    all_undo(table, [seat for seat in SEATS if seat != builder])

    assert not table.live.envelope.seat(builder).vacant
    assert table.awaited == (builder,)


def test_every_seat_is_told_and_only_who_is_asked_gets_a_prompt():
    table = building()
    [builder] = table.awaited
    table.says(builder, "BUY TANKER")
    all_undo(table, SEATS[:3])
    table.notices.clear()
    table.says(SEATS[3], "UNDO")
    kinds = {notice.seat: type(notice.body) for notice in table.notices}

    assert kinds == {
        seat: Prompt if seat == builder else Report
        for seat in SEATS
        if seat != SEATS[3] or seat == builder
    }
    for notice in table.notices:
        news = [said(text) for text in notice.body.news]
        assert any(line.startswith("The players have taken back") for line in news)


def test_the_votes_lapse_when_play_moves_on():
    table = building()
    table.says(table.awaited[0], "BUY TANKER")
    all_undo(table, SEATS[:3])
    table.says(table.awaited[0], "BUY TANKER")

    assert "undo" not in table.live.envelope.votes


def test_the_step_counts_on_and_no_stream_of_dice_is_used_twice():
    table = building()
    for _ in range(3):
        step = table.live.envelope.step
        table.says(table.awaited[0], "BUY TANKER")
        all_undo(table)

        assert table.live.envelope.step == step + 2

    played_out(table)
    steps = [entry.step for entry in table.entries if isinstance(entry, StepTaken | Undone)]

    assert len(steps) == len(set(steps))
    assert steps == sorted(steps)


def test_an_undone_decision_cannot_be_undone_twice():
    table = building()
    table.says(table.awaited[0], "BUY TANKER")
    all_undo(table)

    assert fault_of(table.says("Anna", "UNDO")) == (
        "There is no decision that could be taken back."
    )


def test_drawn_dice_are_not_taken_back():
    table = laid()
    table.falls("deadline")

    assert table.live.envelope.undo.bar == "drawn"
    assert "dice or cards were drawn" in fault_of(table.says("Anna", "UNDO"))


def test_opened_moves_are_not_taken_back():
    table = laid(seed=2)
    while len(table.awaited) < 2 or table.phase == "lobby":
        seat = table.awaited[0]
        plays(table, seat, SeededDice(b"plays", table.live.envelope.step))
    table.falls("deadline")

    assert table.live.envelope.undo.bar == "opened"
    assert "sealed moves were opened" in fault_of(table.says("Anna", "UNDO"))


def test_what_a_deal_was_made_after_is_not_taken_back():
    table = building()
    [builder] = table.awaited
    table.says(builder, "BUY TANKER")
    maker, taker = [seat for seat in SEATS if seat not in table.awaited][:2]
    answer = table.says(maker, f"OFFER {taker} GIVE 100 CASH GET 0 CASH")
    if answer.fault is not None:
        answer = table.says(maker, f"OFFER {taker} GIVE 100 CASH GET NOTHING")
    table.says(taker, f"ACCEPT {answer.offers[-1].deal}")

    assert "a deal was made" in fault_of(table.says("Anna", "UNDO"))


def test_the_end_of_the_match_is_not_taken_back():
    table = played_out(laid(3, seed=3))

    assert table.says("Anna", "UNDO").fault is not None


def test_what_a_stand_in_decided_is_not_taken_back():
    table = building()
    [builder] = table.awaited
    table.says(builder, "LEAVE")
    others = [seat for seat in SEATS if seat != builder]

    assert table.live.envelope.undo.bar == "stand-in"
    assert "stand-in decided" in fault_of(table.says(others[0], "UNDO"))


def test_offers_and_plans_of_before_are_there_again_and_later_offers_are_not():
    table = building()
    [builder] = table.awaited
    other = next(seat for seat in SEATS if seat != builder)
    kept = table.says(other, f"OFFER {builder} GIVE 100 CASH GET NOTHING").offers[-1].deal
    following = table.live.state.queue[1]
    table.says(following, "PLAN infrastructure STAY")
    table.says(builder, "BUY TANKER")

    assert following not in table.live.envelope.plans

    later = table.says(other, f"OFFER {builder} GIVE 200 CASH GET NOTHING").offers[-1].deal
    all_undo(table)

    assert [offer.deal for offer in table.live.envelope.offers] == [kept]
    assert later != kept
    assert table.live.envelope.plans[following]["infrastructure"].lines == ("STAY",)


def test_an_own_plan_for_the_decision_is_not_used_again():
    table = building()
    [builder] = table.awaited
    table.says(builder, "PLAN infrastructure STAY")
    all_undo(table)

    assert table.awaited == (builder,)


def test_a_limit_that_decided_is_gone_and_its_seat_is_asked():
    table = building()
    while table.phase != "auction":
        table.falls("deadline")
    [bidder] = table.awaited
    price = table.live.state.auction.price
    answer = table.says(bidder, "UP TO 1500")
    if bidder not in table.awaited:
        assert answer.resolved
        all_undo(table)

    assert table.awaited == (bidder,)
    assert table.live.state.auction.price == price
    assert bidder not in table.live.envelope.standing


def test_the_record_of_a_match_with_an_undo_replays_and_is_verified():
    table = building()
    table.says(table.awaited[0], "BUY TANKER")
    all_undo(table)
    undo = undone_entry(table)
    played_out(table)
    *_, last = replayed(tuple(table.entries))

    assert canonical_state(last.after) == states(table)
    assert verified(tuple(table.entries)).moves > 0
    assert undo.restored == undo.step - 1


def test_the_journal_with_an_undo_replays_to_the_same_envelope():
    table = building()
    table.says(table.awaited[0], "BUY TANKER")
    all_undo(table)
    live = table.first
    for entry in table.journal:
        moment = Moment(entry.now, entry.received, Fresh(entry.entropy))
        live = Live(decide(live, entry.command, moment).live.envelope)

    assert encode_envelope(live.envelope) == encode_envelope(table.live.envelope)
    assert decode_envelope(encode_envelope(live.envelope)) == live.envelope


def forged(entries, at, restored):
    """The record with an undo of that step put in at a place, links and all made to fit."""
    step = entries[at - 1].step + 1
    found = [*entries[:at], Undone(step, restored)]
    for entry in entries[at:]:
        moved = getattr(entry, "step", None)
        found.append(msgspec.structs.replace(entry, step=moved + 1) if moved else entry)
    chain, linked = b"", []
    for entry in found:
        linked.append(chained(chain, msgspec.structs.replace(entry, chain="")))
        chain = bytes.fromhex(linked[-1].chain)
    return tuple(linked)


def test_a_forged_undo_of_a_step_that_drew_is_found_untrue():
    entries = tuple(played_out(laid(3, seed=7)).entries)
    found = 0
    for at, entry in enumerate(entries):
        if isinstance(entry, StepTaken) and entry.draws and at + 1 < len(entries):
            with pytest.raises(
                NotTrueError, match=f"step {entry.step} cannot be taken back"
            ) as why:
                verified(forged(entries, at + 1, entry.step))
            assert why.value.entry == at + 1
            found += 1

    assert found > 5


def test_a_position_after_an_undo_is_the_restored_one():
    table = building()
    step = table.live.envelope.step
    reader = Reader("Anna")
    before = seen(table.live, reader)
    table.says(table.awaited[0], "BUY TANKER")
    all_undo(table)
    entries = tuple(table.entries)
    views = [
        bytes(looked_back(table.live, entries, at, reader).view)
        for at in (step, step + 1, step + 2)
    ]

    assert views[0] == views[2] == bytes(before.view)
    assert views[1] != views[0]


def test_the_step_that_is_asked_again_has_its_whole_time():
    table = building()
    table.says(table.awaited[0], "BUY TANKER")
    table.now += 3600
    all_undo(table)

    assert table.live.envelope.deadline == table.now + 48 * 3600


def test_an_order_in_the_reply_that_brings_the_last_vote_is_not_run():
    table = building()
    table.says(table.awaited[0], "BUY TANKER")
    all_undo(table, SEATS[:3])
    before = encode_envelope(table.live.envelope)
    answer = table.says(SEATS[3], "UNDO", "SHOW")

    assert "in a reply of its own" in fault_of(answer)
    assert encode_envelope(table.live.envelope) == before


def test_orders_for_the_undone_step_are_refused_as_old():
    table = building()
    [builder] = table.awaited
    step = table.live.envelope.step
    table.says(builder, "BUY TANKER")
    all_undo(table)

    assert table.says(builder, "STAY", step=step).fault.code == "stale-step"
    assert table.says(builder, "STAY").fault is None


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("number", range(3))
def test_matches_with_many_undos_replay_conserve_and_are_verified(key, number):
    table = laid(3, seed=number, game=key)
    first = table.live.game.audit(table.live.state)
    dice, undos = SeededDice(b"undo", number), 0
    for _ in range(400):
        if table.live.envelope.over:
            break
        seat = table.awaited[0]
        table.falls("deadline") if dice.below(4, "silent") == 0 else plays(table, seat, dice)
        kept = table.live.envelope.undo
        if kept and not kept.bar and dice.below(3, "undo") == 0:
            all_undo(table, NAMES[:3])
            undos += 1
            assert table.live.game.audit(table.live.state) == first
    played_out(table)

    assert undos > 3
    assert verified(tuple(table.entries))

    *_, last = replayed(tuple(table.entries))

    assert canonical_state(last.after) == states(table)


def plays(table, seat, dice):
    move = plain_move(table.live, seat, dice)
    table.submits(seat, *[msgspec.to_builtins(order) for order in move])
