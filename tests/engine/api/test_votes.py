"""Votes over REST are given, seen and taken back as a mail's are."""

import pytest
from rest import bearer, make, say

pytestmark = pytest.mark.anyio


async def vote(engine, made, seat, what, method="PUT", **headers):
    return await engine.request(
        method,
        f"/matches/{made['match']}/votes/{what}",
        headers=bearer(made["seats"][seat], **headers),
    )


async def see(engine, made) -> dict:
    return (await engine.get(f"/matches/{made['match']}")).json()


async def test_a_vote_is_answered_as_a_mail_is_and_seen_by_all(engine):
    made = await make(engine)
    answer = await vote(engine, made, "Anna", "pause")
    seen = await see(engine, made)

    assert answer.status_code == 200
    assert answer.json()["told"][0]["said"] == (
        "Anna votes for a pause, by PAUSE: 1 of the 3 votes that it takes."
    )
    assert seen["votes"] == [{"what": "pause", "seats": ["Anna"], "needed": 3}]


async def test_a_vote_is_taken_back(engine):
    made = await make(engine)
    await vote(engine, made, "Anna", "finish")
    answer = await vote(engine, made, "Anna", "finish", "DELETE")
    again = await vote(engine, made, "Anna", "finish", "DELETE")

    assert answer.status_code == 200
    assert "votes" not in await see(engine, made)
    assert again.status_code == 422
    assert again.json()["detail"] == "You have not voted for [FINISH]."


async def test_votes_by_mail_and_by_rest_count_together(engine):
    made = await make(engine)
    await say(engine, made, "Anna", "FINISH")
    for seat in ("Piotr", "Marcin", "Krzysiek"):
        await vote(engine, made, seat, "finish")
    standings = (await engine.get(f"/matches/{made['match']}/standings")).json()
    seen = await see(engine, made)

    assert (standings["final"], standings["ended"]) == (True, "agreed")
    assert (seen["over"], seen["ended"]) == (True, "agreed")


async def test_the_same_key_is_the_same_vote(engine):
    made = await make(engine)
    key = {"Idempotency-Key": "vote-1"}
    first = await vote(engine, made, "Anna", "pause", **key)
    again = await vote(engine, made, "Anna", "pause", **key)
    other = await vote(engine, made, "Anna", "finish", **key)

    assert first.json() == again.json()
    assert other.json()["code"] == "key-reused"


@pytest.mark.parametrize(
    ("what", "status"),
    [("dance", 422), ("kick:Nobody", 404), ("kick:Piotr", 422), ("resume", 422), ("undo", 422)],
)
async def test_what_cannot_be_voted_for_is_refused_with_a_sentence(engine, what, status):
    made = await make(engine)
    answer = await vote(engine, made, "Anna", what)

    assert answer.status_code == status
    assert answer.json()["detail"].endswith(".")


async def test_only_a_seat_votes(engine):
    made = await make(engine)
    path = f"/matches/{made['match']}/votes/pause"

    assert (await engine.put(path)).status_code == 401
    assert (await engine.put(path, headers=bearer(made["host_token"]))).status_code == 403
