"""Reminders never contradict: each is held to the engine's word at the moment of sending."""

import time

import msgspec
from mailer.house import GAME, MATCH, House, bid_ask, eventually, prompt

from stagepost_contracts import keys
from stagepost_contracts.ids import Seat
from stagepost_contracts.mails import MailNote, noted
from stagepost_contracts.notices import Notice, Reminder
from stagepost_mailer.outbox.ledger import failures_key

ANNA = Seat("Anna")


def reminder(deadline: float | None = None, cause: str = "r1") -> Notice:
    ask = bid_ask()
    if deadline is not None:
        ask = msgspec.structs.replace(ask, deadline=deadline)
    return Notice(MATCH, GAME, ANNA, 1, 3, cause, Reminder(ask))


def waits_for_the_host(house: House, notice: Notice) -> None:
    """The mail host is away when the reminder is due, and comes back later."""
    house.far.close()
    house.start("watcher", "worker")
    house.tells(notice)
    eventually(lambda: house.store.hlen(failures_key(MATCH)), "the first failure")


def notes(house: House) -> dict[MailNote, float]:
    return dict(noted(house.store.hgetall(keys.mails(MATCH))))


def test_a_reminder_that_is_true_is_sent_and_the_engine_was_asked_of_its_deadline(house: House):
    house.start("watcher", "worker")
    notice = reminder()
    house.tells(notice)
    eventually(lambda: house.far.mails)
    [asked] = house.engine.reminders

    assert (asked.match, asked.seat, asked.tenure, asked.step) == (MATCH, "Anna", 1, 3)
    assert asked.deadline == notice.body.ask.deadline


def test_a_reminder_that_waited_for_the_mail_host_is_dropped_once_the_move_came(house: House):
    waits_for_the_host(house, reminder())
    house.engine.wanted = "never"
    house.far.open()
    eventually(lambda: not house.store.exists("rq:scheduled:stagepost"), "the last try")
    house.tells(prompt(step=9))
    eventually(lambda: house.far.mails)

    assert len(house.far.mails) == 1
    assert len(house.engine.reminders) >= 2
    assert house.store.hlen(failures_key(MATCH)) == 0


def test_a_reminder_is_not_sent_after_its_deadline(house: House):
    waits_for_the_host(house, reminder(time.time() + 4))
    time.sleep(4)
    house.far.open()
    eventually(lambda: not house.store.exists("rq:scheduled:stagepost"), "the last try")
    house.tells(prompt(step=9))
    eventually(lambda: house.far.mails)

    assert len(house.far.mails) == 1


def test_a_reminder_waits_for_the_end_of_quiet_hours(house: House):
    house.engine.wanted = "later"
    house.start("watcher", "worker")
    house.tells(reminder())
    eventually(lambda: len(house.engine.reminders) >= 2)
    before = list(house.far.mails)
    house.engine.wanted = "now"
    eventually(lambda: house.far.mails)

    assert before == []
    assert len(house.far.mails) == 1


def test_the_same_reminder_of_the_same_deadline_is_one_mail(house: House):
    house.start("watcher", "worker")
    notice = reminder()
    for _ in range(2):
        house.tells(notice)
    house.tells(prompt(step=9))
    eventually(lambda: len(house.far.mails) >= 2)

    assert len(house.far.mails) == 2


def test_the_book_knows_when_each_mail_was_tried_and_taken(house: House):
    house.far.close()
    house.start("watcher", "worker")
    house.tells(prompt())
    eventually(lambda: notes(house), "the first try")
    house.far.open()
    eventually(lambda: house.far.mails)
    eventually(lambda: len(notes(house)) == 2)
    found = {note.fate: at for note, at in notes(house).items()}
    kept = str(house.store.hgetall(keys.mails(MATCH)))

    assert set(found) == {"tried", "accepted"}
    assert found["tried"] < found["accepted"]
    assert {note.kind for note in notes(house)} == {"prompt"}
    assert "@" not in kept


def test_the_book_knows_of_a_mail_that_was_refused_for_good(house: House):
    house.far.statuses = ["550 5.1.1 nobody here"]
    house.start("watcher", "worker")
    house.tells(prompt())
    found = eventually(lambda: len(notes(house)) == 3 and notes(house))

    assert {note.fate for note in found} == {"tried", "refused", "returned"}
