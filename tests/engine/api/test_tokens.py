"""Tokens are changed and ended by who holds them, run out, and are kept as hashes only."""

import httpx
import pytest
import redis.asyncio
from rest import bearer, make, say

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
    assert answer.json() | {"token": ""} == {"token": "", "label": "phone", "holder": "Anna"}
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
    async with redis.asyncio.Redis.from_url(redis_url) as client:
        kept = b"".join([await client.dump(key) or b"" for key in await client.keys()])

    assert kept
    for token in (new, *made["seats"].values(), made["host_token"]):
        assert token.encode() not in kept
