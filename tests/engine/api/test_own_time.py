"""A seat's own time and orders ahead over REST: the same words, rules and answers as by mail."""

import pytest
from rest import OPERATOR, SERVICE, bearer, make, say

pytestmark = pytest.mark.anyio

HEADS = ["away", "off-days", "quiet-hours", "extensions", "wait", "plans/lobby", "defaults/lobby"]


async def call(engine, made, seat, method, what, body=None, **headers):  # noqa: PLR0917  as it is said
    return await engine.request(
        method,
        f"/matches/{made['match']}/{what}",
        json=body,
        headers=bearer(made["seats"][seat], **headers),
    )


async def see(engine, made, seat, what):
    return await call(engine, made, seat, "GET", what)


def told(answer) -> list[str]:
    assert answer.status_code == 200, answer.text

    return [text["said"] for text in answer.json()["told"]]


async def shared(engine, redis_url) -> None:
    """Let every due of a player's own time come, as the mailer's watcher does."""
    import msgspec
    from redis.asyncio import Redis

    from stagepost_contracts.dues import Due
    from stagepost_contracts.keys import dues, partitions

    client = Redis.from_url(redis_url)
    for partition in partitions():
        for written in await client.zrange(dues(partition), 0, -1):
            due = msgspec.json.decode(written, type=Due)
            if due.kind == "absence":
                body = {"due": msgspec.to_builtins(due)}
                answer = await engine.post("/service/dues", json=body, headers=bearer(SERVICE))
                assert answer.json() == {"done": True}
    await client.aclose()


async def test_what_is_said_of_the_own_time_is_seen_by_its_seat_alone(engine):
    made = await make(engine)
    await call(engine, made, "Anna", "PUT", "away", {"first": "2030-01-01", "last": "2030-01-05"})
    days = await call(engine, made, "Anna", "PUT", "off-days", {"days": ["sat", "sun"]})
    await call(engine, made, "Anna", "PUT", "quiet-hours", {"since": 22, "until": 7})
    await call(engine, made, "Anna", "PUT", "wait")
    own = (await see(engine, made, "Anna", "own-time")).json()
    other = (await see(engine, made, "Piotr", "own-time")).json()
    host = await engine.get(
        f"/matches/{made['match']}/own-time", headers=bearer(made["host_token"])
    )

    assert told(days)[0].startswith("Your days off are SAT, SUN:")
    assert own == {
        "zone": "UTC",
        "away": [{"first": "2030-01-01", "last": "2030-01-05"}],
        "off_days": ["sat", "sun"],
        "quiet": {"since": 22, "until": 7},
        "days_left": 16,
        "extensions_left": 2,
        "waits": True,
    }
    assert (other["off_days"], other["quiet"], other["away"]) == ([], None, [])
    assert host.status_code == 403


async def test_all_of_it_is_taken_back(engine):
    made = await make(engine)
    await call(engine, made, "Anna", "PUT", "away", {"first": "2030-01-01", "last": "2030-01-05"})
    await call(engine, made, "Anna", "PUT", "off-days", {"days": ["sat"]})
    await call(engine, made, "Anna", "PUT", "quiet-hours", {"since": 22, "until": 7})
    await call(engine, made, "Anna", "PUT", "wait")
    for method, what, body in (
        ("DELETE", "away", None),
        ("PUT", "off-days", {"days": []}),
        ("DELETE", "quiet-hours", None),
        ("DELETE", "wait", None),
        ("DELETE", "wait", None),
    ):
        assert (await call(engine, made, "Anna", method, what, body)).status_code == 200
    own = (await see(engine, made, "Anna", "own-time")).json()

    assert (own["away"], own["off_days"], own["quiet"], own["waits"]) == ([], [], None, False)


async def test_a_typed_call_is_answered_as_the_line_of_text_is(engine):
    made = [await make(engine) for _ in range(2)]
    typed = await call(engine, made[0], "Anna", "POST", "extensions", {"hours": 24})
    text = await say(engine, made[1], "Anna", "EXTEND 24")
    fault = await call(engine, made[0], "Piotr", "POST", "extensions", {"hours": 900})
    said = await say(engine, made[0], "Piotr", "EXTEND 900")

    assert typed.json()["readings"] == text.json()["readings"]
    assert told(typed)[0][:24] == told(text)[0][:24]
    assert (fault.status_code, said.status_code) == (422, 422)
    assert fault.json()["detail"] == said.json()["detail"]


async def test_the_same_key_is_answered_once_and_another_body_refused(engine):
    made = await make(engine)
    key = {"Idempotency-Key": "k1"}
    first = await call(engine, made, "Anna", "POST", "extensions", {"hours": 24}, **key)
    again = await call(engine, made, "Anna", "POST", "extensions", {"hours": 24}, **key)
    other = await call(engine, made, "Anna", "POST", "extensions", {"hours": 12}, **key)

    assert first.json() == again.json()
    assert other.json()["code"] == "key-reused"


async def test_if_match_holds_a_call_to_what_its_maker_has_seen(engine):
    made = await make(engine)
    old = (await see(engine, made, "Anna", "")).headers["ETag"]
    await call(engine, made, "Piotr", "POST", "extensions", {"hours": 24})
    answer = await call(
        engine, made, "Anna", "POST", "extensions", {"hours": 24}, **{"If-Match": old}
    )

    assert answer.status_code == 412


@pytest.mark.parametrize("what", HEADS)
async def test_only_a_seats_own_token_opens_it(engine, what):
    made = await make(engine)
    method = "POST" if what == "extensions" else "PUT"
    bodies = {
        "away": {"first": "2030-01-01", "last": "2030-01-02"},
        "off-days": {"days": []},
        "quiet-hours": {"since": 1, "until": 2},
        "extensions": {"hours": 1},
        "plans/lobby": {"orders": ["BID 300"]},
        "defaults/lobby": {"orders": ["BID 300"]},
    }
    path = f"/matches/{made['match']}/{what}"
    none = await engine.request(method, path, json=bodies.get(what))
    host = await engine.request(
        method, path, json=bodies.get(what), headers=bearer(made["host_token"])
    )

    assert (none.status_code, host.status_code) == (401, 403)


async def test_a_plan_and_a_default_are_put_seen_and_taken_back(engine):
    made = await make(engine)
    wanted = {"orders": ["BUY TANKER", "BUY REFINERY"]}
    put = await call(engine, made, "Anna", "PUT", "plans/infrastructure", wanted)
    again = await call(
        engine, made, "Anna", "PUT", "plans/infrastructure", {"orders": ["BUY WELL texas"]}
    )
    await call(engine, made, "Anna", "PUT", "defaults/auction", {"orders": ["BID 200"]})
    plans = (await see(engine, made, "Anna", "plans")).json()
    defaults = (await see(engine, made, "Anna", "defaults")).json()
    others = (await see(engine, made, "Piotr", "plans")).json()
    for what in ("plans/infrastructure", "defaults/auction"):
        assert (await call(engine, made, "Anna", "DELETE", what)).status_code == 200
    gone = await call(engine, made, "Anna", "DELETE", "plans/infrastructure")

    assert told(put)[-1].startswith("Your plan for Infrastructure: [BUY TANKER], [BUY REFINERY].")
    assert [(plan["phase"], plan["orders"]) for plan in plans] == [
        ("infrastructure", ["BUY WELL texas"])
    ]
    assert again.status_code == 200
    assert [(kept["phase"], kept["orders"]) for kept in defaults] == [("auction", ["BID 200"])]
    assert others == []
    assert (await see(engine, made, "Anna", "plans")).json() == []
    assert gone.json()["detail"] == "You wrote nothing ahead for infrastructure."


async def test_a_plan_that_cannot_be_is_refused_kindly(engine):
    made = await make(engine)
    phase = await call(engine, made, "Anna", "PUT", "plans/breakfast", {"orders": ["BID 300"]})
    order = await call(engine, made, "Anna", "PUT", "plans/lobby", {"orders": ["FLY 3"]})
    bound = await call(engine, made, "Anna", "PUT", "plans/lobby", {"orders": ["BID 9000"]})

    assert phase.json()["detail"].startswith("There is no phase “breakfast”; there are: ")
    assert "is no order of Pola Naftowe" in order.json()["detail"]
    assert bound.json()["detail"].startswith("amount 9000 is out of bounds")


async def test_what_a_player_says_in_one_match_holds_in_all_and_in_those_made_later(
    engine, redis_url
):
    first, second = [await make(engine) for _ in range(2)]
    await call(engine, first, "Anna", "PUT", "away", {"first": "2030-01-01", "last": "2030-01-05"})
    await call(engine, first, "Anna", "PUT", "off-days", {"days": ["sat", "sun"]})
    await call(engine, second, "Anna", "PUT", "quiet-hours", {"since": 22, "until": 7})
    await shared(engine, redis_url)
    third = await make(engine)
    others = [(await see(engine, made, "Piotr", "own-time")).json() for made in (first, second)]

    for made in (first, second, third):
        own = (await see(engine, made, "Anna", "own-time")).json()
        assert own["away"] == [{"first": "2030-01-01", "last": "2030-01-05"}]
        assert own["off_days"] == ["sat", "sun"]
        assert own["quiet"] == {"since": 22, "until": 7}
    assert all(other["off_days"] == [] for other in others)


async def test_back_in_one_match_is_back_in_all(engine, redis_url):
    first, second = [await make(engine) for _ in range(2)]
    await call(engine, first, "Anna", "PUT", "away", {"first": "2030-01-01", "last": "2030-01-05"})
    await shared(engine, redis_url)
    await call(engine, second, "Anna", "DELETE", "away")
    await shared(engine, redis_url)
    third = await make(engine)

    for made in (first, second, third):
        assert (await see(engine, made, "Anna", "own-time")).json()["away"] == []


async def test_a_new_player_brings_the_own_time_along(engine, redis_url):
    first = await make(engine)
    await call(engine, first, "Anna", "PUT", "off-days", {"days": ["fri"]})
    await shared(engine, redis_url)
    second = await make(engine)
    answer = await engine.post(
        f"/matches/{second['match']}/seats/Piotr/player",
        json={"address": "ANNA@example.org", "zone": "Asia/Seoul"},
        headers=bearer(second["host_token"]),
    )
    own = await engine.get(
        f"/matches/{second['match']}/own-time", headers=bearer(answer.json()["token"])
    )

    assert (own.json()["off_days"], own.json()["zone"]) == (["fri"], "Asia/Seoul")


async def test_no_address_is_in_the_envelope_or_the_journal(engine, redis_url):
    from redis.asyncio import Redis

    from stagepost_contracts.keys import partition_of
    from stagepost_engine.store import keys

    made, _ = [await make(engine) for _ in range(2)]
    await call(engine, made, "Anna", "PUT", "off-days", {"days": ["sat"]})
    await shared(engine, redis_url)
    client = Redis.from_url(redis_url)
    kept = await client.hgetall(keys.envelope(made["match"]))
    journal = await client.lrange(keys.journal(made["match"]), 0, -1)
    await client.aclose()

    assert partition_of(made["match"])
    assert b"example.org" not in b"".join([*kept.values(), *journal])


@pytest.mark.parametrize("send", ["now", "never"])
async def test_the_mailer_asks_whether_a_reminder_is_still_true(engine, send):
    made = await make(engine)
    seen = (await see(engine, made, "Anna", "")).json()
    if send == "never":
        await say(engine, made, "Anna", "BID 300")
    ready = {
        "match": made["match"],
        "seat": "Anna",
        "tenure": 1,
        "step": seen["step"],
        "deadline": seen["deadline"],
    }
    answer = await engine.post("/service/reminders", json=ready, headers=bearer(SERVICE))
    wrong = await engine.post("/service/reminders", json=ready, headers=bearer(OPERATOR))

    assert answer.json() == {"send": send}
    assert wrong.status_code == 403
