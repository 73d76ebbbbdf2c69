"""The watcher counts the mails of all matches, for the engine's health and metrics."""

from mailer.house import MATCH, House, eventually, prompt, reply

from stagepost_contracts.ids import MatchId
from stagepost_contracts.keys import MAIL_COUNTS, partition_of
from stagepost_mailer.inbox import keys
from stagepost_mailer.outbox.ledger import failures_index
from stagepost_mailer.time.counts import COUNTS_SECONDS_MOST, count

OTHER = MatchId("oil8")


def counts(house: House) -> dict[str, int]:
    found = house.store.hgetall(MAIL_COUNTS)
    return {state.decode(): int(number) for state, number in found.items()}


def test_all_partitions_are_counted_together(house: House):
    for number, index in enumerate((keys.shunt, keys.pending, keys.owed, failures_index)):
        for match in (MATCH, OTHER):
            members = {f"{match}/{mail}": 1.0 for mail in range(number + 1)}
            house.store.zadd(index(partition_of(match)), members)
    count(house.store)

    assert partition_of(MATCH) != partition_of(OTHER)
    assert counts(house) == {"shunted": 2, "pending": 4, "owed": 6, "failed": 8}
    assert 0 < house.store.ttl(MAIL_COUNTS) <= COUNTS_SECONDS_MOST


def test_a_watcher_counts_at_once_and_again(house: House):
    house.start("watcher")
    eventually(lambda: counts(house) == dict.fromkeys(("shunted", "pending", "owed", "failed"), 0))
    house.store.zadd(keys.shunt(partition_of(MATCH)), {f"{MATCH}/1": 1.0})

    assert eventually(lambda: counts(house)["shunted"] == 1, "the next count", 30)


def test_a_mail_that_waits_for_its_reader_is_pending(house: House):
    house.start("receiver")
    house.mails(reply(), house.knows())
    count(house.store)

    assert counts(house)["pending"] == 1


def test_a_mail_that_goes_out_after_all_has_not_failed(house: House):
    house.far.close()
    house.start("watcher", "worker")
    house.tells(prompt())
    index = failures_index(partition_of(MATCH))
    eventually(lambda: house.store.zcard(index) == 1, "the failure")
    house.far.open()
    eventually(lambda: house.far.mails)

    assert eventually(lambda: house.store.zcard(index) == 0, "the end of the failure")
