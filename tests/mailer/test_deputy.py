"""Mail to and from the deputy of a seat: their own address, token, letters and bounces."""

import msgspec
import pytest
from mailer.house import (
    ANNA,
    ANNA_ADDRESS,
    MATCH,
    House,
    eventually,
    prompt,
    reply,
)
from mailer.test_replies import DSN

from stagepost_contracts import keys
from stagepost_contracts.people import Person

OLA = "ola@deputies.example"
STRANGER = "ola@work.example"


@pytest.fixture
def running(house: House) -> House:
    """The player is prompted and then the deputy, each once."""
    person = msgspec.json.encode(Person(OLA))
    house.store.hset(keys.people(MATCH), f"{ANNA}:1:deputy1", person)
    house.start("receiver", "watcher", "worker")
    house.tells(prompt())
    house.tells(msgspec.structs.replace(prompt(), deputy=1))
    eventually(lambda: len(house.far.mails) == 2, "both prompts")
    return house


def prompted(house: House):
    """The player's mail and the deputy's."""
    by_address = {mail["To"]: at for at, mail in enumerate(house.far.mails[:2])}
    return [house.far.mails[by_address[address]] for address in (ANNA_ADDRESS, OLA)]


def reply_to(mail) -> str:
    return mail["Reply-To"].addresses[0].addr_spec


def writes(house: House, to: str, text: str = "BID 300\r\n", sender: str = OLA, number: int = 1):
    """Sends a mail and returns what was mailed for it."""
    before = len(house.far.mails)
    raw = reply(text, sender=sender, message_id=f"<{number}@deputies.example>")
    house.mails(raw, to, sender=sender)
    return eventually(lambda: house.far.mails[before:], "the letter")[0]


def test_a_deputy_has_a_token_a_bounce_address_and_a_thread_of_their_own(running: House):
    player, deputy = prompted(running)
    envelopes = set(running.far.senders)

    assert reply_to(player) != reply_to(deputy)
    assert len(envelopes) == 2
    assert player["Message-ID"] != deputy["Message-ID"]
    assert player["References"] != deputy["References"]
    assert OLA not in player.as_string()
    assert ANNA_ADDRESS not in deputy.as_string()


def test_a_deputys_reply_reaches_the_engine_as_theirs_and_the_receipt_them(running: House):
    _, deputy = prompted(running)
    letter = writes(running, reply_to(deputy))
    [asked] = running.engine.asked

    assert (asked.seat, asked.tenure, asked.step, asked.deputy) == (ANNA, 1, 3, 1)
    assert letter["To"] == OLA
    assert letter["Auto-Submitted"] == "auto-replied"
    assert reply_to(letter) == reply_to(deputy)


def test_a_strangers_mail_to_the_deputys_address_is_held_and_the_deputy_asked(running: House):
    _, deputy = prompted(running)
    letter = writes(running, reply_to(deputy), sender=STRANGER)
    asked_before = list(running.engine.asked)
    confirmed = writes(running, reply_to(letter), "CONFIRM\r\n", number=2)
    [asked] = running.engine.asked

    assert letter["To"] == OLA
    assert asked_before == []
    assert confirmed["To"] == OLA
    assert (asked.deputy, asked.lines) == (1, ("BID 300",))


def test_the_player_is_a_stranger_to_the_deputys_address_and_the_deputy_to_the_players(
    running: House,
):
    player, deputy = prompted(running)
    of_player = writes(running, reply_to(deputy), sender=ANNA_ADDRESS)
    of_deputy = writes(running, reply_to(player), number=2)

    assert of_player["To"] == OLA
    assert of_deputy["To"] == ANNA_ADDRESS
    assert running.engine.asked == []


def test_the_same_words_without_an_order_are_answered_to_each(running: House):
    """A letter to one is no repeat of a letter to the other."""
    player, deputy = prompted(running)
    letters = [
        writes(running, reply_to(player), "# nothing\r\n", ANNA_ADDRESS, 1),
        writes(running, reply_to(deputy), "# nothing\r\n", OLA, 2),
    ]

    assert [letter["To"] for letter in letters] == [ANNA_ADDRESS, OLA]


def test_what_comes_back_from_the_deputy_is_no_mark_on_the_player(running: House):
    senders = dict(
        zip([mail["To"] for mail in running.far.mails], running.far.senders, strict=True)
    )
    running.mails(DSN, senders[OLA], sender="<>")
    eventually(lambda: running.engine.returned, "the report")
    [returned] = running.engine.returned.values()

    assert (returned.seat, returned.tenure, returned.step, returned.deputy) == (ANNA, 1, 3, 1)
    assert not list(running.store.scan_iter("*:bounced:*"))
