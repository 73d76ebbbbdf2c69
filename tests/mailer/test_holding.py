"""A reply that may not be the player's own: held, and applied by one reply with CONFIRM."""

import asyncio
import time

import pytest
from mailer.house import (
    ANNA,
    ANNA_ADDRESS,
    DOMAIN,
    MAIL_KEY,
    MATCH,
    House,
    eventually,
    reply,
)
from redis.asyncio import Redis as AsyncRedis

from stagepost_contracts import keys
from stagepost_contracts.answers import Fault
from stagepost_contracts.dues import Due
from stagepost_contracts.held import HELD_SECONDS_MOST
from stagepost_contracts.texts import say
from stagepost_mailer.addresses.tokens import confirm_token, reply_token_in
from stagepost_mailer.inbox.limits import HELD_MOST
from stagepost_mailer.inbox.shunt import Shunt

STRANGER = "anna@work.example"
CLOCK = f"stagepost:{keys.partition_of(MATCH)}:inbox:clock:{MATCH}"


@pytest.fixture
def running(house: House) -> House:
    house.start("receiver", "watcher", "worker")
    return house


def held(house: House, text: str = "BID 300\r\n", number: int = 1):
    """Sends a mail from an unknown address and returns the letter about it."""
    before = len(house.far.mails)
    raw = reply(text, sender=STRANGER, message_id=f"<{number}@work.example>")
    house.mails(raw, house.knows(), sender=STRANGER)
    return eventually(lambda: house.far.mails[before:], "the letter")[0]


def confirms(house: House, letter, text: str = "CONFIRM\r\n", number: int = 1, **more) -> None:
    """Answers the letter, and waits until that is read too."""
    count = len(house.inbox())
    to = letter["Reply-To"].addresses[0].addr_spec
    raw = reply(text, message_id=f"<confirm{number}@players.example>", **more)
    house.mails(raw, to, sender=more.get("sender", ANNA_ADDRESS))
    eventually(lambda: len(house.inbox()) > count, "the confirmation")
    eventually(lambda: set(house.states()) <= {"done", "shunted"}, "the end")


def shunted(house: House) -> int:
    return sum(house.store.zcard(key) for key in house.store.scan_iter("*:inbox:shunt"))


def test_the_letter_goes_to_the_registered_address_with_a_token_of_its_own(running: House):
    address = running.knows()
    letter = held(running)
    text = letter.get_body(("plain",)).get_content()
    [mail] = running.inbox()
    intake = running.store.keys("*:inbox:mail:*")[0].decode().rpartition(":")[2]

    assert letter["To"] == ANNA_ADDRESS
    assert reply_token_in(letter["Reply-To"].addresses[0].addr_spec, DOMAIN) == confirm_token(
        MAIL_KEY, MATCH, intake
    )
    assert letter["Reply-To"].addresses[0].addr_spec != address
    assert "  [CONFIRM]" in text
    assert STRANGER in text
    assert "* [BID 300]" in text
    assert mail["reason"] == "From is not the player's address"
    assert running.engine.asked == []


def test_one_reply_with_confirm_applies_the_held_mail_as_of_its_own_receipt(running: House):
    letter = held(running)
    [mail] = running.inbox()
    eventually(lambda: running.states() == ["done"])
    confirms(running, letter, "Confirm.\r\n\r\n> [CONFIRM]\r\n")
    [asked] = running.engine.asked
    receipt = running.far.mails[-1]

    assert asked.lines == ("BID 300",)
    assert asked.received == float(mail["received"])
    assert asked.step == 3
    assert receipt["X-Stagepost-Kind"] == "receipt"
    assert receipt["In-Reply-To"] == "<confirm1@players.example>"
    assert shunted(running) == 0


@pytest.mark.parametrize("word", ["POTWIERDZAM", "potwierdzam.", "확인"])
def test_the_word_may_be_polish_or_korean(running: House, word: str):
    letter = held(running)
    eventually(lambda: running.states() == ["done"])
    confirms(running, letter, f"{word}\r\n")

    assert [asked.lines for asked in running.engine.asked] == [("BID 300",)]


def test_a_second_confirmation_changes_nothing_and_is_told_so(running: House):
    letter = held(running)
    confirms(running, letter)
    confirms(running, letter, number=2)

    assert len(running.engine.asked) == 1
    assert running.far.mails[-1]["X-Stagepost-Kind"] == "not_held"


def test_a_confirmation_after_three_days_is_told_so(running: House):
    letter = held(running)
    eventually(lambda: running.states() == ["done"])
    [mail] = running.store.keys("*:inbox:mail:*")
    running.store.hset(mail, "received", time.time() - 3 * 24 * 3600 - 60)
    confirms(running, letter)

    assert running.engine.asked == []
    assert running.far.mails[-1]["X-Stagepost-Kind"] == "not_held"


def test_a_late_confirmation_is_answered_as_a_late_reply_is(running: House):
    running.engine.fault = Fault("stale-step", say("That step is closed."))
    confirms(running, held(running))

    assert running.far.mails[-1]["X-Stagepost-Kind"] == "rejection"


def test_a_confirmation_from_elsewhere_confirms_nothing_and_uses_nothing_up(running: House):
    letter = held(running)
    confirms(running, letter, sender=STRANGER)

    assert running.engine.asked == []
    assert len(running.far.mails) == 1

    confirms(running, letter, number=2)

    assert len(running.engine.asked) == 1


def test_the_quoted_word_confirms_nothing(running: House):
    letter = held(running)
    confirms(running, letter, "I did not write that.\r\n\r\n> [CONFIRM]\r\n> CONFIRM\r\n")

    assert [asked.lines for asked in running.engine.asked] == [("I did not write that.",)]


def test_orders_of_ones_own_may_answer_the_letter_as_well(running: House):
    confirms(running, held(running), "BID 500\r\n")

    assert [asked.lines for asked in running.engine.asked] == [("BID 500",)]


def test_each_held_mail_has_its_own_confirmation(running: House):
    """A stranger's mail after the player's own is not what the player confirms."""
    first = held(running, "BID 300\r\n", 1)
    held(running, "BID 900\r\n", 2)
    confirms(running, first)

    assert [asked.lines for asked in running.engine.asked] == [("BID 300",)]


def test_strangers_can_not_make_us_write_without_end(running: House):
    for number in range(HELD_MOST + 2):
        raw = reply(message_id=f"<{number}@x.example>", sender="m@x.example")
        running.mails(raw, running.knows(), sender="m@x.example")
    eventually(lambda: shunted(running) == HELD_MOST + 2)
    eventually(lambda: set(running.states()) <= {"done", "shunted"})

    assert len(running.far.mails) == HELD_MOST


def test_dmarc_that_says_fail_holds_a_mail_from_the_players_own_address(house: House):
    house.more["STAGEPOST_AUTHSERV_ID"] = "mx.game.example"
    house.start("receiver", "watcher", "worker")
    results = "Authentication-Results: mx.game.example; dmarc={} header.from=players.example\r\n"
    house.mails(reply(headers=results.format("fail")), house.knows())
    [letter] = eventually(lambda: house.far.mails)

    assert letter["X-Stagepost-Kind"] == "held"
    assert house.engine.asked == []
    house.mails(reply(headers=results.format("pass"), message_id="<2@x>"), house.knows())
    eventually(lambda: len(house.engine.asked) == 1)


def closes(house: House) -> list[tuple[str, ...]]:
    """What the engine was told of spared seats, at each time that the deadline came."""
    return [spared for _, spared in house.engine.spared]


def deadline(house: House, seconds: float = 0.5, kind: str = "deadline") -> Due:
    due = Due(MATCH, kind, 3, round(time.time() + seconds, 3))
    house.sets(due)
    return due


def test_a_held_reply_spares_its_seat_at_the_deadline_until_it_is_confirmed(running: House):
    running.engine.awaited = {ANNA}
    letter = held(running)
    due = deadline(running)
    eventually(lambda: len(running.engine.spared) > 1, "the deadline")

    assert set(closes(running)) == {(ANNA,)}
    assert not any(done for _, _, done in running.engine.dues)

    confirms(running, letter)
    running.engine.awaited = set()
    eventually(lambda: any(done for _, _, done in running.engine.dues), "its end")

    assert running.engine.asked[0].received < due.at
    assert closes(running)[-1] == ()


def test_the_clock_is_held_for_a_day_at_most_and_once_in_a_step(running: House):
    running.engine.awaited = {ANNA}
    held(running)
    running.store.hset(CLOCK, f"{ANNA}:3", time.time() - HELD_SECONDS_MOST - 1)
    held(running, number=2)
    deadline(running)
    eventually(lambda: any(done for _, _, done in running.engine.dues))

    assert closes(running) == [()]


def test_a_reply_that_came_after_the_deadline_spares_nobody(running: House):
    running.engine.awaited = {ANNA}
    due = Due(MATCH, "deadline", 3, round(time.time() - 5, 3))
    held(running)
    running.sets(due)
    eventually(lambda: any(done for _, _, done in running.engine.dues))

    assert closes(running) == [()]


def test_a_reply_that_is_put_aside_for_the_operator_spares_its_seat_too(running: House):
    running.engine.awaited = {ANNA}
    running.mails(reply(headers="From: two@players.example\r\n"), running.knows())
    eventually(lambda: shunted(running) == 1)
    deadline(running)
    eventually(lambda: closes(running))

    assert closes(running)[0] == (ANNA,)


def test_the_letter_says_until_when_a_deadline_waits(running: House):
    text = " ".join(held(running).get_body(("plain",)).get_content().split())

    assert "Should the deadline come first, it waits for your answer until" in text


def test_the_letter_about_a_mail_put_aside_says_that_the_clock_is_held(running: House):
    """Its player need not fear the deadline, for a day."""
    running.mails(reply(headers="From: two@players.example\r\n"), running.knows())
    [letter] = eventually(lambda: running.far.mails, "the letter")
    text = " ".join(letter.get_body(("plain",)).get_content().split())

    assert letter["X-Stagepost-Kind"] == "set_aside"
    assert "Should the deadline come first, it waits for that until" in text


def test_a_held_mail_that_the_operator_lets_go_holds_no_clock_any_more(running: House):
    held(running)
    eventually(lambda: running.states() == ["done"])

    async def dropped() -> str:
        redis = AsyncRedis.from_url(running.redis_url)
        shunt = Shunt(redis)
        [mail] = await shunt.entries()
        outcome = await shunt.drop(mail, "not ours")
        await redis.aclose()
        return outcome

    assert asyncio.run(dropped()) == "done"
    assert running.store.hget(CLOCK, f"{ANNA}:3") == b""
