"""Many at a time: none waits for another, none is lost with a worker, and each is done once."""

import threading
import time
from dataclasses import dataclass, field
from typing import Self

import pytest
from mailer.house import MATCH, House, eventually, prompt, reply

from stagepost_contracts.api import ReplyReceived
from stagepost_contracts.dues import Due
from stagepost_contracts.ids import MatchId, Seat

COUNT = 12
# A killed worker's lease, the watcher's look, and a worker that loads what it needs.
SOON_SECONDS = 20.0
PETER = Seat("Peter")
PETERS_ADDRESS = "peter@players.example"


@pytest.fixture(autouse=True)
def generous(house: House) -> None:
    house.more["STAGEPOST_RECEIPTS_AN_HOUR"] = "1000"


def matches(count: int = COUNT) -> list[MatchId]:
    return [MatchId(f"m{number}") for number in range(count)]


def send(house: House, text: str, match: MatchId = MATCH, number: int = 0) -> None:
    message_id = f"<{match}-{number}@players.example>"
    house.mails(reply(f"{text}\r\n", message_id=message_id), house.knows(match=match))


def states(house: House, found: list[MatchId]) -> list[str]:
    mails = {mail["stored"]: mail["state"] for match in found for mail in house.inbox(match)}
    return sorted(mails.values())


def left(house: House) -> list[bytes]:
    """What the work lists still hold; that somebody was killed is remembered for an hour."""
    found = house.store.scan_iter("stagepost:work:*:*")
    return [key for key in found if not key.endswith(b":kills")]


@dataclass
class Workers:
    """One worker after another: whoever is killed is followed by the next, as in `stagepost up`."""

    house: House
    kills: int = 0
    ended: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> Self:
        [self.worker] = self.house.start("worker")
        self.thread = threading.Thread(target=self._tend)
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.ended.set()
        self.thread.join()

    def kill(self) -> None:
        self.kills += 1
        self.worker.kill()

    def _tend(self) -> None:
        while not self.ended.wait(0.05):
            if self.worker.poll() is not None:
                self.house.running.remove(self.worker)
                [self.worker] = self.house.start("worker")


def test_mails_of_many_matches_are_read_at_the_same_time(house: House):
    """One that waits for the engine holds up no other."""
    house.engine.pause = 1.0
    house.start("receiver")
    for match in matches():
        house.seats(match)
        send(house, "BID 300", match)
    house.start("watcher", "worker")
    eventually(lambda: house.engine.asked)
    began = time.monotonic()
    eventually(lambda: states(house, matches()) == ["done"] * COUNT)

    assert time.monotonic() - began < COUNT * house.engine.pause / 2
    assert len(house.far.mails) == COUNT
    eventually(lambda: not left(house), "the end of the lists")


@pytest.mark.timeout(120)
def test_what_a_killed_worker_had_in_hand_is_done_once_and_soon(house: House):
    house.engine.pause = 3.0
    house.start("receiver", "watcher")
    [worker] = house.start("worker")
    for match in matches():
        house.seats(match)
        send(house, "BID 300", match)
    eventually(lambda: len(house.engine.asked) >= 4, "several at a time")
    house.kill(worker)
    house.engine.pause = 0.0
    killed = time.monotonic()
    house.start("worker")
    eventually(lambda: states(house, matches()) == ["done"] * COUNT, "the answers", 60)

    assert time.monotonic() - killed < SOON_SECONDS
    assert len(house.engine.replies) == COUNT
    assert len({mail["Message-ID"] for mail in house.far.mails}) == len(house.far.mails) == COUNT
    eventually(lambda: not left(house), "the end of the lists")


@pytest.mark.timeout(200)
def test_a_mail_that_kills_its_reader_is_found_among_the_others(house: House):
    """All that were read with it are read alone after that, and only it is put aside."""
    house.start("receiver", "watcher")
    for match in matches():
        house.seats(match)
    with Workers(house) as workers:

        def heard(asked: ReplyReceived) -> None:
            if "BID 666" in asked.lines:
                workers.kill()

        house.engine.heard = heard
        for number, match in enumerate(matches()):
            send(house, "BID 666" if number == COUNT // 2 else "BID 300", match)
        expected = ["done"] * (COUNT - 1) + ["shunted"]
        eventually(lambda: states(house, matches()) == expected, "the culprit", 150)

        [shunted] = [
            mail for mail in house.inbox(matches()[COUNT // 2]) if "BID 666" in mail["raw"]
        ]
    assert workers.kills == 3
    assert shunted["state"] == "shunted"
    assert "killed" in shunted["reason"]
    assert len(house.engine.replies) >= COUNT - 1


def test_a_mail_whose_try_was_cut_short_is_not_read_among_others(house: House):
    house.start("receiver")
    send(house, "BID 300")
    [mail] = house.store.scan_iter("*:inbox:mail:*")
    house.store.hset(mail, "tries", 1)
    house.start("watcher", "worker")
    eventually(lambda: list(house.store.scan_iter("rq:job:mail-*")), "a job of its own")
    eventually(lambda: house.states() == ["done"])

    assert len(house.far.mails) == 1


@pytest.mark.timeout(120)
def test_mails_of_a_match_are_read_in_order_of_receipt_whoever_reads_them(house: House):
    house.start("receiver")
    count = 8
    for number in range(count):
        send(house, f"BID {100 + number}", number=number)
    house.engine.pause = 0.2
    busy: list[int] = []
    most: list[int] = []

    def heard(_: ReplyReceived) -> None:
        busy.append(1)
        most.append(len(busy))
        time.sleep(0.1)
        busy.pop()

    house.engine.heard = heard
    house.start("watcher", "worker", "worker")
    eventually(lambda: house.states() == ["done"] * count, "all", 60)

    assert [asked.lines for asked in house.engine.asked] == [
        (f"BID {100 + number}",) for number in range(count)
    ]
    assert max(most) == 1


def test_mails_are_read_while_their_letters_wait_for_a_mail_host_that_is_away(house: House):
    """A deadline waits for mail that is not read, and for no letter."""
    house.far.close()
    house.start("receiver", "watcher", "worker")
    for match in matches():
        house.seats(match)
        send(house, "BID 300", match)
    eventually(lambda: states(house, matches()) == ["owed"] * COUNT, "the reading")
    house.far.open()
    eventually(lambda: states(house, matches()) == ["done"] * COUNT, "the letters")

    assert len(house.engine.asked) == COUNT


def test_a_busy_mailbox_holds_up_nobody_elses_mail(house: House):
    house.far.busy = {PETERS_ADDRESS}
    house.seats(seat=PETER, address=PETERS_ADDRESS)
    house.start("watcher", "worker")
    for step in range(COUNT):
        house.tells(prompt(seat=PETER, step=step))
        house.tells(prompt(step=step))
    eventually(lambda: len(house.far.mails) >= COUNT, "Anna's")
    jobs = eventually(lambda: list(house.store.scan_iter("rq:job:notice-*")), "jobs of their own")

    assert {mail["To"] for mail in house.far.mails} == {"anna@players.example"}
    assert jobs
    house.far.busy.clear()
    eventually(lambda: len(house.far.mails) == 2 * COUNT, "Peter's")


def test_notices_to_a_seat_are_sent_in_their_order(house: House):
    for step in range(COUNT):
        house.tells(prompt(step=step))
    house.start("watcher", "worker", "worker")
    eventually(lambda: len(house.far.mails) == COUNT)

    threads = [mail["Reply-To"].addresses[0].addr_spec for mail in house.far.mails]
    expected = [house.knows(step=step) for step in range(COUNT)]
    assert threads == expected


@pytest.mark.timeout(120)
def test_dues_in_a_killed_workers_hand_come_again_and_once(house: House):
    dues = [Due(match, "deadline", 3, round(time.time(), 3)) for match in matches()]
    house.engine.down = 10_000
    for due in dues:
        house.sets(due)
    house.start("watcher")
    [worker] = house.start("worker")
    eventually(lambda: house.engine.down < 10_000, "the first try")
    house.kill(worker)
    house.engine.down = 0
    killed = time.monotonic()
    house.start("worker")
    eventually(lambda: sum(done for _, _, done in house.engine.dues) == COUNT, "the dues", 60)

    assert time.monotonic() - killed < SOON_SECONDS
    assert sorted(due.match for due, _, done in house.engine.dues if done) == sorted(matches())


def test_a_worker_that_is_asked_to_stop_leaves_nothing_half_done(house: House):
    house.start("receiver", "watcher")
    [worker] = house.start("worker")
    for match in matches():
        house.seats(match)
        send(house, "BID 300", match)
    eventually(lambda: house.engine.asked)
    worker.terminate()
    worker.wait(15)
    house.running.remove(worker)

    assert set(states(house, matches())) <= {"done", "owed", "pending"}
    assert not list(house.store.scan_iter("stagepost:work:*:held"))
    house.start("worker")
    eventually(lambda: states(house, matches()) == ["done"] * COUNT)

    assert len(house.far.mails) == COUNT
