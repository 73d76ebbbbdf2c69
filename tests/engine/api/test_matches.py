"""Matches over REST, as a stranger's client uses them."""

import pytest
from rest import NAMES, OPERATOR, SERVICE, bearer, make, say, wish

pytestmark = pytest.mark.anyio


async def test_a_host_makes_a_match_and_gets_its_tokens_once(engine):
    made = await make(engine)

    assert set(made["seats"]) == set(NAMES)
    assert len({*made["seats"].values(), made["host_token"]}) == 5
    assert len(made["seed_hash"]) == 64


async def test_only_the_operator_makes_matches(engine):
    none = await engine.post("/matches", json=wish())
    wrong = await engine.post("/matches", json=wish(), headers=bearer("something else"))

    assert (none.status_code, wrong.status_code) == (401, 403)
    assert none.headers["content-type"] == "application/problem+json"
    assert none.json()["type"] == "urn:stagepost:problem:unauthorized"


async def test_a_seat_sees_its_own_question_and_an_observer_none(engine):
    made = await make(engine)
    own = await engine.get(f"/matches/{made['match']}", headers=bearer(made["seats"]["Anna"]))
    public = await engine.get(f"/matches/{made['match']}")
    host = await engine.get(f"/matches/{made['match']}", headers=bearer(made["host_token"]))

    assert own.json()["ask"]["forms"][0]["verb"] == "bid"
    assert own.json()["reader"] == "Anna"
    assert "ask" not in public.json()
    assert host.json() == public.json()


async def test_texts_come_with_their_sentence(engine):
    made = await make(engine)
    prompt = await engine.get(
        f"/matches/{made['match']}/prompt", headers=bearer(made["seats"]["Anna"])
    )

    assert prompt.json()["phase"]["said"] == "Lobbying"


async def test_a_move_as_text_and_typed(engine):
    made = await make(engine)
    text = await say(engine, made, "Anna", "bid 300")
    typed = await engine.post(
        f"/matches/{made['match']}/moves",
        json={"step": 1, "orders": [{"kind": "bid", "amount": 400}]},
        headers=bearer(made["seats"]["Piotr"]),
    )

    assert text.json()["sealed"] == ["BID 300"]
    assert typed.json()["sealed"] == ["BID 400"]


async def test_an_illegal_move_is_422_with_the_sentence_of_the_mail(engine):
    made = await make(engine)
    answer = await say(engine, made, "Anna", "BID 150")

    assert answer.status_code == 422
    assert answer.json()["code"] == "illegal"
    assert answer.json()["detail"] == ("amount 150 is not in steps of 100: 100 or 200 would do.")


async def test_a_move_of_another_step_is_409(engine):
    made = await make(engine)
    answer = await say(engine, made, "Anna", "BID 300", step=9)

    assert (answer.status_code, answer.json()["code"]) == (409, "stale-step")


async def test_the_same_key_gives_the_same_answer_and_another_body_422(engine):
    made = await make(engine)
    first = await say(engine, made, "Anna", "BID 300", **{"Idempotency-Key": "k1"})
    await say(engine, made, "Anna", "BID 500")
    again = await say(engine, made, "Anna", "BID 300", **{"Idempotency-Key": "k1"})
    other = await say(engine, made, "Anna", "BID 400", **{"Idempotency-Key": "k1"})
    seen = await engine.get(
        f"/matches/{made['match']}/prompt", headers=bearer(made["seats"]["Anna"])
    )

    assert again.json() == first.json()
    assert (other.status_code, other.json()["code"]) == (422, "key-reused")
    assert seen.json()["sealed"] == ["BID 500"]


async def test_making_a_match_twice_with_one_key_makes_one(engine):
    headers = bearer(OPERATOR, **{"Idempotency-Key": "make-1"})
    first = await engine.post("/matches", json=wish(), headers=headers)
    again = await engine.post("/matches", json=wish(), headers=headers)
    other = await engine.post("/matches", json=wish(3), headers=headers)

    assert first.json() == again.json()
    assert (other.status_code, other.json()["code"]) == (422, "key-reused")


async def test_withdraw(engine):
    made = await make(engine)
    await say(engine, made, "Anna", "BID 300")
    answer = await engine.delete(
        f"/matches/{made['match']}/moves?step=1", headers=bearer(made["seats"]["Anna"])
    )

    assert answer.status_code == 200
    assert "sealed" not in answer.json()


async def test_an_etag_is_of_the_readers_own_view(engine):
    made = await make(engine)
    headers = bearer(made["seats"]["Anna"])
    first = await engine.get(f"/matches/{made['match']}", headers=headers)
    same = await engine.get(
        f"/matches/{made['match']}", headers=headers | {"If-None-Match": first.headers["etag"]}
    )

    assert same.status_code == 304


async def test_the_record_of_a_running_match_hides_the_seed(engine):
    made = await make(engine)
    record = await engine.get(f"/matches/{made['match']}/record")

    assert [entry["entry"] for entry in record.json()] == ["opening"]
    assert "secret" not in record.text


async def test_standings_are_not_final_before_the_end(engine):
    made = await make(engine)
    answer = await engine.get(f"/matches/{made['match']}/standings")

    assert answer.json()["final"] is False
    assert len(answer.json()["ranking"]) == 4


async def test_health_and_games(engine):
    assert (await engine.get("/health")).json()["ok"] is True
    assert (await engine.get("/games")).json()[0]["key"] == "pola_naftowe"


WRONG_WISHES = [
    ({"game": "ludo"}, "no-such-game", "ludo"),
    ({"seats": [{"name": "Anna", "address": "a@example.org"}]}, "wrong-seats", "not 1"),
    ({"zone": "Warsaw"}, "bad-policy", "Warsaw"),
    ({"policy": {"hours": -3}}, "bad-policy", "-3"),
    ({"policy": {"zone": "Mars/Olympus"}}, "bad-policy", "Mars/Olympus"),
    ({"policy": {"hour": 3}}, "bad-request", "hour"),
    ({"tables": {"tanker": "dear"}}, "bad-tables", "tables"),
    ({"seed": "abc"}, "bad-request", "64"),
    ({"colour": "red"}, "bad-request", "colour"),
    ({"seats": [{"name": n, "address": "x"} for n in NAMES]}, "bad-address", "“x”"),
    ({"seats": [{"name": "bid", "address": "a@example.org"}] * 3}, "bad-name", "bid"),
    ({"seats": [{"name": "Anna", "address": "a@example.org"}] * 3}, "bad-name", "Anna"),
]


@pytest.mark.parametrize(("wrong", "code", "value"), WRONG_WISHES)
async def test_a_wrong_wish_names_the_value(engine, wrong, code, value):
    answer = await engine.post("/matches", json=wish() | wrong, headers=bearer(OPERATOR))

    assert answer.status_code in (400, 404, 422), answer.text
    assert answer.json()["code"] == code
    assert value in answer.json()["detail"]


WRONG_CALLS = [
    ("get", "/matches/nothere", 404),
    ("get", "/nowhere", 404),
    ("put", "/matches", 405),
    ("post", "/service/replies", 400),
]


@pytest.mark.parametrize(("method", "path", "status"), WRONG_CALLS)
async def test_a_wrong_call_is_a_problem(engine, method, path, status):
    answer = await engine.request(method, path)

    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["detail"]


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"step": "one"}'])
async def test_a_body_that_is_none(engine, body):
    made = await make(engine)
    answer = await engine.post(
        f"/matches/{made['match']}/moves",
        content=body,
        headers=bearer(made["seats"]["Anna"], **{"Content-Type": "application/json"}),
    )

    assert answer.status_code == 400
    assert answer.json()["code"] == "bad-request"


async def test_a_token_of_another_match_opens_nothing(engine):
    one, other = await make(engine), await make(engine)
    answer = await say(engine, one | {"seats": other["seats"]}, "Anna", "BID 300")

    assert answer.status_code == 401


async def test_the_hosts_token_moves_nobody(engine):
    made = await make(engine)
    answer = await say(engine, made | {"seats": {"Anna": made["host_token"]}}, "Anna", "BID 300")

    assert answer.status_code == 403


async def test_the_mailer_brings_a_reply(engine):
    made = await make(engine)
    body = {
        "id": "m1",
        "match": made["match"],
        "seat": "Anna",
        "tenure": 1,
        "step": 1,
        "lines": ["BID 300"],
        "received": 1.0,
    }
    first = await engine.post("/service/replies", json=body, headers=bearer(SERVICE))
    again = await engine.post("/service/replies", json=body, headers=bearer(SERVICE))
    wrong = await engine.post("/service/replies", json=body, headers=bearer(OPERATOR))

    assert first.json()["sealed"] == ["BID 300"]
    assert again.json() == first.json()
    assert wrong.status_code == 403


async def test_the_page_of_the_api_names_no_outside_file(engine):
    page = await engine.get("/docs")
    api = await engine.get("/schema/openapi.json")

    assert "http" not in page.text.replace("http-equiv", "")
    assert api.json()["openapi"].startswith("3.1")
    assert "/v1/matches/{match}/moves" in api.json()["paths"]
