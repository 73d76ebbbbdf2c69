"""What players decide together: FINISH by all, KICK of who does not answer, votes that all see."""

import msgspec
import pytest
from tables import NAMES, fault_of, laid, played_out, said

from stagepost_contracts.errors import Problem
from stagepost_contracts.notices import Ending, Report
from stagepost_contracts.policy import Policy
from stagepost_engine.games import GAMES
from stagepost_engine.games.pola_naftowe.state import Promise
from stagepost_engine.matches.access import OBSERVER, Reader
from stagepost_engine.matches.bars import bar_of
from stagepost_engine.matches.command import SetClock, Vote
from stagepost_engine.matches.record import Closing, chained, decode_record
from stagepost_engine.matches.replay import replayed
from stagepost_engine.matches.seen import etag, seen, standings
from stagepost_engine.matches.verify import NotTrueError, verified
from stagepost_engine.rules.codec import canonical, canonical_state

SEATS = NAMES[:4]
DAY = 24 * 3600


def told(answer) -> list[str]:
    return [said(text) for text in answer.told]


def after_some_steps(key="pola_naftowe", seats=3, steps=12, seed=4):
    table = laid(seats, game=key, seed=seed)
    while table.live.envelope.step < steps:
        table.falls("deadline")
    return table


@pytest.mark.parametrize("key", GAMES)
def test_the_votes_of_all_end_the_match_as_it_stands(key):
    table = after_some_steps(key)
    ranking = table.live.game.ranking(table.live.game.ended(table.live.state).state)
    for seat in NAMES[:2]:
        answer = table.says(seat, "FINISH")

    assert told(answer) == [
        "Piotr votes to end the match as it stands, by FINISH: 2 of the 3 votes that it takes."
    ]
    assert not table.live.envelope.over

    table.notices.clear()
    answer = table.says("Marcin", "FINISH")
    found = standings(table.live)

    assert told(answer) == ["With your vote all players agree: the match ends as it stands."]
    assert table.live.envelope.over
    assert table.live.envelope.dues == ()
    assert (found.final, found.ended) == (True, "agreed")
    assert [(rank.seat, rank.place, rank.score) for rank in found.ranking] == [
        (rank.seat, rank.place, rank.score) for rank in ranking
    ]
    assert isinstance(table.entries[-1], Closing)
    assert table.entries[-1].ended == "agreed"
    assert {notice.seat for notice in table.notices if isinstance(notice.body, Ending)} == set(
        NAMES[:3]
    )
    assert any(
        said(text).startswith("All players have voted") for text in table.notices[0].body.news
    )


@pytest.mark.parametrize("key", GAMES)
def test_a_match_ended_by_vote_is_verified_and_replays(key):
    table = after_some_steps(key)
    for seat in NAMES[:3]:
        table.says(seat, "FINISH")
    entries = decode_record(canonical(tuple(table.entries)))
    *_, last = replayed(entries)

    assert verified(entries)
    assert canonical_state(last.after) == canonical_state(table.live.state)


def relinked(entries):
    chain, found = b"", []
    for entry in entries:
        linked = chained(chain, type(entry)(**{**fields(entry), "chain": ""}))
        chain = bytes.fromhex(linked.chain)
        found.append(linked)
    return tuple(found)


def fields(entry):
    return {name: getattr(entry, name) for name in entry.__struct_fields__}


def test_a_closing_before_the_end_without_its_reason_is_found_untrue():
    table = after_some_steps()
    for seat in NAMES[:3]:
        table.says(seat, "FINISH")
    *others, closing = table.entries
    forged = Closing(**{**fields(closing), "ended": ""})
    with pytest.raises(NotTrueError, match="the match was not over"):
        verified(relinked([*others, forged]))


def test_a_match_played_out_was_not_ended_by_vote():
    table = played_out(laid(3, seed=3))
    *others, closing = table.entries
    forged = Closing(**{**fields(closing), "ended": "agreed"})
    with pytest.raises(NotTrueError, match="over already"):
        verified(relinked([*others, forged]))

    assert standings(table.live).ended == "played"


def test_a_sealed_move_is_never_opened_by_the_end():
    table = laid()
    table.says("Anna", "BID 1700")
    for seat in SEATS:
        table.says(seat, "FINISH")

    assert table.live.envelope.sealed == {}
    assert b"1700" not in canonical(tuple(table.entries))


def test_who_leaves_is_no_longer_waited_for():
    table = laid()
    for seat in SEATS[:3]:
        table.says(seat, "FINISH")
    table.says("Krzysiek", "LEAVE")

    assert standings(table.live).ended == "agreed"


def test_a_vote_of_one_who_left_does_not_count():
    table = laid()
    table.says("Anna", "FINISH")
    table.says("Anna", "LEAVE")
    table.says("Piotr", "FINISH")
    table.says("Marcin", "FINISH")

    assert not table.live.envelope.over
    assert votes(table) == {"finish": (("Piotr", "Marcin"), 3)}


def test_the_votes_to_end_lapse_with_the_phase_of_the_rulebook():
    table = laid()
    table.says("Anna", "FINISH")
    while table.phase != "infrastructure":
        table.falls("deadline")

    assert votes(table) == {}


def test_what_else_stands_in_the_last_vote_is_not_done():
    table = laid()
    for seat in SEATS[:3]:
        table.says(seat, "FINISH")
    for lines in (("FINISH", "BID 300"), ("FINISH", "PAUSE")):
        assert "in a reply of its own" in fault_of(table.says("Krzysiek", *lines))

    assert not table.live.envelope.over

    table.says("Krzysiek", "WAIT", "FINISH")

    assert table.live.envelope.over


def votes(table, reader=OBSERVER):
    return {vote.what: (vote.seats, vote.needed) for vote in seen(table.live, reader).votes}


def test_everybody_sees_who_has_voted_for_what():
    table = laid()
    table.falls("deadline")
    table.says("Anna", "PAUSE")
    table.says("Marcin", "FINISH")
    table.says("Marcin", "KICK anna")

    assert votes(table) == {
        "pause": (("Anna",), 3),
        "finish": (("Marcin",), 4),
        "kick:Anna": (("Marcin",), 3),
    }
    assert votes(table, Reader("Piotr")) == votes(table)
    assert told(table.says("Piotr", "SHOW")) == [
        "Votes for [PAUSE]: Anna; 1 of the 3 that it takes.",
        "Votes for [FINISH]: Marcin; 1 of the 4 that it takes.",
        "Votes for [KICK Anna]: Marcin; 1 of the 3 that it takes.",
    ]


def test_everybody_sees_who_keeps_the_step_open():
    table = laid()
    before = etag(seen(table.live, OBSERVER))
    table.says("Anna", "WAIT")
    waits = {seat.name: seat.waits for seat in seen(table.live, OBSERVER).seats}

    assert waits == {"Anna": True, "Piotr": False, "Marcin": False, "Krzysiek": False}
    assert etag(seen(table.live, OBSERVER)) != before

    table.notices.clear()
    table.says("Piotr", "PAUSE")
    [report] = [notice.body for notice in table.told("Marcin") if isinstance(notice.body, Report)]

    assert [said(text) for text in report.table] == [
        "Votes for [PAUSE]: Piotr; 1 of the 3 that it takes.",
        "Anna keeps this step open until its deadline, by [WAIT].",
    ]


@pytest.mark.parametrize("verb", ["PAUSE", "FINISH"])
def test_a_vote_can_be_taken_back(verb):
    table = laid()
    table.says("Anna", verb)
    answer = table.says("Anna", f"CANCEL {verb}")

    assert told(answer) == [f"Anna takes back the vote for [{verb}]."]
    assert votes(table) == {}
    assert table.says("Anna", f"CANCEL {verb}").fault is not None


def test_a_vote_against_a_seat_can_be_taken_back():
    table = laid()
    table.falls("deadline")
    table.says("Piotr", "KICK anna")
    table.says("Piotr", "CANCEL KICK anna")

    assert votes(table) == {}


def test_a_plan_is_still_cancelled():
    table = laid()
    table.says("Anna", "PLAN infrastructure BUY TANKER", "PAUSE")
    table.says("Anna", "CANCEL infrastructure")

    assert table.live.envelope.plans == {}
    assert "pause" in votes(table)


def test_a_seat_that_answers_cannot_be_voted_out():
    table = laid()

    assert fault_of(table.says("Piotr", "KICK anna")) == (
        "Anna answers: only a seat that missed its last deadline can be voted out."
    )


def test_a_vote_against_a_seat_ends_when_it_answers():
    table = laid()
    for seat in SEATS[1:]:
        table.says(seat, "BID 100")
    table.falls("deadline")
    table.says("Piotr", "KICK anna")
    for _ in range(20):
        if table.awaited == ("Anna",):
            break
        table.falls("deadline")
        table.live = table.live.changed(votes={"kick:Anna": ("Piotr",)})
    default = table.live.game.phase(table.phase).default(table.live.state, "Anna")
    table.submits("Anna", *[msgspec.to_builtins(order) for order in default])

    assert "kick:Anna" not in votes(table)
    assert table.says("Piotr", "KICK anna").fault is not None


def test_a_sealed_move_is_an_answer():
    table = laid()
    table.falls("deadline")
    while len(table.awaited) < 2:
        table.falls("deadline")
    seat, other = table.awaited[:2]
    move = table.live.game.phase(table.phase).default(table.live.state, seat)
    assert table.live.envelope.seat(seat).misses > 0

    table.submits(seat, *[msgspec.to_builtins(order) for order in move])

    assert "answers" in fault_of(table.says(other, f"KICK {seat}"))


def test_what_becomes_of_a_seat_is_said():
    table = laid()
    answer = table.says("Anna", "LEAVE")

    [text] = told(answer)

    assert text == (
        "You have left. A stand-in plays on with all that your seat holds, and what you wrote "
        "ahead stays; RETURN takes your seat again."
    )
    assert "Anna leaves: a stand-in plays on with all that the seat holds." in [
        said(event.text) for event in table.live.envelope.news
    ]


def everybody_left(**more):
    table = laid(**more)
    for seat in SEATS:
        table.says(seat, "LEAVE")
    return table


def test_a_match_that_everybody_left_stands_still_and_says_until_when():
    table = everybody_left()
    [due] = table.live.envelope.dues

    assert (due.kind, due.at) == ("abandon", table.now + 14 * DAY)
    assert seen(table.live, OBSERVER).deadline is None

    last = [said(text) for notice in table.told("Anna") for text in notice.body.news]

    assert last[-1].startswith("Nobody is left in the match. It stands still")


def test_an_abandoned_match_is_closed_as_it_stands():
    table = everybody_left()
    table.notices.clear()
    table.falls()

    assert standings(table.live).ended == "abandoned"
    assert table.live.envelope.dues == ()
    assert table.entries[-1].ended == "abandoned"
    assert verified(tuple(table.entries))
    assert {type(notice.body) for notice in table.notices} == {Ending}


def test_who_returns_in_time_lets_it_go_on():
    table = everybody_left()
    table.now += 3 * DAY
    table.says("Marcin", "RETURN")

    assert table.awaited == ("Marcin",)
    assert [due.kind for due in table.live.envelope.dues] == ["deadline"]
    assert table.live.envelope.deadline == table.now + 2 * DAY
    assert any(notice.kind == "prompt" for notice in table.told("Marcin"))


def test_nobody_sets_the_clock_of_a_match_that_everybody_left():
    table = everybody_left()
    with pytest.raises(Problem, match="stands still"):
        table.does(SetClock(deadline=table.now + DAY))


def test_players_who_all_fall_silent_leave_the_match_abandoned():
    table = laid(policy=Policy(vacant_after=1, abandoned_after_days=2))
    table.falls("deadline")

    assert [due.kind for due in table.live.envelope.dues] == ["abandon"]

    table.falls()

    assert table.live.envelope.over


def test_a_typed_vote_is_answered_as_a_line_is():
    table, spoken = laid(), laid()
    typed = table.does(Vote("Anna", "finish")).answer
    line = spoken.says("Anna", "FINISH")

    assert typed.told == line.told
    assert votes(table) == votes(spoken)

    table.does(Vote("Anna", "finish", given=False))

    assert votes(table) == {}


@pytest.mark.parametrize(
    ("what", "code"),
    [
        ("resume", "illegal"),
        ("dance", "illegal"),
        ("kick:Nobody", "no-such-seat"),
        ("undo", "illegal"),
    ],
)
def test_a_typed_vote_that_cannot_be_is_refused_kindly(what, code):
    answer = laid().does(Vote("Anna", what)).answer

    assert answer.fault.code == code
    assert fault_of(answer)


def test_a_vote_that_was_not_given_cannot_be_taken_back():
    answer = laid().does(Vote("Anna", "pause", given=False)).answer

    assert fault_of(answer) == "You have not voted for [PAUSE]."


def with_one_out(seat="Krzysiek"):
    """The table as it is once a seat has lost all that it held."""
    table = laid()
    state = table.live.state
    held = {name: holding for name, holding in state.holdings.items() if name != seat}
    after = msgspec.structs.replace(state, holdings=held)
    table.live = table.live.with_state(table.live.envelope, after)
    return table


def test_who_is_out_of_the_game_holds_up_no_end():
    table = with_one_out()
    for seat in SEATS[:2]:
        table.says(seat, "FINISH")

    assert votes(table) == {"finish": (("Anna", "Piotr"), 3)}

    table.says("Marcin", "FINISH")

    assert standings(table.live).ended == "agreed"


def test_who_is_out_of_the_game_does_not_vote_to_end_it():
    table = with_one_out()
    answer = table.says("Krzysiek", "FINISH")

    assert answer.fault is not None
    assert table.does(Vote("Krzysiek", "finish")).answer.fault.code == "illegal"
    assert votes(table) == {}


def test_who_is_out_and_leaves_is_told_that_nothing_is_played_for_the_seat():
    answer = with_one_out().says("Krzysiek", "LEAVE")

    assert told(answer) == [
        "You have left. Your seat is out of the game already: nothing is played for it."
    ]


def test_a_promise_that_is_kept_bars_the_way_back_even_if_another_is_like_it():
    game = GAMES["pola_naftowe"]
    state = laid().live.state
    promise = Promise("Anna", "Piotr", 100, 0, 1, 4)
    twice = msgspec.structs.replace(state, promises=(promise, promise))
    once = msgspec.structs.replace(state, promises=(promise,))

    assert bar_of(game, twice, once, moves=1, draws=0) == "paid"
    assert bar_of(game, once, twice, moves=1, draws=0) == ""
    assert bar_of(game, state, with_one_out().live.state, moves=1, draws=0) == "out"
