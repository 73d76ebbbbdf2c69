"""A deputy over REST: named, seen and ended; their replies; and where the address is, and is not."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest
import redis
from rest import OPERATOR, SERVICE, bearer, make, say

from stagepost_contracts import keys as shared_keys
from stagepost_contracts.people import Person

pytestmark = pytest.mark.anyio

OLA = "ola@deputies.example"


def in_days(days: int) -> str:
    return f"{datetime.now(UTC).date() + timedelta(days=days)}"


async def name(engine, made: dict, seat: str = "Anna", **body):
    body.setdefault("until", in_days(3))
    headers = body.pop("headers", {})
    return await engine.put(
        f"/matches/{made['match']}/deputy",
        json=body,
        headers=bearer(made["seats"][seat], **headers),
    )


async def see(engine, made: dict, seat: str = "Anna"):
    return await engine.get(f"/matches/{made['match']}/deputy", headers=bearer(made["seats"][seat]))


async def end(engine, made: dict):
    return await engine.delete(
        f"/matches/{made['match']}/deputy", headers=bearer(made["seats"]["Anna"])
    )


async def reply(engine, made: dict, *lines: str, deputy: int = 1, tenure: int = 1, **more):
    body = {
        "id": f"mail{lines}{deputy}{tenure}",
        "match": made["match"],
        "seat": "Anna",
        "tenure": tenure,
        "step": 1,
        "lines": lines,
        "received": datetime.now(UTC).timestamp(),
        "deputy": deputy,
    }
    return await engine.post("/service/replies", json=body | more, headers=bearer(SERVICE))


def people(redis_url: str, made: dict) -> dict[str, Person]:
    store = redis.Redis.from_url(redis_url)
    found = store.hgetall(shared_keys.people(made["match"]))
    store.close()
    return {key.decode(): msgspec.json.decode(kept, type=Person) for key, kept in found.items()}


async def test_a_deputy_is_named_seen_and_ended(engine):
    made = await make(engine)
    named = await name(engine, made, address=OLA, phases=["lobby", "Auction: the bids"])
    seen = await see(engine, made)
    ended = await end(engine, made)

    assert named.status_code == 200, named.text
    assert named.json()["name"] == "ola"
    assert named.json()["phases"] == ["lobby", "auction"]
    assert named.json()["until"] == in_days(3)
    assert seen.json() == named.json()
    assert "deputies.example" not in named.text + seen.text
    assert ended.status_code == 204
    assert (await see(engine, made)).status_code == 404
    assert (await end(engine, made)).status_code == 204


async def test_the_address_is_with_the_people_of_the_match_and_nowhere_else(engine, redis_url):
    made = await make(engine, language="pl", zone="Europe/Warsaw")
    await say(engine, made, "Anna", f"BID 300\nDEPUTY {OLA} UNTIL {in_days(3)}")
    await name(engine, made, "Piotr", address="iza@deputies.example", language="en")
    found = people(redis_url, made)
    store = redis.Redis.from_url(redis_url, decode_responses=False)
    texts = [key for key in store.scan_iter("*") if b"deputies.example" in dumped(store, key)]
    store.close()

    assert found["Anna:1:deputy1"] == Person(OLA, "pl", "Europe/Warsaw")
    assert found["Piotr:1:deputy1"] == Person("iza@deputies.example", "en", "Europe/Warsaw")
    assert [key.decode() for key in texts] == [shared_keys.people(made["match"])]


def dumped(store, key: bytes) -> bytes:
    """All that stands under a key, whatever its type."""
    match store.type(key):
        case b"hash":
            return b" ".join(b" ".join(pair) for pair in store.hgetall(key).items())
        case b"list":
            return b" ".join(store.lrange(key, 0, -1))
        case b"set":
            return b" ".join(store.smembers(key))
        case b"zset":
            return b" ".join(store.zrange(key, 0, -1))
        case b"stream":
            return b" ".join(b" ".join(entry.values()) for _, entry in store.xrange(key))
        case _:
            return store.get(key) or b""


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"address": "ola@"}, 422, "bad-address"),
        ({"address": "piotr@example.org"}, 422, "illegal"),
        ({"address": "anna@example.org"}, 422, "illegal"),
        ({"address": OLA, "until": in_days(200)}, 422, "illegal"),
        ({"address": OLA, "until": in_days(-1)}, 422, "illegal"),
        ({"address": OLA, "phases": ["aucton"]}, 422, "unreadable"),
        ({"address": OLA, "name": "two words"}, 422, "bad-name"),
        ({"name": "nobody"}, 422, "bad-name"),
        ({}, 422, "bad-name"),
        ({"address": OLA, "until": "soon"}, 400, "bad-request"),
    ],
)
async def test_a_wish_that_cannot_be_is_a_problem(engine, body, status, code):
    made = await make(engine)
    answer = await name(engine, made, **body)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert (await see(engine, made)).status_code == 404


async def test_a_name_of_ones_own_and_the_same_key_twice(engine):
    made = await make(engine)
    wish = {"address": OLA, "name": "Aleksandra", "headers": {"Idempotency-Key": "k"}}
    first = await name(engine, made, **wish)
    again = await name(engine, made, **wish)
    by_name = await say(engine, made, "Anna", f"DEPUTY aleksandra UNTIL {in_days(5)}")

    assert first.json() == again.json()
    assert first.json()["name"] == "Aleksandra"
    assert by_name.status_code == 200
    assert (await see(engine, made)).json()["until"] == in_days(5)


async def test_only_the_seat_itself_names_and_sees_its_deputy(engine):
    made = await make(engine)
    await name(engine, made, address=OLA)
    url = f"/matches/{made['match']}/deputy"
    asked = [
        await engine.get(url),
        await engine.get(url, headers=bearer(made["host_token"])),
        await engine.get(url, headers=bearer(OPERATOR)),
        await engine.put(url, json={"until": in_days(1), "address": OLA}),
        await engine.delete(url, headers=bearer(made["host_token"])),
    ]

    assert [answer.status_code for answer in asked] == [401, 403, 401, 401, 403]
    assert (await see(engine, made, "Piotr")).status_code == 404


async def test_a_deputys_reply_is_a_move_until_the_end(engine):
    made = await make(engine)
    await name(engine, made, address=OLA)
    moved = await reply(engine, made, "BID 300")
    await end(engine, made)
    late = await reply(engine, made, "BID 900")

    assert moved.json()["sealed"] == ["BID 300"]
    assert late.json()["fault"]["code"] == "forbidden"
    assert not {"ask", "sealed", "sheet", "standing"} & late.json().keys()


async def test_the_deputy_of_an_earlier_player_is_told_that_it_has_ended(engine):
    made = await make(engine)
    await name(engine, made, address=OLA)
    seat = f"/matches/{made['match']}/seats/Anna/player"
    wanted = {"address": "zofia@example.org"}
    new = await engine.post(seat, json=wanted, headers=bearer(made["host_token"]))
    made["seats"]["Anna"] = new.json()["token"]
    await name(engine, made, address="iza@deputies.example")
    old = await reply(engine, made, "BID 900", tenure=1)
    present = await reply(engine, made, "BID 400", tenure=2)

    assert old.json()["fault"]["code"] == "forbidden"
    assert present.json()["sealed"] == ["BID 400"]


async def test_a_reply_for_a_seat_that_there_is_not_is_a_problem(engine):
    made = await make(engine)
    answer = await reply(engine, made, "BID 900", seat="Nobody")

    assert answer.json()["code"] == "no-such-seat"


async def test_a_new_player_who_was_a_deputy_of_another_seat_is_that_no_more(engine):
    made = await make(engine)
    await name(engine, made, address=OLA)
    seat = f"/matches/{made['match']}/seats/Piotr/player"
    await engine.post(seat, json={"address": OLA.upper()}, headers=bearer(made["host_token"]))

    assert (await see(engine, made)).status_code == 404


async def test_a_mail_to_the_deputy_that_came_back_marks_no_seat(engine):
    made = await make(engine)
    await name(engine, made, address=OLA)
    body = {"id": "b1", "match": made["match"], "seat": "Anna", "tenure": 1, "step": 1}
    for deputy in (1, 9):
        body |= {"deputy": deputy, "id": f"b{deputy}"}
        answer = await engine.post("/service/bounces", json=body, headers=bearer(SERVICE))

        assert answer.status_code == 200
    seen = await engine.get(f"/matches/{made['match']}", headers=bearer(made["seats"]["Anna"]))

    assert "undeliverable" not in seen.json()["seats"][0]


async def test_before_the_start_there_is_nobody_to_play_for(engine):
    made = await make(engine, starts_in_hours=5)

    assert (await name(engine, made, address=OLA)).json()["code"] == "not-yet"
    assert (await see(engine, made)).status_code == 404
