"""Webhooks as the watcher calls them: in order, at least once, signed, and no longer than it should."""

import base64
import os
import re
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from mailer.far_side import FarSide, certified
from mailer.house import ANNA, GAME, MATCH, House, eventually

from stagepost_contracts import keys
from stagepost_contracts.hooks import Heard, Hook, HookState, HookTest, HookTried
from stagepost_contracts.texts import say
from stagepost_contracts.watching import EventSeen
from stagepost_texts.catalogue import spoken
from stagepost_texts.saying import said

HOOK = "0123456789abcdef"
SECRET = "whsec_" + base64.b64encode(bytes(range(32))).decode()
PAGE = (Path(__file__).parents[2] / "docs/rest.md").read_text()
PARTITION = keys.partition_of(MATCH)


@pytest.fixture
def far() -> Iterator[FarSide]:
    side = FarSide()
    side.open()
    yield side
    side.close()


@pytest.fixture
def calling(house: House, far: FarSide) -> House:
    """A house whose webhooks may be called on loopback, with one of Anna's."""
    house.more["STAGEPOST_WEBHOOK_PRIVATE"] = "1"
    sets(house, f"http://127.0.0.1:{far.port}/in")
    return house


def sets(house: House, url: str, hook: str = HOOK) -> None:
    """As the engine keeps a webhook."""
    kept = Hook(url, SECRET, "pl", GAME, 1.0, ANNA, 1)
    house.store.hset(keys.hooks(MATCH), hook, msgspec.json.encode(kept))


def happens(house: House, *numbers: int, open: float = 0.0, kind: str = "news") -> None:  # noqa: A002
    """As a commit of the engine writes it."""
    for number in numbers:
        event = EventSeen(number, kind, 3, 1796168209.096, say("All is quiet."))
        heard = msgspec.json.encode(Heard(event, open))
        house.store.zadd(keys.hook_waiting(MATCH, HOOK), {heard: number})
    house.store.zadd(
        keys.hooks_due(PARTITION), {f"{MATCH}/{HOOK}": open}, nx=kind != "over", lt=kind == "over"
    )
    house.store.publish(keys.WAKE_CHANNEL, PARTITION)


def state(house: House) -> HookState:
    kept = house.store.hget(keys.hook_states(MATCH), HOOK)
    return msgspec.json.decode(kept or b"{}", type=HookState)


def rests(house: House) -> bool:
    return not house.store.zcard(keys.hooks_due(PARTITION))


def numbers(far: FarSide) -> list[int | None]:
    return [posted.number for posted in far.posts]


def verified_by_the_page():
    """The example of docs/rest.md, as a reader would copy it."""
    [code] = re.findall(r"```python\n(import base64.*?)```", PAGE, re.DOTALL)
    names: dict = {}
    exec(code, names)
    return names["verified"]


def test_events_are_posted_in_order_once_and_signed(calling: House, far: FarSide):
    happens(calling, 1, 2)
    calling.start("watcher")
    eventually(lambda: len(far.posts) == 2, "the first two")
    happens(calling, 3)
    eventually(lambda: len(far.posts) == 3 and rests(calling), "the third")
    verified = verified_by_the_page()
    first = far.posts[0]
    stale = first.headers | {"webhook-timestamp": str(int(time.time()) - 301)}

    assert numbers(far) == [1, 2, 3]
    assert [posted.headers["webhook-id"] for posted in far.posts] == [
        f"{MATCH}.{HOOK}.{number}" for number in (1, 2, 3)
    ]
    assert all(verified(SECRET, posted.headers, posted.body) for posted in far.posts)
    assert not verified(SECRET, first.headers, first.body + b" ")
    assert not verified(SECRET, stale, first.body)
    assert not verified(SECRET, first.headers | {"webhook-id": "other"}, first.body)
    assert state(calling).delivered == 3
    assert state(calling).last.status == 204


def test_a_post_holds_the_event_of_the_stream(calling: House, far: FarSide):
    happens(calling, 7)
    calling.start("watcher")
    [posted] = eventually(lambda: far.posts, "the event")
    event = EventSeen(7, "news", 3, 1796168209.096, say("All is quiet."))

    assert posted.path == "/in"
    assert posted.headers["content-type"] == "application/json"
    assert posted.told == {
        "type": "news",
        "timestamp": "2026-12-01T23:36:49.096Z",
        "match": MATCH,
        "reader": ANNA,
        "data": said(event, "pl"),
    }


def test_what_fails_is_tried_again_before_what_comes_after(calling: House, far: FarSide):
    far.statuses = [500, 302, 404]
    happens(calling, 1, 2)
    calling.start("watcher")
    eventually(lambda: rests(calling) and len(far.posts) == 5, "all")
    ids = [posted.headers["webhook-id"] for posted in far.posts]

    assert numbers(far) == [1, 1, 1, 1, 2]
    assert len(set(ids[:4])) == 1
    assert state(calling).failures == 0


def test_a_new_event_does_not_shorten_the_wait_for_the_next_try(calling: House, far: FarSide):
    calling.more["STAGEPOST_RETRY_SECONDS"] = "600"
    far.statuses = [500]
    happens(calling, 1)
    calling.start("watcher")
    eventually(lambda: state(calling).failures == 1, "the failure")
    happens(calling, 2)
    time.sleep(1.5)

    assert numbers(far) == [1]
    assert calling.store.zscore(keys.hooks_due(PARTITION), f"{MATCH}/{HOOK}") > time.time() + 500


@pytest.mark.parametrize(
    ("statuses", "posts", "reason"),
    [([410], 1, "gone for good"), ([500] * 9, 3, "It answered 500.")],
    ids=["gone", "given up"],
)
def test_a_far_side_that_is_gone_is_called_no_more_and_the_engine_is_told(
    calling: House, far: FarSide, statuses, posts, reason
):
    calling.more["STAGEPOST_RETRY_SECONDS"] = "1,1"
    far.statuses = statuses
    happens(calling, 1, 2)
    calling.start("watcher")
    eventually(lambda: state(calling).off, "the end")
    happens(calling, 3)
    eventually(lambda: rests(calling), "rest")
    [stopped] = calling.engine.stopped

    assert numbers(far) == [1] * posts
    assert (stopped.match, stopped.hook) == (MATCH, HOOK)
    assert reason in spoken(stopped.reason, "en")
    assert not calling.store.exists(keys.hook_waiting(MATCH, HOOK))


def test_an_engine_that_is_away_is_told_later(calling: House, far: FarSide):
    far.statuses = [410, 410, 410]
    calling.engine.down = 1
    happens(calling, 1)
    calling.start("watcher")
    eventually(lambda: calling.engine.down == 0 and far.posts, "the first word")
    # What its lease would end with in a minute.
    calling.store.zadd(keys.hooks_due(PARTITION), {f"{MATCH}/{HOOK}": 0})
    eventually(lambda: calling.engine.stopped, "the second word")
    eventually(lambda: state(calling).off, "the end")


def test_a_watcher_that_is_killed_repeats_and_loses_nothing(calling: House, far: FarSide):
    """Its lease ends, and another one calls again, with the same id."""
    far.pause = 30.0
    happens(calling, 1, 2)
    [watcher] = calling.start("watcher")
    eventually(lambda: far.posts, "the call")
    leased = calling.store.zscore(keys.hooks_due(PARTITION), f"{MATCH}/{HOOK}")
    calling.kill(watcher)
    far.pause = 0.0
    calling.start("watcher")
    time.sleep(1.5)
    meanwhile = numbers(far)
    calling.store.zadd(keys.hooks_due(PARTITION), {f"{MATCH}/{HOOK}": 0})
    eventually(lambda: rests(calling) and len(far.posts) == 3, "the rest")

    assert time.time() < leased < time.time() + 61
    assert meanwhile == [1]
    assert numbers(far) == [1, 1, 2]
    assert far.posts[0].headers["webhook-id"] == far.posts[1].headers["webhook-id"]
    assert far.posts[0].body == far.posts[1].body


def test_two_watchers_call_once(calling: House, far: FarSide):
    calling.start("watcher", "watcher")
    for number in range(1, 21):
        happens(calling, number)
    eventually(lambda: rests(calling) and len(far.posts) >= 20, "all")

    assert numbers(far) == list(range(1, 21))


def test_a_slow_far_side_holds_up_no_other(calling: House, far: FarSide):
    slow = FarSide(pause=8.0)
    slow.open()
    sets(calling, f"http://127.0.0.1:{slow.port}/", "feedfeedfeedfeed")
    event = msgspec.json.encode(Heard(EventSeen(1, "news", 1, 1.0, say("All is quiet."))))
    calling.store.zadd(keys.hook_waiting(MATCH, "feedfeedfeedfeed"), {event: 1})
    calling.store.zadd(keys.hooks_due(PARTITION), {f"{MATCH}/feedfeedfeedfeed": 0})
    calling.start("watcher")
    try:
        eventually(lambda: slow.posts, "the slow one")
        began = time.monotonic()
        happens(calling, 1)
        eventually(lambda: far.posts, "the quick one")

        assert time.monotonic() - began < 5
    finally:
        slow.close()


def test_what_is_held_back_waits_for_its_moment_or_the_end(calling: House, far: FarSide):
    calling.start("watcher")
    happens(calling, 1, open=time.time() + 2)
    happens(calling, 2, open=time.time() + 3600)
    time.sleep(1.0)
    early = numbers(far)
    eventually(lambda: numbers(far) == [1], "its moment")
    time.sleep(1.0)
    later = numbers(far)
    happens(calling, 3, kind="over")
    eventually(lambda: len(far.posts) == 3, "the end")

    assert (early, later) == ([], [1])
    assert numbers(far) == [1, 2, 3]


def test_a_webhook_that_was_taken_away_is_not_called(calling: House, far: FarSide):
    calling.store.delete(keys.hooks(MATCH))
    happens(calling, 1)
    calling.start("watcher")
    eventually(lambda: rests(calling), "rest")

    assert far.posts == []
    assert not calling.store.exists(keys.hook_waiting(MATCH, HOOK))


def test_no_address_at_home_is_called_unless_the_operator_says_so(house: House, far: FarSide):
    house.more["STAGEPOST_WEBHOOK_OUT_PORTS"] = f"443,{far.port}"
    house.more["STAGEPOST_RETRY_SECONDS"] = "600"
    sets(house, f"https://localhost.example:{far.port}/")
    happens(house, 1)
    house.start("watcher")
    eventually(lambda: state(house).failures == 1, "the refusal")

    assert far.posts == []
    assert state(house).last.status is None


def test_a_test_is_delivered_out_of_turn(calling: House, far: FarSide):
    """Also while an event waits for its next try."""
    calling.more["STAGEPOST_RETRY_SECONDS"] = "600"
    far.statuses = [500, 202]
    happens(calling, 1)
    calling.start("watcher")
    eventually(lambda: state(calling).failures == 1, "the failure")
    test = HookTest(MATCH, HOOK, "t1")
    calling.store.rpush(keys.hook_tests(PARTITION), msgspec.json.encode(test))
    calling.store.publish(keys.WAKE_CHANNEL, PARTITION)
    kept = eventually(lambda: calling.store.get(keys.hook_tried(MATCH, "t1")), "the result")
    tried = msgspec.json.decode(kept, type=HookTried)
    posted = far.posts[-1]

    assert (tried.delivered, tried.status) == (True, 202)
    assert (posted.told["type"], posted.told["data"]) == ("test", {})
    assert verified_by_the_page()(SECRET, posted.headers, posted.body)
    assert 0 < calling.store.ttl(keys.hook_tried(MATCH, "t1")) <= 60


def test_https_is_called_by_the_systems_trust(house: House, tmp_path: Path):
    context, chain = certified(tmp_path, "localhost")
    far = FarSide(context=context)
    far.open()
    house.more |= {"STAGEPOST_WEBHOOK_PRIVATE": "1", "SSL_CERT_FILE": str(chain)}
    sets(house, f"https://localhost:{far.port}/in")
    happens(house, 1)
    house.start("watcher")
    try:
        [posted] = eventually(lambda: far.posts, "the event")
    finally:
        far.close()

    assert posted.headers["host"] == f"localhost:{far.port}"


def test_neither_secret_nor_url_is_logged(calling: House, far: FarSide, capfd):
    far.statuses = [500]
    happens(calling, 1)
    calling.start("watcher")
    eventually(lambda: rests(calling) and len(far.posts) == 2, "the event")
    said_of_it = "".join(capfd.readouterr())

    assert "webhook called" in said_of_it
    for secret in (
        SECRET,
        SECRET.removeprefix("whsec_"),
        "127.0.0.1",
        far.posts[0].headers["webhook-signature"],
    ):
        assert secret not in said_of_it
    assert os.environ.get("STAGEPOST_WEBHOOK_PRIVATE") is None


def test_a_watcher_that_is_told_to_stop_ends_the_call_in_hand(calling: House, far: FarSide):
    far.pause = 3.0
    happens(calling, 1, 2)
    [watcher] = calling.start("watcher")
    eventually(lambda: far.posts, "the call")
    watcher.terminate()
    watcher.wait(20)

    assert state(calling).delivered == far.posts[-1].number >= 1
