"""Events over REST: pages that wait, streams that go on after every break."""

import json
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager

import httpx
import pytest
import redis
from engine_process import EngineProcess
from rest import NAMES, OPERATOR, bearer, wish

from stagepost_contracts.keys import token_slot

WAIT_SECONDS = 20


@pytest.fixture(scope="module")
def running(valkey) -> Iterator[EngineProcess]:
    engine = EngineProcess(valkey.url)
    engine.start()
    yield engine
    engine.stop(signal.SIGKILL)


@pytest.fixture
def mortal(valkey) -> Iterator[EngineProcess]:
    """Another engine of the same store, to be ended by the test."""
    engine = EngineProcess(valkey.url)
    engine.start()
    yield engine
    engine.stop(signal.SIGKILL)


def make(engine: EngineProcess, **more) -> dict:
    answer = httpx.post(f"{engine.url}/v1/matches", json=wish(**more), headers=bearer(OPERATOR))
    assert answer.status_code == 201, answer.text

    return answer.json()


def say(engine: EngineProcess, made: dict, seat: str, text: str, step: int = 1) -> dict:
    answer = httpx.post(
        f"{engine.url}/v1/matches/{made['match']}/moves",
        json={"step": step, "text": text},
        headers=bearer(made["seats"][seat]),
    )
    assert answer.status_code == 200, answer.text

    return answer.json()


def lobby(engine: EngineProcess, made: dict) -> None:
    for place, seat in enumerate(NAMES):
        say(engine, made, seat, f"BID {100 * (place + 1)}")


def page(engine: EngineProcess, made: dict, token: str = "", **query) -> dict:
    answer = httpx.get(
        f"{engine.url}/v1/matches/{made['match']}/events",
        params=query,
        headers=bearer(token) if token else {},
        timeout=60,
    )
    assert answer.status_code == 200, answer.text

    return answer.json()


@contextmanager
def stream(engine: EngineProcess, made: dict, token: str = "", last: int = 0):
    headers = {"Accept": "text/event-stream"} | (bearer(token) if token else {})
    headers |= {"Last-Event-ID": str(last)} if last else {}
    path = f"{engine.url}/v1/matches/{made['match']}/events"
    with httpx.stream("GET", path, headers=headers, timeout=WAIT_SECONDS) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        yield sent(answer)


def sent(answer: httpx.Response) -> Iterator[dict]:
    """Each event as it comes; comments are passed over."""
    fields: dict[str, str] = {}
    for line in answer.iter_lines():
        if line:
            name, _, value = line.partition(": ")
            fields[name] = value
        elif "data" in fields:
            data = json.loads(fields["data"])
            assert (fields["id"], fields["event"]) == (str(data["number"]), data["kind"])
            yield data
            fields = {}
        else:
            fields = {}


def taken(events: Iterator[dict], count: int) -> list[dict]:
    return [next(events) for _ in range(count)]


def test_a_page_tells_what_came_after_a_number(running):
    made = make(running)
    first = page(running, made, made["seats"]["Anna"])
    lobby(running, made)
    more = page(running, made, made["seats"]["Anna"], after=first["last"])
    whole = page(running, made, made["seats"]["Anna"])

    assert first["events"][-1]["kind"] == "asked"
    assert whole["events"] == first["events"] + more["events"]
    assert [event["number"] for event in whole["events"]] == list(range(1, whole["last"] + 1))
    assert all(event["text"]["said"] for event in whole["events"])


def test_readers_have_numbers_of_their_own(running):
    made = make(running)
    lobby(running, made)
    for token in ("", made["host_token"], *made["seats"].values()):
        events = page(running, made, token)["events"]

        assert [event["number"] for event in events] == list(range(1, len(events) + 1))
    assert page(running, made)["last"] < page(running, made, made["seats"]["Anna"])["last"]


def test_a_page_waits_for_what_comes(running):
    made = make(running)
    last = page(running, made)["last"]
    timer = threading.Timer(0.5, lobby, (running, made))
    timer.start()
    began = time.monotonic()
    found = page(running, made, after=last, wait=WAIT_SECONDS)
    timer.join()

    assert found["events"]
    assert time.monotonic() - began < WAIT_SECONDS - 5


def test_a_page_that_waited_in_vain_is_empty(running):
    made = make(running)
    last = page(running, made)["last"]

    assert page(running, made, after=last, wait=0.2) == {"events": [], "last": last}
    assert page(running, made, after=last + 100) == {"events": [], "last": last}


def test_a_stream_gives_what_was_and_what_comes(running):
    made = make(running)
    known = page(running, made, made["seats"]["Anna"])["events"]
    with stream(running, made, made["seats"]["Anna"]) as events:
        assert taken(events, len(known)) == known
        lobby(running, made)
        after = page(running, made, made["seats"]["Anna"], after=len(known))["events"]

        assert taken(events, len(after)) == after


def test_a_broken_stream_goes_on_where_it_broke(running):
    made = make(running)
    with stream(running, made, made["seats"]["Anna"]) as events:
        [*_, last] = taken(events, 3)
    lobby(running, made)
    whole = page(running, made, made["seats"]["Anna"])["events"]
    with stream(running, made, made["seats"]["Anna"], last["number"]) as events:
        assert taken(events, len(whole) - 3) == whole[3:]


def test_a_stream_outlives_its_engine(mortal):
    made = make(mortal)
    with stream(mortal, made, made["seats"]["Piotr"]) as events:
        [*_, last] = taken(events, 4)
        mortal.stop(signal.SIGKILL)
        with pytest.raises((httpx.TransportError, StopIteration)):
            taken(events, 1000)
    mortal.start()
    lobby(mortal, made)
    whole = page(mortal, made, made["seats"]["Piotr"])["events"]
    with stream(mortal, made, made["seats"]["Piotr"], last["number"]) as events:
        assert taken(events, len(whole) - 4) == whole[4:]


def test_an_engine_hears_what_another_did_and_ends_though_somebody_listens(running, mortal):
    made = make(running)
    known = page(mortal, made)["last"]
    with stream(mortal, made, last=known) as events:
        lobby(running, made)

        assert next(events)["number"] == known + 1
        began = time.monotonic()
        mortal.stop(signal.SIGTERM)

    assert time.monotonic() - began < 10


def test_a_wrong_token_hears_nothing(running):
    made = make(running)
    path = f"{running.url}/v1/matches/{made['match']}/events"
    wrong = httpx.get(path, headers=bearer("wrong", Accept="text/event-stream"))
    none = httpx.get(f"{running.url}/v1/matches/nomatch/events")

    assert (wrong.status_code, none.status_code) == (401, 404)


def test_an_observers_stream_gives_each_event_when_its_time_has_come(running):
    """By the spoiler delay of the match; a seat's stream does not wait."""
    made = make(running, policy={"spoiler_hours": 2 / 3600})
    began = time.monotonic()
    with stream(running, made, made["seats"]["Anna"]) as events:
        first = next(events)
    at_once = time.monotonic() - began
    with stream(running, made) as events:
        seen = next(events)
        waited = time.monotonic() - began

    assert (first["number"], seen["number"]) == (1, 1)
    assert at_once < 1.5 < waited < 6


def test_a_players_stream_ends_with_the_players_token(running, valkey):
    made = make(running)
    say(running, made, "Anna", "TOKEN PLAYER")
    with closing(redis.Redis.from_url(valkey.url)) as store:
        [slot] = store.scan_iter(token_slot(made["match"], "*"))
        token = store.get(slot).decode()
    with stream(running, made, token) as events:
        known = taken(events, page(running, made, token)["last"])
        say(running, made, "Anna", "TOKEN END")
        lobby(running, made)
        rest = list(events)

    assert known[-1]["kind"] == "asked"
    assert rest == []
