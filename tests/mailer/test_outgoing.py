"""Mail out: each notice is one mail, however often it is relayed, retried or cut short."""

import msgspec
import pytest
import redis
from mailer.house import (
    ANNA_ADDRESS,
    DOMAIN,
    GAME,
    MATCH,
    House,
    eventually,
    prompt,
)

from stagepost_contracts import keys
from stagepost_contracts.notices import Notice
from stagepost_mailer.addresses.tokens import bounce_token_in, hashed, reply_token_in
from stagepost_mailer.outbox.ledger import Undelivered, failures_key
from stagepost_mailer.outbox.relay import relay
from stagepost_mailer.time.lists import WorkLists
from stagepost_mailer.time.putting import Putters
from stagepost_mailer.time.queue import JobQueue, open_queue


def test_a_prompt_goes_out_with_what_threads_it_and_keeps_robots_quiet(house: House):
    house.start("watcher", "worker")
    house.tells(prompt())
    [mail] = eventually(lambda: house.far.mails, "the prompt")

    token = reply_token_in(mail["Reply-To"].addresses[0].addr_spec, DOMAIN)
    assert token is not None
    assert mail["From"] == mail["Reply-To"]
    assert mail["From"].addresses[0].display_name == GAME.template
    assert mail["To"] == ANNA_ADDRESS
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["X-Auto-Response-Suppress"] == "All"
    assert mail["List-Id"] == f"<{MATCH}.{DOMAIN}>"
    assert mail["In-Reply-To"] == mail["References"]
    assert bounce_token_in(house.far.senders[0], DOMAIN) not in (None, token)
    assert mail.get_body(("plain",)).get_content().strip()
    assert mail.get_body(("html",)) is not None
    assert token not in str(house.store.keys("*"))
    assert house.store.exists(f"stagepost:mail:token:{hashed(token)}")
    assert house.store.lrange(f"stagepost:mail:sent:{hashed(token)}", 0, -1)


def test_all_mails_of_a_match_to_a_seat_are_one_thread(house: House):
    house.start("watcher", "worker")
    house.tells(prompt(step=3))
    house.tells(prompt(step=4))
    mails = eventually(lambda: len(house.far.mails) == 2 and house.far.mails, "both")

    assert len({mail["Message-ID"] for mail in mails}) == 2
    assert len({mail["References"] for mail in mails}) == 1


def test_the_same_notice_twice_is_one_mail(house: House):
    house.start("watcher", "worker")
    house.tells(prompt())
    eventually(lambda: house.far.mails)
    house.tells(prompt())
    house.tells(prompt(step=4))
    eventually(lambda: len(house.far.mails) >= 2)

    assert len(house.far.mails) == 2


def test_a_repeat_after_a_crash_carries_the_same_message_id_and_parts(house: House):
    """Killed between the host's 250 and the ledger: the one case in which a mail comes twice."""
    house.start("watcher", "worker")
    house.tells(prompt())
    eventually(lambda: house.far.mails)
    eventually(lambda: list(house.store.scan_iter("*:mail:delivered:*")))
    for key in [*house.store.scan_iter("*:mail:delivered:*"), *house.store.scan_iter("rq:job:*")]:
        house.store.delete(key)
    house.tells(prompt())
    one, two = eventually(lambda: len(house.far.mails) == 2 and house.far.mails)

    assert one["Message-ID"] == two["Message-ID"]
    assert one.get_boundary() == two.get_boundary()


def test_a_host_that_says_451_gets_the_mail_again_once(house: House):
    house.far.statuses = ["451 4.7.1 greylisted", "451 4.7.1 greylisted"]
    house.start("watcher", "worker")
    house.tells(prompt())
    eventually(lambda: house.far.mails)
    house.tells(prompt(step=4))
    eventually(lambda: len(house.far.mails) >= 2)

    assert house.far.refused == 2
    assert len({mail["Message-ID"] for mail in house.far.mails}) == len(house.far.mails) == 2
    assert house.store.hlen(failures_key(MATCH)) == 0


def test_a_host_that_is_down_is_tried_again(house: House):
    house.far.close()
    house.start("watcher", "worker")
    house.tells(prompt())
    eventually(lambda: house.store.hlen(failures_key(MATCH)), "the failure")
    house.far.open()
    eventually(lambda: house.far.mails)

    eventually(lambda: house.store.hlen(failures_key(MATCH)) == 0, "the end of the failure")
    assert len(house.far.mails) == 1


def test_a_mail_refused_for_good_is_kept_with_its_reason(house: House):
    house.far.statuses = ["550 5.1.1 nobody here"]
    house.start("watcher", "worker")
    house.tells(prompt())
    [kept] = eventually(lambda: house.store.hvals(failures_key(MATCH)))
    undelivered = msgspec.json.decode(kept, type=Undelivered)

    assert undelivered.final
    assert "550" in undelivered.reason
    assert msgspec.json.decode(undelivered.payload, type=Notice).cause == prompt().cause
    assert house.far.mails == []


class KilledBeforeDelete:
    """A Redis whose client dies where an entry would be taken out of the outbox."""

    def __init__(self, store: redis.Redis) -> None:
        self.store = store

    def pipeline(self, **options):
        return self.store.pipeline(**options)

    def xdel(self, *args):
        raise ConnectionError


def test_two_watchers_and_two_workers_send_each_mail_once(house: House):
    house.start("watcher", "watcher", "worker", "worker")
    count = 40
    for step in range(count):
        house.tells(prompt(step=step))
    eventually(lambda: len(house.far.mails) >= count)
    eventually(lambda: not house.store.llen("rq:queue:stagepost"))

    assert len({mail["Message-ID"] for mail in house.far.mails}) == len(house.far.mails) == count


def test_no_notice_is_lost_when_workers_are_killed_in_the_middle(house: House):
    house.more["STAGEPOST_JOB_SECONDS"] = "4"
    house.start("watcher", "watcher")
    count = 60
    for step in range(count):
        house.tells(prompt(step=step))
    for _ in range(3):
        [worker] = house.start("worker")
        before = len(house.far.raw)
        eventually(lambda before=before: len(house.far.raw) >= before + 5)
        house.kill(worker)
    house.start("worker")
    sent = eventually(
        lambda: len({mail["Message-ID"] for mail in house.far.mails}) == count and house.far.mails,
        "the last of them",
        60,
    )

    assert len(sent) <= count + 3


def putters(house: House) -> Putters:
    jobs = JobQueue(open_queue(house.store), 10)
    return Putters(WorkLists(house.store, jobs.put_drain), jobs)


def test_a_relay_killed_between_list_and_deletion_relays_once(house: House):
    house.tells(prompt())
    put = putters(house)
    with pytest.raises(ConnectionError):
        relay(KilledBeforeDelete(house.store), put.notices)
    relay(house.store, put.notices)
    relay(house.store, put.notices)

    assert house.waiting("notice") == 1
    assert house.store.llen("rq:queue:stagepost") == 1
    assert house.store.xlen(keys.outbox(keys.partition_of(MATCH))) == 0


def test_an_entry_that_is_no_notice_is_put_aside_and_stops_nothing(house: House):
    partition = keys.partition_of(MATCH)
    house.store.xadd(keys.outbox(partition), {"n": b"{}"})
    house.tells(prompt())
    relay(house.store, putters(house).notices)

    assert house.store.lrange(f"stagepost:{partition}:outbox:shunt", 0, -1) == [b"{}"]
    assert house.waiting("notice") == 1


def test_a_thing_in_the_queue_that_is_no_job_of_ours_is_not_run(house: House):
    """A name is looked up among three; nothing is imported because Redis says so."""
    queue = open_queue(house.store)
    queue.enqueue_call("os.getcwd", args=(), job_id="stranger", failure_ttl=60)
    house.start("worker")
    eventually(lambda: house.store.hget("rq:job:stranger", "status") == b"failed")
    house.start("watcher")
    house.tells(prompt())

    assert eventually(lambda: house.far.mails)
