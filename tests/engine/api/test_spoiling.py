"""The spoiler delay: observers and the host see the game later, the seats as it happens."""

import asyncio
import json
import time

import msgspec
import pytest
import redis.asyncio
from rest import OPERATOR, bearer, make, say, wish

from stagepost_contracts import keys as shared_keys
from stagepost_contracts.hooks import Heard

pytestmark = pytest.mark.anyio
SEED = "5e" * 32
SECONDS = 2.0
LATER = {"spoiler_hours": 24}
SOON = {"spoiler_hours": SECONDS / 3600}
BIDS = {"Anna": 100, "Piotr": 200, "Marcin": 300, "Krzysiek": 400}


async def bid(engine, made, **bids) -> None:
    for seat, amount in (BIDS | bids).items():
        answer = await say(engine, made, seat, f"BID {amount}")
        assert answer.status_code == 200, answer.text


async def sees(engine, made, what: str = "", token: str | None = None):
    headers = bearer(token) if token else {}
    return await engine.get(f"/matches/{made['match']}{what}", headers=headers)


async def everything(engine, made, token: str | None) -> dict[str, str]:
    """All that somebody without a seat can ask for, without the match's own id and the moments."""
    found = {}
    for what in ("", "/record", "/standings", "/events", "/positions/1", "/positions/2"):
        answer = await sees(engine, made, what, token)
        text = answer.text.replace(made["match"], "match")
        if what == "" and answer.status_code == 200:
            text = json.dumps(json.loads(text) | {"deadline": None})
        found[what] = f"{answer.status_code} {text}"
    return found


async def test_observers_and_host_see_nothing_before_its_time_and_a_seat_all(engine):
    made = await make(engine, seed=SEED, policy=LATER)
    await bid(engine, made)
    anna = (await sees(engine, made, "", made["seats"]["Anna"])).json()
    for token in (None, made["host_token"], OPERATOR):
        found = (await sees(engine, made, "", token)).json()
        assert (found["step"], found["view"], found["phase_title"]["template"]) == (
            0,
            None,
            "Not started",
        )
        assert (await sees(engine, made, "/record", token)).json() == []
        assert (await sees(engine, made, "/standings", token)).json()["ranking"] == []
        assert (await sees(engine, made, "/events", token)).json() == {"events": [], "last": 0}
        assert (await sees(engine, made, "/positions/1", token)).status_code == 409
    host = (await sees(engine, made, "", made["host_token"])).json()

    assert anna["step"] > 1
    assert host["deadline"] == anna["deadline"]
    assert len((await sees(engine, made, "/record", made["seats"]["Anna"])).json()) > 1
    assert (await sees(engine, made, "/positions/2", made["seats"]["Anna"])).status_code == 200


async def test_what_happens_in_the_delay_changes_nothing_that_they_see(engine):
    """Two matches of one seed that differ in every bid: the same bytes for all without a seat."""
    one = await make(engine, seed=SEED, policy=LATER)
    other = await make(engine, seed=SEED, policy=LATER)
    await bid(engine, one)
    await bid(engine, other, Anna=900, Krzysiek=100)
    seats = [
        (await sees(engine, made, "/record", made["seats"]["Anna"])).text for made in (one, other)
    ]

    assert seats[0] != seats[1]
    assert await everything(engine, one, None) == await everything(engine, other, None)
    tokens = [made["host_token"] for made in (one, other)]
    assert await everything(engine, one, tokens[0]) == await everything(engine, other, tokens[1])


async def test_what_happened_is_seen_once_its_time_has_come(engine):
    made = await make(engine, seed=SEED, policy=SOON)
    first = (await sees(engine, made)).json()["step"]
    await asyncio.sleep(SECONDS + 0.3)
    opened = (await sees(engine, made)).json()
    await bid(engine, made)
    held = (await sees(engine, made)).json()
    seat = (await sees(engine, made, "", made["seats"]["Anna"])).json()
    before = (await sees(engine, made, "/events")).json()["last"]
    began = time.monotonic()
    page = (await sees(engine, made, f"/events?after={before}&wait=20")).json()
    waited = time.monotonic() - began
    await asyncio.sleep(0.3)
    later = (await sees(engine, made)).json()
    record = (await sees(engine, made, "/record")).json()

    assert (first, opened["step"], held["step"]) == (0, 1, 1)
    assert held["view"] == opened["view"]
    assert [one["awaited"] for one in held["seats"]] == [True] * 4
    assert page["events"][0]["number"] == before + 1
    assert 0.5 < waited < SECONDS + 1.5
    assert later["step"] == seat["step"] > 1
    assert max(entry.get("step", 0) for entry in record) == seat["step"] - 1


async def test_the_hosts_webhook_is_held_back_and_a_seats_is_not(engine, redis_url):
    made = await make(engine, seed=SEED, policy=LATER)
    path = f"/matches/{made['match']}/webhook"
    for token in (made["host_token"], made["seats"]["Anna"]):
        answer = await engine.put(
            path, json={"url": "https://x.example.org/"}, headers=bearer(token)
        )
        assert answer.status_code == 200
    await bid(engine, made)
    async with redis.asyncio.Redis.from_url(redis_url) as store:
        hooks = await store.hgetall(shared_keys.hooks(made["match"]))
        opens = {}
        for hook, kept in hooks.items():
            waiting = shared_keys.hook_waiting(made["match"], hook.decode())
            found = [
                msgspec.json.decode(one, type=Heard) for one in await store.zrange(waiting, 0, -1)
            ]
            opens[json.loads(kept).get("seat")] = [
                one.open - one.event.at for one in found if one.open
            ]

    assert opens["Anna"] == []
    assert opens[None]
    assert all(abs(wait - 24 * 3600) < 0.01 for wait in opens[None])


async def test_once_it_is_over_all_is_everybodys(engine):
    made = await make(engine, seats=3, seed=SEED, policy=LATER)
    anna = made["seats"]["Anna"]
    for _ in range(3000):
        seen = (await sees(engine, made, "", anna)).json()
        if seen["over"]:
            break
        for seat in [one["name"] for one in seen["seats"] if one.get("awaited")]:
            ask = await sees(engine, made, "/prompt", made["seats"][seat])
            if ask.status_code == 200 and not ask.json().get("sealed"):
                await say(engine, made, seat, "\n".join(ask.json()["default"]), step=seen["step"])
    observer = (await sees(engine, made)).json()
    records = [(await sees(engine, made, "/record", token)).text for token in (None, anna)]

    assert observer["over"]
    assert records[0] == records[1]
    assert "closing" in records[0]
    assert (await sees(engine, made, "/events")).json()["last"] > 10


@pytest.mark.parametrize("hours", [-1, 10_000])
async def test_the_delay_has_bounds(engine, hours):
    body = wish(policy={"spoiler_hours": hours})
    answer = await engine.post("/matches", json=body, headers=bearer(OPERATOR))

    assert (answer.status_code, answer.json()["code"]) == (422, "bad-policy")


async def test_a_position_before_the_start_is_refused(engine):
    made = await make(engine, starts_in_hours=1)
    answer = await sees(engine, made, "/positions/1", made["seats"]["Anna"])

    assert (answer.status_code, answer.json()["code"]) == (409, "not-yet")
