"""What a host does over REST: the clock, the misses, a new player; and an outage of the house."""

import time

import msgspec
import pytest
import redis
from rest import SERVICE, bearer, make, say

from stagepost_contracts.held import held_field
from stagepost_contracts.ids import MatchId
from stagepost_contracts.keys import held_clocks
from stagepost_contracts.people import Person

pytestmark = pytest.mark.anyio

HOUR = 3600
POLICY = {"hours": 48, "vacant_after": 3}


async def see(engine, made: dict) -> dict:
    return (await engine.get(f"/matches/{made['match']}")).json()


async def set_clock(engine, made: dict, token: str | None = None, **clock):
    return await engine.patch(
        f"/matches/{made['match']}/clock", json=clock, headers=bearer(token or made["host_token"])
    )


async def seat(engine, made: dict, name: str, token: str | None = None, **headers):
    return await engine.post(
        f"/matches/{made['match']}/seats/{name}/player",
        json={"address": "zofia@example.org", "language": "pl"},
        headers=bearer(token or made["host_token"], **headers),
    )


async def test_the_host_moves_the_deadline_within_its_bounds(engine):
    made = await make(engine, policy=POLICY)
    before = (await see(engine, made))["deadline"]
    later = await set_clock(engine, made, deadline=before + 24 * HOUR)
    too_late = await set_clock(engine, made, deadline=before + 1000 * HOUR)

    assert later.status_code == 200
    assert later.json()["deadline"] == before + 24 * HOUR
    assert (await see(engine, made))["deadline"] == before + 24 * HOUR
    assert too_late.status_code == 422
    assert too_late.json()["detail"].startswith("The deadline of this step can lie between")


async def test_an_earlier_deadline_leaves_the_least_hours(engine):
    made = await make(engine, policy=POLICY)
    before = (await see(engine, made))["deadline"]

    assert (await set_clock(engine, made, deadline=before - 30 * HOUR)).status_code == 200
    assert (await set_clock(engine, made, deadline=before - 40 * HOUR)).status_code == 422


async def test_the_host_pauses_the_match_and_lets_it_go_on(engine):
    made = await make(engine)
    paused = await set_clock(engine, made, paused=True)
    seen = await see(engine, made)
    going = await set_clock(engine, made, paused=False)

    assert (paused.json()["paused"], paused.json()["deadline"]) == (True, None)
    assert seen["paused"]
    assert "deadline" not in seen
    assert going.json()["deadline"] > 0


def holds(store_url: str, made: dict, seat: str, received: float, step: int = 1) -> None:
    """What the mailer writes when it puts a mail of the seat aside."""
    match = MatchId(made["match"])
    with redis.Redis.from_url(store_url) as store:
        store.hset(held_clocks(match), held_field(seat, step), received)


async def clock(engine, made: dict, token: str) -> dict:
    found = await engine.get(f"/matches/{made['match']}/clock", headers=bearer(token))
    assert found.status_code == 200
    return found.json()


async def test_the_host_sees_whose_clock_is_held_and_until_when(engine, redis_url):
    """A day from the moment at which the mail came; a seat sees its own, and others nothing."""
    made, now = await make(engine), time.time()
    holds(redis_url, made, "Anna", now)
    seats = made["seats"]

    held = [{"seat": "Anna", "until": now + 24 * HOUR}]
    assert (await clock(engine, made, made["host_token"]))["held"] == held
    assert (await clock(engine, made, seats["Anna"]))["held"] == held
    assert (await clock(engine, made, seats["Piotr"]))["held"] == []
    assert (await set_clock(engine, made, paused=False)).json().get("held", held) == held


async def test_a_clock_is_held_for_a_day_and_in_its_step_alone(engine, redis_url):
    """What is over, let go or of another step holds nothing now."""
    made, now = await make(engine), time.time()
    holds(redis_url, made, "Anna", now - 25 * HOUR)
    holds(redis_url, made, "Piotr", now, step=7)
    holds(redis_url, made, "Marcin", "")

    assert (await clock(engine, made, made["host_token"]))["held"] == []


async def test_a_stranger_sees_no_clock(engine):
    """Only who holds a token of the match."""
    made = await make(engine)

    assert (await engine.get(f"/matches/{made['match']}/clock")).status_code == 401


async def test_only_the_host_sets_the_clock(engine):
    made = await make(engine)

    assert (await set_clock(engine, made, made["seats"]["Anna"], paused=True)).status_code == 403
    assert (await set_clock(engine, made, "nobody", paused=True)).status_code == 401
    assert (await set_clock(engine, made)).status_code == 422


async def test_commands_of_time_are_one_call_as_text(engine):
    made = await make(engine)
    moved = await say(engine, made, "Anna", "EXTEND 24\nAWAY 2030-01-01 TO 2030-01-05\nWAIT\nPAUSE")
    seats = (await see(engine, made))["seats"]

    assert moved.status_code == 200
    assert moved.json()["told"][0]["said"].startswith("The deadline is now ")
    assert seats[0]["away"] == [{"first": "2030-01-01", "last": "2030-01-05"}]


async def test_the_host_reads_what_silence_cost(engine):
    made = await make(engine, policy={"hours": 0.0001})
    due = await anext_due(engine, made)
    misses = await engine.get(
        f"/matches/{made['match']}/misses", headers=bearer(made["host_token"])
    )
    own = await engine.get(
        f"/matches/{made['match']}/misses", headers=bearer(made["seats"]["Piotr"])
    )
    nobody = await engine.get(f"/matches/{made['match']}/misses")

    assert due["done"]
    assert nobody.status_code == 401
    assert len(misses.json()) == 4
    assert {miss["seat"] for miss in own.json()} == {"Piotr"}
    assert (misses.json()[0]["seat"], misses.json()[0]["phase"]) == ("Anna", "lobby")
    assert misses.json()[0]["played"] == ["BID 100"]
    assert (misses.json()[0]["default"], misses.json()[0]["reason"]) == ("game", "silent")


async def anext_due(engine, made: dict) -> dict:
    """Let the deadline of the first step come."""
    import asyncio

    seen = await see(engine, made)
    await asyncio.sleep(0.5)
    due = [made["match"], "deadline", seen["step"], seen["deadline"]]
    answer = await engine.post("/service/dues", json={"due": due}, headers=bearer(SERVICE))
    assert answer.status_code == 200, answer.text

    return answer.json()


async def test_a_new_player_gets_the_seat_its_prompt_and_a_token(engine, redis_client):
    made = await make(engine)
    await say(engine, made, "Anna", "PLAN infrastructure BUY TANKER")
    answer = await seat(engine, made, "Anna")
    token = answer.json()["token"]
    old = await engine.get(f"/matches/{made['match']}", headers=bearer(made["seats"]["Anna"]))
    new = await engine.get(f"/matches/{made['match']}", headers=bearer(token))
    people = await redis_client.hgetall(people_key(made["match"]))

    assert answer.status_code == 201
    assert answer.json()["tenure"] == 2
    assert old.status_code == 401
    assert new.json()["reader"] == "Anna"
    assert "PLAN" not in new.text
    assert msgspec.json.decode(people[b"Anna:2"], type=Person) == Person(
        "zofia@example.org", language="pl"
    )


async def test_a_newcomer_reads_nothing_that_only_the_predecessor_was_told(engine):
    made = await make(engine)
    await say(engine, made, "Anna", "PLAN lobby BID 1700")
    await say(engine, made, "Anna", "WITHDRAW")
    own = await engine.get(
        f"/matches/{made['match']}/events", headers=bearer(made["seats"]["Anna"])
    )
    token = (await seat(engine, made, "Anna")).json()["token"]
    new = await engine.get(f"/matches/{made['match']}/events", headers=bearer(token))

    assert "[BID 1700]" in own.text
    assert "1700" not in new.text
    assert "You play Anna from now on." in new.text


async def test_the_same_request_is_told_the_same_token_and_seats_once(engine):
    made = await make(engine)
    first = await seat(engine, made, "Anna", **{"Idempotency-Key": "k1"})
    again = await seat(engine, made, "Anna", **{"Idempotency-Key": "k1"})

    assert again.json() == first.json()
    assert first.json()["tenure"] == 2


async def test_a_seat_that_is_none_and_a_token_that_is_not_the_hosts(engine):
    made = await make(engine)

    assert (await seat(engine, made, "Nobody")).status_code == 404
    assert (await seat(engine, made, "Anna", made["seats"]["Piotr"])).status_code == 403


async def test_a_reply_of_the_old_tenure_is_refused(engine):
    made = await make(engine)
    await seat(engine, made, "Anna")
    reply = {
        "id": "r1",
        "match": made["match"],
        "seat": "Anna",
        "tenure": 1,
        "step": 1,
        "lines": ["BID 300"],
        "received": 1.0,
    }
    answer = await engine.post("/service/replies", json=reply, headers=bearer(SERVICE))

    assert answer.json()["code"] == "no-such-seat"


async def test_an_outage_moves_the_deadline_of_every_match_once(engine):
    made = [await make(engine) for _ in range(3)]
    before = [(await see(engine, one))["deadline"] for one in made]
    now = before[0] - 48 * HOUR
    gap = {"from": now - 5 * HOUR, "until": now + HOUR}
    first = await engine.post("/service/outages", json=gap, headers=bearer(SERVICE))
    short = await engine.post(
        "/service/outages", json={"from": now, "until": now + 60}, headers=bearer(SERVICE)
    )
    after = [(await see(engine, one))["deadline"] for one in made]

    # The clock of the server has not come to the end of the gap: what is ahead counts for nothing.
    assert first.status_code == 200
    assert first.json()["moved"] == 3
    assert short.json() == {"moved": 0}
    assert all(0 < late - early < 60 for early, late in zip(before, after, strict=True))


async def test_only_the_mailer_reports_an_outage(engine):
    answer = await engine.post(
        "/service/outages", json={"from": 0, "until": 1}, headers=bearer("other")
    )

    assert answer.status_code == 403


async def test_a_match_is_made_by_the_name_of_a_policy(engine):
    made = await make(engine, policy="evening", zone="Europe/Warsaw")
    wrong = await engine.post(
        "/matches",
        json={"game": "pola_naftowe", "seats": [], "policy": "soon"},
        headers=bearer("operator-token-of-the-tests"),
    )

    assert (await see(engine, made))["deadline"] > 0
    assert wrong.status_code == 422


def people_key(match: str) -> str:
    from stagepost_contracts.keys import people

    return people(match)


@pytest.fixture
async def redis_client(redis_url):
    from redis.asyncio import Redis

    client = Redis.from_url(redis_url)
    yield client
    await client.aclose()
