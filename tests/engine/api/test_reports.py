"""What the mailer reports over REST: looks of the operator, and mail that came back."""

import msgspec
import pytest
from rest import OPERATOR, SERVICE, bearer, make

from stagepost_contracts.ids import MatchId
from stagepost_engine.matches.command import ComeBack, Journaled, Look
from stagepost_engine.store import keys

pytestmark = pytest.mark.anyio


def look(made: dict, **more) -> dict:
    return {"id": "l1", "match": made["match"], "seat": "Anna", "intake": "a1"} | more


def returned(made: dict, **more) -> dict:
    return {"id": "r1", "match": made["match"], "seat": "Anna", "tenure": 1, "step": 1} | more


async def commands(redis_url: str, match: str) -> list:
    from redis.asyncio import Redis

    client = Redis.from_url(redis_url)
    found = await client.lrange(keys.journal(MatchId(match)), 0, -1)
    await client.aclose()
    return [msgspec.msgpack.decode(entry, type=Journaled).command for entry in found]


async def test_a_look_is_one_entry_however_often_it_is_reported(engine, redis_url):
    made = await make(engine)
    first = await engine.post("/service/looks", json=look(made), headers=bearer(SERVICE))
    await engine.post("/service/looks", json=look(made), headers=bearer(SERVICE))
    await engine.post("/service/looks", json=look(made, id="l2"), headers=bearer(SERVICE))

    assert first.json() == {"match": made["match"]}
    assert await commands(redis_url, made["match"]) == [Look("Anna", "a1"), Look("Anna", "a1")]


async def test_the_host_sees_whose_mail_comes_back(engine, redis_url):
    made = await make(engine)
    answer = await engine.post("/service/bounces", json=returned(made), headers=bearer(SERVICE))
    await engine.post("/service/bounces", json=returned(made), headers=bearer(SERVICE))
    path = f"/matches/{made['match']}"
    host = await engine.get(path, headers=bearer(made["host_token"]))
    public = await engine.get(path)

    assert answer.status_code == 200
    assert [seat["name"] for seat in host.json()["seats"] if seat.get("undeliverable")] == ["Anna"]
    assert not any("undeliverable" in seat for seat in public.json()["seats"])
    assert await commands(redis_url, made["match"]) == [ComeBack("Anna", 1)]


@pytest.mark.parametrize("path", ["looks", "bounces"])
async def test_only_the_mailer_reports(engine, path):
    made = await make(engine)
    body = look(made) if path == "looks" else returned(made)
    none = await engine.post(f"/service/{path}", json=body)
    wrong = await engine.post(f"/service/{path}", json=body, headers=bearer(OPERATOR))

    assert (none.status_code, wrong.status_code) == (401, 403)


@pytest.mark.parametrize("wrong", [{"match": "nothere"}, {"seat": "Zofia"}])
@pytest.mark.parametrize("path", ["looks", "bounces"])
async def test_a_report_of_what_is_not_there_is_refused(engine, path, wrong):
    made = await make(engine)
    body = (look(made) if path == "looks" else returned(made)) | wrong
    answer = await engine.post(f"/service/{path}", json=body, headers=bearer(SERVICE))

    assert answer.status_code == 404


async def test_mail_of_a_former_player_marks_nobody(engine):
    made = await make(engine)
    body = returned(made, tenure=2)
    answer = await engine.post("/service/bounces", json=body, headers=bearer(SERVICE))

    assert (answer.status_code, answer.json()["code"]) == (404, "no-such-seat")
