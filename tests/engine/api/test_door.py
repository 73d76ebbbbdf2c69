"""Limits, headers and origins: what every request passes, whatever it asks."""

import contextlib

import httpx
import pytest
from rest import OPERATOR, SERVICE, bearer, make, wish

from stagepost_engine.app import BODY_BYTES_MOST, build
from stagepost_engine.settings import SettingError, Settings, settings_from

pytestmark = pytest.mark.anyio
SECRETS = {"STAGEPOST_OPERATOR_TOKEN": OPERATOR, "STAGEPOST_SERVICE_TOKEN": SERVICE}


@contextlib.asynccontextmanager
async def engine_with(redis_url: str, address: str = "203.0.113.7", **more):
    settings = Settings(
        redis_url=redis_url,
        operator_token=OPERATOR,
        service_token=SERVICE,
        host="127.0.0.1",
        port=8000,
        seeds_allowed=True,
        **more,
    )
    app = build(settings)
    transport = httpx.ASGITransport(app=app, client=(address, 4711))
    async with httpx.AsyncClient(transport=transport, base_url="http://engine/v1") as client:
        yield client
    for close in app.on_shutdown:
        await close(app)


@pytest.mark.parametrize("path", ["/games", "/matches/none", "/nowhere", "/docs", "/health"])
async def test_every_answer_is_cautious(engine, path):
    answer = await engine.get(path)

    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]


async def test_what_a_token_opens_is_stored_nowhere(engine):
    made = await make(engine)
    own = await engine.get(f"/matches/{made['match']}", headers=bearer(made["seats"]["Anna"]))
    refused = await engine.get(f"/matches/{made['match']}", headers=bearer("wrong"))
    public = await engine.get(f"/matches/{made['match']}")

    assert own.headers["cache-control"] == refused.headers["cache-control"] == "no-store"
    assert public.headers["cache-control"] == "no-cache"
    assert "Authorization" in public.headers["vary"]


async def test_a_body_that_is_too_large_is_413(engine):
    made = await make(engine)
    answer = await engine.post(
        f"/matches/{made['match']}/moves",
        content=b'{"step": 1, "text": "' + b"x" * BODY_BYTES_MOST + b'"}',
        headers=bearer(made["seats"]["Anna"], **{"Content-Type": "application/json"}),
    )

    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")


@pytest.mark.parametrize("depth", [100, 900, 50_000])
async def test_a_body_that_nests_without_end_is_refused(engine, depth):
    made = await make(engine)
    answer = await engine.post(
        f"/matches/{made['match']}/moves",
        content=b'{"step": 1, "orders": [{"kind": ' + b"[" * depth + b"]" * depth + b"}]}",
        headers=bearer(made["seats"]["Anna"], **{"Content-Type": "application/json"}),
    )

    assert answer.status_code in (400, 422)
    assert "nested too deeply" in answer.json()["detail"]


async def test_a_number_beyond_64_bits_is_refused(engine):
    made = await make(engine)
    move = {"step": 1, "orders": [{"kind": "bid", "amount": 2**64}]}
    answer = await engine.post(
        f"/matches/{made['match']}/moves", json=move, headers=bearer(made["seats"]["Anna"])
    )
    tables = await engine.post(
        "/matches", json=wish(tables={"a": [2**70]}), headers=bearer(OPERATOR)
    )

    assert (answer.status_code, answer.json()["code"]) == (422, "unreadable")
    assert (tables.status_code, tables.json()["code"]) == (422, "bad-tables")


async def test_who_asks_too_often_is_told_when_to_come_again(redis_url):
    async with engine_with(redis_url, address_requests=3) as engine:
        answers = [await engine.get("/games") for _ in range(4)]
        health = await engine.get("/health")

    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert answers[-1].json()["code"] == "too-many"
    assert answers[-1].headers["content-type"] == "application/problem+json"
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 60
    assert health.status_code == 200


async def test_a_token_has_a_bound_of_its_own_at_every_engine(redis_url):
    async with engine_with(redis_url, token_requests=2) as one:
        made = await make(one)
        path, anna = f"/matches/{made['match']}", bearer(made["seats"]["Anna"])
        async with engine_with(redis_url, "203.0.113.8", token_requests=2) as other:
            statuses = [(await at.get(path, headers=anna)).status_code for at in (one, other, one)]
            piotr = await other.get(path, headers=bearer(made["seats"]["Piotr"]))

    assert statuses == [200, 200, 429]
    assert piotr.status_code == 200


async def test_the_mailer_is_never_too_often(redis_url):
    due = {"due": ["nomatch", "deadline", 1, 1.0]}
    async with engine_with(redis_url, address_requests=1, token_requests=1) as engine:
        answers = [
            await engine.post("/service/dues", json=due, headers=bearer(SERVICE)) for _ in range(3)
        ]

    assert [answer.status_code for answer in answers] == [200, 200, 200]


async def test_only_a_page_of_a_named_origin_may_call(redis_url):
    ours, theirs = {"Origin": "https://play.example.org"}, {"Origin": "https://evil.example"}
    asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "if-match"}
    async with engine_with(redis_url, cors_origins=("https://play.example.org",)) as engine:
        yes = await engine.get("/games", headers=ours)
        no = await engine.get("/games", headers=theirs)
        before = await engine.options("/matches", headers=ours | asked)

    assert yes.headers["access-control-allow-origin"] == "https://play.example.org"
    assert "ETag" in yes.headers["access-control-expose-headers"]
    assert "Origin" in yes.headers["vary"]
    assert "access-control-allow-origin" not in no.headers
    assert before.status_code == 204
    assert "access-control-allow-credentials" not in before.headers


async def test_without_the_setting_no_page_may_call(engine):
    answer = await engine.get("/games", headers={"Origin": "https://play.example.org"})

    assert "access-control-allow-origin" not in answer.headers


async def test_the_methods_of_a_path_are_told(engine):
    answer = await engine.options("/matches/any/moves")

    assert {"POST", "DELETE"} <= set(answer.headers["allow"].split(", "))


def test_bounds_and_origins_are_settings():
    found = settings_from(
        SECRETS
        | {
            "STAGEPOST_CORS_ORIGINS": "https://a.example, https://b.example",
            "STAGEPOST_PROXIES": "10.0.0.1",
            "STAGEPOST_TOKEN_REQUESTS": "0",
        }
    )

    assert found.cors_origins == ("https://a.example", "https://b.example")
    assert found.proxies == ("10.0.0.1",)
    assert (found.token_requests, found.address_requests) == (0, 3_600)
    with pytest.raises(SettingError, match="STAGEPOST_TOKEN_REQUESTS"):
        settings_from(SECRETS | {"STAGEPOST_TOKEN_REQUESTS": "many"})
