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


async def test_an_undo_is_followed_by_events_positions_and_the_record(engine):
    made = await make(engine, game="bombay", seats=2)
    path = f"/matches/{made['match']}"
    before = await see(engine, made)
    [first] = [seat["name"] for seat in before["seats"] if seat.get("awaited")]
    step = before["step"]
    await say(engine, made, first, "CONSOLIDATE", step)
    for seat in ("Anna", "Piotr"):
        answer = await vote(engine, made, seat, "undo")
    after = await see(engine, made)
    record = (await engine.get(f"{path}/record")).json()
    events = (await engine.get(f"{path}/events")).json()["events"]
    positions = [
        (await engine.get(f"{path}/positions/{at}")).json()["view"]
        for at in (step, step + 1, step + 2)
    ]

    assert answer.status_code == 200
    assert (after["step"], after["view"]) == (step + 2, before["view"])
    assert record[-1] == {"entry": "undone", "step": step + 1, "restored": step}
    assert [event["step"] for event in events if event["kind"] == "step"] == [
        step,
        step + 1,
        step + 2,
    ]
    assert any("taken back the last decision" in event["text"]["said"] for event in events)
    assert positions[0] == positions[2] == before["view"] != positions[1]


async def test_nobody_sets_the_clock_of_a_match_that_all_have_left(engine):
    made = await make(engine, seats=3)
    for seat in ("Anna", "Piotr", "Marcin"):
        await say(engine, made, seat, "LEAVE")
    answer = await engine.patch(
        f"/matches/{made['match']}/clock",
        json={"deadline": 2_000_000_000},
        headers=bearer(made["host_token"]),
    )
    seen = await see(engine, made)

    assert (answer.status_code, answer.json()["code"]) == (409, "not-yet")
    assert "deadline" not in seen
    assert all(seat["vacant"] for seat in seen["seats"])
