"""When a seat changes hands: what its player had ends, and a sealed move stays and is seen."""

import hashlib

import msgspec
import pytest
from tables import fault_of, laid, said

from stagepost_contracts.errors import Problem
from stagepost_contracts.notices import DeputyEnded
from stagepost_engine.matches.access import Reader, reader_of
from stagepost_engine.matches.asking import sealed_lines
from stagepost_engine.matches.command import Introduced, MakeToken, Say, SeatPlayer
from stagepost_engine.matches.envelope import StandingMove, with_seats
from stagepost_engine.matches.seen import seen

FIRST, MORE, NEW = "first token", "second token", "new token"


def hashed(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def full():
    """A seat with all that a seat can have: Anna's, who has let her last deadline pass."""
    table = laid(seed=2)
    table.falls("deadline")
    while table.phase != "lobby":
        table.falls("deadline")
    token = {"Anna": {"token": hashed(FIRST)}}
    table.live = table.live.with_envelope(with_seats(table.live.envelope, token))
    table.does(MakeToken("Anna", hashed(MORE)))
    table.says("Anna", "PLAN infrastructure BUY TANKER", "DEFAULT lobby BID 300", "AWAY 20 Mar")
    table.says("Anna", "OFFER piotr GIVE 100 CASH GET 1 BARRELS AT exchange")
    table.says("Piotr", "OFFER anna GIVE 100 CASH GET 1 BARRELS AT exchange")
    standing = {"Anna": {"auction": StandingMove(b'[{"kind":"up_to","limit":400}]', b"n" * 16)}}
    table.live = table.live.changed(standing=standing)
    until = f"DEPUTY ola UNTIL {table.live.envelope.seat('Anna').away[0].first}"
    table.does(Say("Anna", table.live.envelope.step, (until,), introduced=(Introduced("ola", 1),)))
    table.says("Anna", "BID 500")
    table.notices.clear()
    return table


def seated(table) -> None:
    table.does(SeatPlayer("Anna", hashed(NEW)))


def voted_out(table) -> None:
    """Only a seat that does not answer can be: it has sealed nothing, and a stand-in moves."""
    table.says("Anna", "WITHDRAW")
    for seat in ("Piotr", "Marcin", "Krzysiek"):
        answer = table.says(seat, "KICK anna")
        assert answer.fault is None, answer


def left_and_seated(table) -> None:
    table.says("Anna", "LEAVE")
    seated(table)


def voted_out_and_seated(table) -> None:
    voted_out(table)
    seated(table)


WAYS = (seated, voted_out, left_and_seated, voted_out_and_seated)
NEWCOMERS = (seated, left_and_seated, voted_out_and_seated)


def changed(way):
    """The match after that way; what the seat had before is there to end."""
    table = full()
    envelope = table.live.envelope
    kept = envelope.seat("Anna")
    had = (envelope.plans, envelope.defaults, envelope.standing, envelope.offers, kept.away)
    assert all((*had, kept.deputy, kept.tokens, envelope.sealed.get("Anna")))

    way(table)
    return table


@pytest.mark.parametrize("way", WAYS)
def test_what_was_written_ahead_ordered_and_offered_ends(way):
    envelope = changed(way).live.envelope

    assert "Anna" not in {**envelope.plans, **envelope.defaults, **envelope.standing}
    assert envelope.offers == ()
    assert envelope.seat("Anna").away == ()


@pytest.mark.parametrize("way", WAYS)
def test_every_token_of_the_old_player_opens_nothing(way):
    """Nor does a reply address, which is of the old tenure."""
    envelope = changed(way).live.envelope
    for token in (FIRST, MORE):
        with pytest.raises(Problem) as refused:
            reader_of(envelope, token)

        assert refused.value.code == "unauthorized"
    assert envelope.seat("Anna").tenure > 1


@pytest.mark.parametrize("way", WAYS)
def test_the_deputy_ends_and_is_told_once(way):
    table = changed(way)
    ended = [told for told in table.notices if isinstance(told.body, DeputyEnded)]

    assert table.live.envelope.seat("Anna").deputy is None
    assert table.live.envelope.seat("Anna").deputies == ()
    assert [(told.seat, told.tenure, told.deputy) for told in ended] == [("Anna", 1, 1)]
    assert not [due for due in table.live.envelope.dues if due.kind == "deputy"]


@pytest.mark.parametrize("way", [seated, left_and_seated])
def test_a_sealed_move_stays(way):
    sealed = changed(way).live.envelope.sealed["Anna"]

    assert msgspec.json.decode(sealed.move) == [{"kind": "bid", "amount": 500}]


def test_the_move_of_a_stand_in_stays_too():
    table = changed(voted_out)
    sealed = table.live.envelope.sealed["Anna"]
    seated(table)

    assert sealed.stand_in
    assert table.live.envelope.sealed["Anna"] == sealed


@pytest.mark.parametrize("way", NEWCOMERS)
def test_the_newcomer_sees_the_sealed_move_in_the_first_mail(way):
    table = changed(way)
    tenure = table.live.envelope.seat("Anna").tenure
    first = next(told for told in table.told("Anna") if told.tenure == tenure)
    news = [said(text) for text in first.body.news]
    [line] = sealed_lines(table.live, "Anna")

    assert news == [
        "Anna has a new player from now on.",
        "You play Anna from now on.",
        f"A move is sealed for Anna already: [{line}]. Until the step closes you can change it.",
    ]
    assert seen(table.live, Reader("Anna")).ask.sealed == (line,)
    assert reader_of(table.live.envelope, NEW).seat == "Anna"


def test_nobody_else_is_told_of_the_sealed_move():
    table = changed(seated)
    others = [told for told in table.notices if told.seat != "Anna"]

    assert "500" not in str([getattr(told.body, "news", ()) for told in others])
    assert not [
        event for event in table.live.envelope.news if event.to is None and "500" in str(event)
    ]


def test_who_was_voted_out_hears_of_it_and_then_of_nothing():
    table = changed(voted_out)
    told = [notice for notice in table.told("Anna") if not notice.deputy]

    assert said(told[-1].body.news[-1]).startswith(
        "The table has voted: a stand-in plays on for Anna"
    )
    table.notices.clear()
    for _ in range(4):
        table.falls("deadline")

    assert table.notices
    assert table.told("Anna") == []


def test_who_left_keeps_the_seat_and_comes_back_to_it_without_the_deputy():
    """A seat that is left is played by a stand-in; it changes hands with a new player only."""
    table = full()
    table.says("Anna", "LEAVE")
    table.says("Anna", "RETURN")
    envelope = table.live.envelope

    assert (envelope.seat("Anna").tenure, envelope.seat("Anna").vacant) == (1, False)
    assert reader_of(envelope, FIRST).seat == "Anna"
    assert "Anna" in envelope.plans
    assert envelope.seat("Anna").deputy is None
    assert envelope.seat("Anna").deputies == ("ola",)


@pytest.mark.parametrize(
    "line", ["BID 900", "WITHDRAW", "OFFER piotr GIVE 100 CASH GET 1 BARRELS AT exchange"]
)
def test_who_left_plays_no_more_until_they_return(line):
    """Else two would play one seat, the player and the stand-in."""
    table = laid()
    table.says("Anna", "LEAVE")
    sealed = table.live.envelope.sealed["Anna"]
    refused = table.says("Anna", line)
    taken = table.says("Anna", "RETURN", "BID 900")

    assert fault_of(refused) == (
        "A stand-in plays for your seat now: write [RETURN] first, then play yourself."
    )
    assert sealed.stand_in
    assert taken.sealed == ("BID 900",)
