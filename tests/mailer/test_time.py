"""Time: never early, hardly late, once; and no reply that came in time is defaulted."""

import time

import pytest
from mailer.house import MATCH, House, eventually, reply

from stagepost_contracts import keys
from stagepost_contracts.dues import Due
from stagepost_contracts.ids import MatchId

SPREAD = 200


def due_in(seconds: float, *, step: int = 3, match: MatchId = MATCH, kind: str = "deadline") -> Due:
    return Due(match, kind, step, round(time.time() + seconds, 3))


def test_a_due_is_never_early_and_comes_once(house: House):
    house.start("watcher", "worker")
    dues = [due_in(2 + number * 0.01, match=MatchId(f"m{number}")) for number in range(SPREAD)]
    for due in dues:
        house.sets(due)
    eventually(lambda: len({due.match for due, _, done in house.engine.dues if done}) == SPREAD)
    late = sorted(came - due.at for due, came, done in house.engine.dues if done)
    print(f"late by p50 {late[SPREAD // 2] * 1e3:.1f} ms, p99 {late[-2] * 1e3:.1f} ms")

    assert late[0] >= 0
    assert len(late) == SPREAD


def test_a_due_set_while_the_watcher_sleeps_wakes_it(house: House):
    house.start("watcher", "worker")
    eventually(lambda: house.store.exists("stagepost:heartbeat:watcher"))
    eventually(lambda: house.store.scard("rq:workers"))
    time.sleep(1)
    due = due_in(0.3)
    house.sets(due)
    [(_, came, _)] = eventually(lambda: house.engine.dues)

    assert 0 <= came - due.at < 0.6


def test_two_watchers_and_two_workers_bring_each_due_once(house: House):
    house.start("watcher", "watcher", "worker", "worker")
    count = 60
    for number in range(count):
        house.sets(due_in(1.5, match=MatchId(f"m{number}")))
    eventually(lambda: sum(done for _, _, done in house.engine.dues) == count)
    time.sleep(1.5)

    assert sum(done for _, _, done in house.engine.dues) == count


def test_a_due_that_stands_is_put_again_until_the_engine_takes_it_away(house: House):
    """The engine was away, or its clock was behind: what is not done stands."""
    house.engine.down = 3
    house.start("watcher", "worker")
    house.sets(due_in(0))
    eventually(lambda: any(done for _, _, done in house.engine.dues))

    assert house.store.zcard(keys.dues(keys.partition_of(MATCH))) == 0


def test_a_stale_due_does_nothing(house: House):
    """Its job was on the queue when the engine took it out of the index."""
    house.sets(due_in(0))
    [watcher] = house.start("watcher")
    eventually(lambda: house.waiting("due") and house.store.llen("rq:queue:stagepost"))
    house.kill(watcher)
    house.store.delete(keys.dues(keys.partition_of(MATCH)))
    house.start("worker")
    eventually(lambda: house.engine.dues)
    eventually(lambda: not house.jobs(), "the end of the job")

    assert [done for _, _, done in house.engine.dues] == [False]


@pytest.mark.parametrize("kind", ["deadline", "abandon"])
def test_a_due_waits_for_a_mail_that_came_before_it(house: House, kind: str):
    """The mail is stored and not yet read when its deadline comes, or the end of the match."""
    [receiver] = house.start("receiver")
    house.engine.pause = 3.0
    house.mails(reply(), house.knows())
    due = due_in(0.5, kind=kind)
    house.sets(due)
    house.start("watcher", "worker", "worker")
    eventually(lambda: house.engine.dues)

    assert house.engine.dues[0][1] - due.at > 2
    assert len(house.engine.replies) == 1
    assert receiver.poll() is None


def test_a_due_does_not_wait_for_a_mail_that_came_after_it(house: House):
    house.start("receiver")
    due = due_in(0)
    time.sleep(0.05)
    house.engine.pause = 8.0
    house.mails(reply(), house.knows())
    house.sets(due)
    started = time.time()
    house.start("watcher", "worker", "worker")
    eventually(lambda: house.engine.dues)

    assert house.engine.dues[0][1] - started < 8


def test_a_reminder_waits_for_nothing(house: House):
    [receiver] = house.start("receiver")
    house.mails(reply(), house.knows())
    eventually(lambda: house.waiting("mail"))
    house.kill(receiver)
    house.forget_work()
    house.store.set("rq:job:mail-" + house.store.keys("*:inbox:mail:*")[0].decode()[-32:], "")
    house.sets(due_in(0, kind="reminder"))
    house.start("watcher", "worker")

    assert eventually(lambda: house.engine.dues)


def test_a_job_whose_worker_is_killed_runs_again(house: House):
    house.more["STAGEPOST_JOB_SECONDS"] = "4"
    house.engine.pause = 2.0
    house.start("receiver", "watcher")
    [worker] = house.start("worker")
    house.mails(reply(), house.knows())
    eventually(lambda: house.engine.asked)
    house.kill(worker)
    house.engine.pause = 0.0
    house.start("worker")
    eventually(lambda: house.states() == ["done"], "the answer", 60)

    assert len(house.engine.asked) == 2
    assert len(house.engine.replies) == 1
    assert len(house.far.mails) == 1


def test_a_mail_that_kills_its_reader_again_and_again_is_put_aside(house: House):
    house.start("receiver")
    house.mails(reply(), house.knows())
    [mail] = house.store.scan_iter("*:inbox:mail:*")
    house.store.hset(mail, "tries", 3)
    house.start("watcher", "worker")
    eventually(lambda: house.states() == ["shunted"])

    assert house.engine.asked == []


def test_a_server_that_is_away_for_a_while_stops_no_watcher(house: House):
    """Its connections are cut; it looks again."""
    [watcher] = house.start("watcher")
    eventually(lambda: house.store.exists("stagepost:heartbeat:watcher"))
    house.store.client_kill_filter(_type="normal", skipme=True)
    house.store.client_kill_filter(_type="pubsub", skipme=True)
    house.start("worker")
    house.sets(due_in(0.2))

    assert eventually(lambda: house.engine.dues)
    assert watcher.poll() is None
