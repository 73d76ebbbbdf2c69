"""Raw mail goes 30 days after its match's end, and what was put aside does not."""

from mailer.house import ANNA, GAME, MATCH, House, eventually, reply

from stagepost_contracts.notices import Ending, Notice
from stagepost_contracts.sheets import Sheet
from stagepost_contracts.texts import say
from stagepost_mailer.inbox.store import ENDED_SECONDS, RUNNING_SECONDS

ENDING = Ending((), (), Sheet(say("The end"), ()), "0" * 64)


def seconds_left(house: House) -> list[int]:
    """Of all mails, -1 for one without an end."""
    return sorted(house.store.ttl(key) for key in house.store.scan_iter("*:inbox:mail:*"))


def answered(house: House, number: int = 1) -> None:
    house.mails(reply(message_id=f"<{number}@players.example>"), house.knows())
    eventually(lambda: house.states() == ["done"] * number, "the answer")


def is_about(seconds: int, wanted: int) -> bool:
    return wanted - 120 < seconds <= wanted


def test_an_answered_mail_is_kept_while_its_match_runs_and_goes_after_its_end(house: House):
    house.start("receiver", "watcher", "worker")
    answered(house)

    assert is_about(seconds_left(house)[0], RUNNING_SECONDS)

    house.tells(Notice(MATCH, GAME, ANNA, 1, 9, "end", ENDING))
    eventually(lambda: seconds_left(house)[0] <= ENDED_SECONDS, "the end")

    assert is_about(seconds_left(house)[0], ENDED_SECONDS)

    answered(house, 2)

    assert all(is_about(seconds, ENDED_SECONDS) for seconds in seconds_left(house))


def test_a_mail_that_was_put_aside_outlives_its_match(house: House):
    house.start("receiver", "watcher", "worker")
    house.mails(reply(headers="From: two@players.example\r\n"), house.knows())
    eventually(lambda: house.states() == ["done"])
    house.tells(Notice(MATCH, GAME, ANNA, 1, 9, "end", ENDING))
    eventually(lambda: list(house.store.scan_iter("*:inbox:ended:*")), "the end")
    eventually(lambda: len(house.far.mails) == 2)

    assert seconds_left(house) == [-1]
