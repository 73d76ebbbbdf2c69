"""Webhooks over REST: set, seen, tried, taken away; what they are to hear is the reader's own."""

import asyncio

import msgspec
import pytest
import redis.asyncio
from all_kept import holding
from rest import OPERATOR, SERVICE, bearer, make, say, wish

from stagepost_contracts import keys as shared_keys
from stagepost_contracts.hooks import Heard, HookTest, HookTried
from stagepost_engine.api import hook_routes
from stagepost_engine.matches.command import Journaled, SetHook
from stagepost_engine.store import keys
from stagepost_texts.saying import said

pytestmark = pytest.mark.anyio
URL = "https://hooks.example.org/stagepost"
BIDS = {"Anna": 100, "Piotr": 200, "Marcin": 300, "Krzysiek": 400}


@pytest.fixture
async def store(redis_url):
    async with redis.asyncio.Redis.from_url(redis_url) as client:
        yield client


async def set_hook(engine, made, token, url: str = URL, **more):
    path = f"/matches/{made['match']}/webhook"
    return await engine.put(path, json={"url": url, **more}, headers=bearer(token))


async def hook_of(store, match: str) -> str:
    [hook] = await store.hkeys(shared_keys.hooks(match))
    return hook.decode()


async def waiting(store, match: str, hook: str) -> list[Heard]:
    found = await store.zrange(shared_keys.hook_waiting(match, hook), 0, -1)
    return [msgspec.json.decode(heard, type=Heard) for heard in found]


async def events(engine, made, token) -> list[dict]:
    answer = await engine.get(f"/matches/{made['match']}/events", headers=bearer(token))
    return answer.json()["events"]


async def bid(engine, made) -> None:
    for seat, amount in BIDS.items():
        answer = await say(engine, made, seat, f"BID {amount}")
        assert answer.status_code == 200, answer.text


@pytest.mark.parametrize("holder", ["Anna", "host"])
async def test_what_waits_for_a_webhook_is_what_the_stream_says(engine, store, holder):
    """Each event as the same reader's stream has it, with the same number, from the setting on."""
    made = await make(engine)
    token = made["seats"].get(holder, made["host_token"])
    before = await events(engine, made, token)
    answer = await set_hook(engine, made, token)
    await bid(engine, made)
    found = await waiting(store, made["match"], await hook_of(store, made["match"]))
    after = await events(engine, made, token)

    assert answer.status_code == 200
    assert answer.json()["after"] == len(before)
    assert len(after) > len(before)
    assert [said(heard.event, "en") for heard in found] == after[len(before) :]
    assert all(heard.open == 0 for heard in found)


async def test_the_secret_is_told_once_and_kept_beside_the_people(engine, store):
    made = await make(engine)
    anna = made["seats"]["Anna"]
    told = (await set_hook(engine, made, anna)).json()
    seen = await engine.get(f"/matches/{made['match']}/webhook", headers=bearer(anna))
    entry = msgspec.msgpack.decode(
        await store.lindex(keys.journal(made["match"]), -1), type=Journaled
    )
    holders = await holding(store, told["secret"], URL)

    assert told["secret"].startswith("whsec_")
    assert seen.json() == {"url": URL, "since": told["since"]}
    assert isinstance(entry.command, SetHook)
    assert holders == [shared_keys.hooks(made["match"])]


@pytest.mark.parametrize(
    "url",
    [
        "http://hooks.example.org/",
        "https://user:word@hooks.example.org/",
        "https://hooks.example.org/#part",
        "https://hooks.example.org:8443/",
        "https://hooks.example.org:99999/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://10.0.0.8/",
        "https://169.254.169.254/latest/meta-data",
        "https://localhost/",
        "https://valkey.internal/",
        "https:///path",
        "ftp://hooks.example.org/",
        "hooks.example.org",
        "https://hooks.example.org/ x",
        "https://hooks.exämple.org/",
        "",
    ],
)
async def test_a_url_that_is_never_called_is_refused_with_a_sentence(engine, url):
    made = await make(engine)
    answer = await set_hook(engine, made, made["seats"]["Anna"], url)

    assert (answer.status_code, answer.json()["code"]) == (422, "bad-url")
    assert answer.json()["field"] == "url"
    assert len(answer.json()["detail"]) > 20


async def test_a_holder_has_one_and_a_new_one_has_another_secret(engine, store):
    made = await make(engine)
    anna = made["seats"]["Anna"]
    first = (await set_hook(engine, made, anna)).json()
    old = await hook_of(store, made["match"])
    second = (await set_hook(engine, made, anna)).json()

    assert first["secret"] != second["secret"]
    assert await hook_of(store, made["match"]) != old


async def test_a_webhook_is_taken_away(engine, store):
    made = await make(engine)
    path, anna = f"/matches/{made['match']}/webhook", made["seats"]["Anna"]
    await set_hook(engine, made, anna)
    hook = await hook_of(store, made["match"])
    ended = await engine.delete(path, headers=bearer(anna))
    again = await engine.delete(path, headers=bearer(anna))
    gone = await engine.get(path, headers=bearer(anna))
    await bid(engine, made)

    assert (ended.status_code, again.status_code, gone.status_code) == (204, 404, 404)
    assert await store.hkeys(shared_keys.hooks(made["match"])) == []
    assert await waiting(store, made["match"], hook) == []


async def test_who_may_not_sets_none(engine):
    made = await make(engine)
    anna = made["seats"]["Anna"]
    reads = await engine.post(
        f"/matches/{made['match']}/tokens", json={"scope": "read"}, headers=bearer(anna)
    )
    statuses = [
        (await set_hook(engine, made, token)).status_code
        for token in (reads.json()["token"], "wrong", OPERATOR, SERVICE)
    ]
    path = f"/matches/{made['match']}/webhook"

    assert statuses == [403, 401, 401, 401]
    assert (await engine.put(path, json={"url": URL})).status_code == 401


async def test_a_webhook_ends_with_its_token_and_not_with_another(engine, store):
    made = await make(engine)
    path, anna = f"/matches/{made['match']}", made["seats"]["Anna"]
    more = (await engine.post(f"{path}/tokens", json={}, headers=bearer(anna))).json()
    await set_hook(engine, made, more["token"])
    other = (await engine.post(f"{path}/tokens", json={}, headers=bearer(anna))).json()
    await engine.delete(f"{path}/tokens/{other['id']}", headers=bearer(anna))
    kept = await store.hlen(shared_keys.hooks(made["match"]))
    changed = await engine.post(f"{path}/token", json={}, headers=bearer(more["token"]))
    still = await store.hlen(shared_keys.hooks(made["match"]))
    await engine.delete(f"{path}/token", headers=bearer(changed.json()["token"]))

    assert (kept, still) == (1, 1)
    assert await store.hlen(shared_keys.hooks(made["match"])) == 0


async def test_a_webhook_ends_when_its_token_runs_out(engine, store):
    made = await make(engine)
    path, anna = f"/matches/{made['match']}", made["seats"]["Anna"]
    short = await engine.post(f"{path}/tokens", json={"hours": 3e-4}, headers=bearer(anna))
    await set_hook(engine, made, short.json()["token"])
    hook = await hook_of(store, made["match"])
    await asyncio.sleep(1.2)
    await bid(engine, made)

    assert await waiting(store, made["match"], hook) == []
    assert await store.hlen(shared_keys.hooks(made["match"])) == 0


async def test_a_webhook_ends_with_the_tenure(engine, store):
    made = await make(engine)
    path = f"/matches/{made['match']}"
    await set_hook(engine, made, made["seats"]["Anna"])
    await set_hook(engine, made, made["host_token"])
    await engine.post(
        f"{path}/seats/Anna/player",
        json={"address": "new@example.org"},
        headers=bearer(made["host_token"]),
    )
    left = await store.hvals(shared_keys.hooks(made["match"]))

    assert [msgspec.json.decode(kept).get("seat") for kept in left] == [None]


async def test_a_test_is_answered_with_what_the_mailer_found(engine, store):
    """The engine calls nobody: it asks, and waits for the answer."""
    made = await make(engine)
    anna = made["seats"]["Anna"]
    await set_hook(engine, made, anna)

    async def mailer() -> None:
        partition = shared_keys.partition_of(made["match"])
        _, asked = await store.blpop(shared_keys.hook_tests(partition), timeout=10)
        test = msgspec.json.decode(asked, type=HookTest)
        tried = msgspec.json.encode(HookTried(1.0, delivered=True, status=204))
        await store.set(shared_keys.hook_tried(test.match, test.id), tried)

    asking = asyncio.create_task(mailer())
    answer = await engine.post(f"/matches/{made['match']}/webhook/test", headers=bearer(anna))
    await asking

    assert answer.json() == {"at": 1.0, "delivered": True, "status": 204}


async def test_a_test_that_no_mailer_makes_says_so(engine, monkeypatch):
    monkeypatch.setattr(hook_routes, "TRY_SECONDS_MOST", 0.2)
    made = await make(engine)
    anna = made["seats"]["Anna"]
    path = f"/matches/{made['match']}/webhook/test"
    none = await engine.post(path, headers=bearer(anna))
    await set_hook(engine, made, anna)
    answers = [await engine.post(path, headers=bearer(anna)) for _ in range(7)]

    assert none.status_code == 404
    assert [answer.status_code for answer in answers] == [503] * 6 + [429]


async def test_a_webhook_that_was_stopped_hears_nothing_and_its_seat_is_told(engine, store):
    made = await make(engine)
    anna = made["seats"]["Anna"]
    await set_hook(engine, made, anna)
    hook = await hook_of(store, made["match"])
    body = {"match": made["match"], "hook": hook, "reason": {"template": "it is gone"}}
    refused = await engine.post("/service/hooks", json=body, headers=bearer(anna))
    for _ in range(2):
        answer = await engine.post("/service/hooks", json=body, headers=bearer(SERVICE))
        assert answer.status_code == 200, answer.text
    await bid(engine, made)
    entries = await store.xrange(shared_keys.outbox(shared_keys.partition_of(made["match"])))
    kinds = [msgspec.json.decode(fields[b"n"])["body"]["type"] for _, fields in entries]

    assert refused.status_code == 403
    assert kinds.count("webhook_off") == 1
    assert await waiting(store, made["match"], hook) == []


async def test_after_the_end_webhooks_go_within_days(engine, store):
    answer = await engine.post(
        "/matches", json=wish(3) | {"seed": "5e" * 32}, headers=bearer(OPERATOR)
    )
    made = answer.json()
    await set_hook(engine, made, made["host_token"])
    for _ in range(3000):
        seen = (await engine.get(f"/matches/{made['match']}")).json()
        if seen["over"]:
            break
        for seat in [one["name"] for one in seen["seats"] if one.get("awaited")]:
            token = bearer(made["seats"][seat])
            ask = await engine.get(f"/matches/{made['match']}/prompt", headers=token)
            if ask.status_code == 200 and not ask.json().get("sealed"):
                text = "\n".join(ask.json()["default"])
                await say(engine, made, seat, text, step=seen["step"])
    hook = await hook_of(store, made["match"])
    [last] = (await waiting(store, made["match"], hook))[-1:]

    assert last.event.kind == "over"
    assert 0 < await store.ttl(shared_keys.hooks(made["match"])) <= 7 * 24 * 3600
    assert 0 < await store.ttl(shared_keys.hook_waiting(made["match"], hook)) <= 7 * 24 * 3600
