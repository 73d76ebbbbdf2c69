"""Health and metrics: what the mailer's watcher told, and what waits in the store."""

import re
import time

import pytest
import redis
from rest import OPERATOR, SERVICE, bearer, make

from stagepost_contracts.keys import MAIL_COUNTS, WATCHER_HEARTBEAT
from stagepost_engine.api.metrics import GAUGES

pytestmark = pytest.mark.anyio

COUNTS = {"shunted": 2, "pending": 3, "owed": 1, "failed": 4}


@pytest.fixture
def watched(redis_url):
    """A watcher has told, five seconds ago."""
    with redis.Redis.from_url(redis_url) as store:
        store.hset(MAIL_COUNTS, mapping=COUNTS)
        store.set(WATCHER_HEARTBEAT, int(time.time()) - 5)


def gauges(text: str) -> dict[str, float]:
    """The samples of a page, each after its HELP and TYPE."""
    samples = re.findall(r"# HELP (\S+) .+\n# TYPE (\S+) gauge\n(\S+) (\S+)\n", text)

    assert 3 * len(samples) == len(text.splitlines())
    assert all(helped == typed == name for helped, typed, name, _ in samples)
    return {name: float(value) for _, _, name, value in samples}


async def test_health_without_a_mailer_is_well_and_says_null(engine):
    health = await engine.get("/health")

    assert health.status_code == 200
    assert health.json()["ok"] is True
    assert (health.json()["shunted"], health.json()["mailer_seen"]) == (None, None)


@pytest.mark.usefixtures("watched")
async def test_health_counts_what_is_put_aside_and_how_long_ago_a_watcher_was_seen(engine):
    health = (await engine.get("/health")).json()

    assert health["shunted"] == 2
    assert 5 <= health["mailer_seen"] < 15


async def test_the_metrics_are_for_the_operator_and_the_service_alone(engine):
    made = await make(engine)
    tokens = (OPERATOR, SERVICE, made["host_token"], made["seats"]["Anna"])
    told = [await engine.get("/metrics", headers=bearer(token)) for token in tokens]
    none = await engine.get("/metrics")

    assert [answer.status_code for answer in (*told, none)] == [200, 200, 403, 403, 401]
    assert told[0].headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"


@pytest.mark.usefixtures("watched")
async def test_the_metrics_are_all_gauges_and_name_nobody(engine):
    made = await make(engine)
    page = (await engine.get("/metrics", headers=bearer(OPERATOR))).text
    found = gauges(page)

    assert set(found) == set(GAUGES)
    assert {state: found[f"stagepost_mails_{state}"] for state in COUNTS} == COUNTS
    assert 5 <= found["stagepost_mailer_seen_seconds"] < 15
    assert found["stagepost_matches"] == 1
    assert found["stagepost_outbox"] > 0
    assert found["stagepost_dues"] > 0
    for secret in ("@", "Anna", made["match"], *made["seats"].values(), OPERATOR, SERVICE):
        assert secret not in page


async def test_what_no_watcher_told_is_left_out(engine):
    found = gauges((await engine.get("/metrics", headers=bearer(OPERATOR))).text)

    assert found == {"stagepost_matches": 0, "stagepost_outbox": 0, "stagepost_dues": 0}
