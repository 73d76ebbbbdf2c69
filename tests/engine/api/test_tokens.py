"""Tokens are changed and ended by who holds them, run out, and are kept as hashes only."""

import httpx
import msgspec
import pytest
import redis.asyncio
from all_kept import all_kept, holding
from rest import bearer, make, say

from stagepost_engine.matches.command import Journaled
from stagepost_engine.matches.envelope import KeptSeat
from stagepost_engine.store import keys

pytestmark = pytest.mark.anyio


async def change(engine, made, token, **wanted) -> httpx.Response:
    return await engine.post(f"/matches/{made['match']}/token", json=wanted, headers=bearer(token))


async def status(engine, made, token) -> int:
    return (await engine.get(f"/matches/{made['match']}", headers=bearer(token))).status_code


async def test_the_old_token_ends_and_the_new_one_moves(engine):
    made = await make(engine)
    old = made["seats"]["Anna"]
    answer = await change(engine, made, old, label="phone")
    new = answer.json()["token"]
    made["seats"]["Anna"] = new
    moved = await say(engine, made, "Anna", "BID 300")

    assert answer.status_code == 201
    assert answer.json() == {"token": new, "label": "phone", "holder": "Anna", "id": "first"}
    assert (await status(engine, made, old), await status(engine, made, new)) == (401, 200)
    assert moved.json()["sealed"] == ["BID 300"]


async def test_the_hosts_token_is_changed_likewise(engine):
    made = await make(engine)
    answer = await change(engine, made, made["host_token"])

    assert "holder" not in answer.json()
    assert await status(engine, made, made["host_token"]) == 401
    assert await status(engine, made, answer.json()["token"]) == 200


async def test_a_token_is_ended(engine):
    made = await make(engine)
    path, anna = f"/matches/{made['match']}/token", made["seats"]["Anna"]
    ended = await engine.delete(path, headers=bearer(anna))
    again = await engine.delete(path, headers=bearer(anna))

    assert (ended.status_code, again.status_code) == (204, 401)
    assert await status(engine, made, made["seats"]["Piotr"]) == 200


async def test_a_token_runs_out(engine):
    made = await make(engine)
    short = await change(engine, made, made["seats"]["Anna"], hours=1e-7)
    long = await change(engine, made, made["seats"]["Piotr"], hours=24)

    assert await status(engine, made, short.json()["token"]) == 401
    assert await status(engine, made, long.json()["token"]) == 200
    assert long.json()["ends"] > short.json()["ends"]


async def test_nobody_changes_a_token_without_it(engine):
    made = await make(engine)
    none = await engine.post(f"/matches/{made['match']}/token", json={})
    wrong = await change(engine, made, "wrong")

    assert (none.status_code, wrong.status_code) == (401, 401)


@pytest.mark.parametrize("wanted", [{"hours": 0}, {"hours": 10**6}, {"label": "x" * 41}])
async def test_a_term_has_bounds(engine, wanted):
    made = await make(engine)

    assert (await change(engine, made, made["seats"]["Anna"], **wanted)).status_code == 400


async def test_no_token_is_kept(engine, redis_url):
    made = await make(engine)
    new = (await change(engine, made, made["seats"]["Anna"])).json()["token"]
    more_of = (await more(engine, made, new)).json()["token"]
    tokens = (new, more_of, *made["seats"].values(), made["host_token"])
    async with redis.asyncio.Redis.from_url(redis_url) as client:
        assert await all_kept(client)
        assert await holding(client, *tokens) == []


async def more(engine, made, token, **wanted) -> httpx.Response:
    return await engine.post(f"/matches/{made['match']}/tokens", json=wanted, headers=bearer(token))


async def listed(engine, made, token) -> list[dict]:
    answer = await engine.get(f"/matches/{made['match']}/tokens", headers=bearer(token))
    assert answer.status_code == 200, answer.text

    return answer.json()


async def test_a_holder_has_several_tokens_and_ends_one(engine):
    made = await make(engine)
    anna = made["seats"]["Anna"]
    new = (await more(engine, made, anna, label="phone", hours=24)).json()
    seen = await listed(engine, made, new["token"])
    path = f"/matches/{made['match']}/tokens/{new['id']}"
    statuses = [await status(engine, made, one) for one in (anna, new["token"])]
    others = await engine.delete(path, headers=bearer(made["seats"]["Piotr"]))
    ended = await engine.delete(path, headers=bearer(anna))

    assert statuses == [200, 200]
    assert [(one["id"], one.get("label", ""), one.get("own", False)) for one in seen] == [
        ("first", "", False),
        (new["id"], "phone", True),
    ]
    assert seen[1]["ends"] == new["ends"] > seen[1]["since"]
    assert new["token"] not in str(seen)
    assert (others.status_code, ended.status_code) == (404, 204)
    assert await status(engine, made, new["token"]) == 401
    assert await status(engine, made, anna) == 200


async def test_a_token_that_reads_sees_and_changes_nothing(engine):
    made = await make(engine)
    path, anna = f"/matches/{made['match']}", made["seats"]["Anna"]
    reads = (await more(engine, made, anna, scope="read")).json()["token"]
    views = [(await engine.get(path, headers=bearer(one))).json() for one in (anna, reads)]
    prompt = await engine.get(f"{path}/prompt", headers=bearer(reads))
    offer = {"offer": {"to": "Piotr", "give": {"cash": 100}, "get": {"barrels": 1}}}
    refused = [
        await say(engine, {**made, "seats": {"Anna": reads}}, "Anna", "BID 300"),
        await engine.delete(f"{path}/moves?step=1", headers=bearer(reads)),
        await engine.post(f"{path}/offers", json=offer, headers=bearer(reads)),
        await more(engine, made, reads),
        await engine.delete(f"{path}/tokens/first", headers=bearer(reads)),
        await change(engine, made, reads, scope="play"),
    ]

    assert views[0] == views[1]
    assert prompt.status_code == 200
    assert [answer.status_code for answer in refused] == [403] * 6
    assert "only reads" in refused[0].json()["detail"]
    assert (await change(engine, made, reads)).json()["scope"] == "read"


async def test_the_hosts_reading_token_sees_misses_and_leaves_the_clock(engine):
    made = await make(engine)
    path = f"/matches/{made['match']}"
    reads = (await more(engine, made, made["host_token"], scope="read")).json()["token"]
    misses = await engine.get(f"{path}/misses", headers=bearer(reads))
    clock = await engine.patch(f"{path}/clock", json={"paused": True}, headers=bearer(reads))

    assert (misses.status_code, clock.status_code) == (200, 403)


async def test_tokens_are_bounded_and_end_with_the_tenure(engine):
    made = await make(engine)
    anna = made["seats"]["Anna"]
    tokens = [(await more(engine, made, anna)).json()["token"] for _ in range(8)]
    many = await more(engine, made, anna)
    await engine.post(
        f"/matches/{made['match']}/seats/Anna/player",
        json={"address": "new@example.org"},
        headers=bearer(made["host_token"]),
    )

    assert (many.status_code, many.json()["code"]) == (422, "illegal")
    assert [await status(engine, made, one) for one in (anna, *tokens)] == [401] * 9


async def test_the_journal_names_the_tokens_label(engine, redis_url):
    made = await make(engine)
    await say(engine, made, "Anna", "BID 300")
    made["seats"]["Anna"] = (await more(engine, made, made["seats"]["Anna"], label="bot")).json()[
        "token"
    ]
    await say(engine, made, "Anna", "BID 400")
    async with redis.asyncio.Redis.from_url(redis_url) as client:
        kept = await client.lrange(keys.journal(made["match"]), 0, -1)
    entries = [msgspec.msgpack.decode(entry, type=Journaled) for entry in kept]

    assert [entry.token for entry in entries] == ["first", "first", "bot"]


def test_a_match_of_before_there_were_several_tokens_is_read():
    old = {"name": "Anna", "token": b"t" * 32, "term": ["phone", None]}
    seat = msgspec.convert(old, KeptSeat)
    entry = {"command": {"type": "change-token", "seat": "Anna"}, "received": 1.0, "now": 1.0}
    journaled = msgspec.convert(entry | {"entropy": b"e" * 32}, Journaled)

    assert (seat.term.scope, seat.tokens) == ("play", ())
    assert (journaled.command.id, journaled.token) == ("first", "")
