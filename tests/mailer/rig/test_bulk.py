"""Many mails through postfix and dovecot: at the end every one of them is accounted for."""

import smtplib
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle, islice

import pytest
from mailer.house import MATCH, House, eventually, prompt, reply
from mailer.rig.daemons import AWAY, GONE, PLAYERS, Rig

from stagepost_contracts.ids import Seat
from stagepost_mailer.inbox import keys

# Of twenty mails one comes back, and one stays in the queue.
DOMAINS = (*[PLAYERS] * 18, GONE, AWAY)
CONNECTIONS = 20
LOOK_SECONDS = 0.3


@pytest.mark.parametrize(
    ("mails", "seconds"),
    [
        pytest.param(300, 60, id="300"),
        pytest.param(10_000, 3000, id="10000", marks=[pytest.mark.long, pytest.mark.timeout(3600)]),
    ],
)
def test_sent_is_delivered_and_bounced_and_queued(
    posthouse: House, rig: Rig, mails: int, seconds: int
):
    """A prompt to each player, an answer from each who got one, and a receipt for each answer."""
    domains = list(islice(cycle(DOMAINS), mails // 3))
    players = {Seat(f"p{mails}x{n}"): f"p{mails}x{n}@{to}" for n, to in enumerate(domains)}
    reached = {seat: to for seat, to in players.items() if to.endswith(PLAYERS)}
    posthouse.start("receiver", "watcher", "worker")
    for seat, address in players.items():
        posthouse.seats(seat=seat, address=address)
    for seat in players:
        posthouse.tells(prompt(seat=seat))
    marks = keys.bounced(MATCH)
    sent = len(players)
    eventually(lambda: _delivered(posthouse) == sent, "every prompt at the host", seconds)
    eventually(lambda: posthouse.store.hlen(marks) == domains.count(GONE), "bounces", seconds)
    eventually(lambda: len(rig.queue()) == domains.count(AWAY), "an empty queue", seconds)
    prompts = {to: rig.mailbox(to) for to in reached.values()}
    delivered = sum(map(len, prompts.values()))

    assert delivered + posthouse.store.hlen(marks) + len(rig.queue()) == sent
    assert {len(box) for box in prompts.values()} == {1}

    answers = [(to, mail) for to, [mail] in prompts.items()]
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        list(pool.map(lambda answer: _answer(rig, *answer), answers))
    eventually(lambda: len(posthouse.engine.replies) == len(reached), "all applied", seconds)
    eventually(lambda: _settled(posthouse, sent + len(reached)), "all receipts", seconds)
    eventually(lambda: len(rig.queue()) == domains.count(AWAY), "an empty queue", seconds)
    boxes = {to: rig.mailbox(to) for to in reached.values()}

    assert Counter(found.seat for found in posthouse.engine.asked) == Counter(list(reached))
    assert {len(box) for box in boxes.values()} == {2}
    assert {box[1]["Auto-Submitted"] for box in boxes.values()} == {"auto-replied"}


def _answer(rig: Rig, address: str, mail) -> None:
    to = mail["Reply-To"].addresses[0].addr_spec
    with smtplib.SMTP("127.0.0.1", rig.smtp, timeout=120) as smtp:
        raw = reply("BID 300\r\n", message_id=f"<{address}>", sender=address)
        smtp.sendmail(address, [to], raw)


def _delivered(house: House) -> int:
    # Looking costs the store as much as a mail does, where there are thousands.
    time.sleep(LOOK_SECONDS)
    return sum(1 for _ in house.store.scan_iter("*:mail:delivered:*", count=1000))


def _settled(house: House, mails: int) -> bool:
    """The mail host has taken a receipt for every answer, and nothing waits."""
    waiting = [*house.store.scan_iter("*:inbox:pending*"), *house.store.scan_iter("*:inbox:owed")]
    return not waiting and _delivered(house) == mails
