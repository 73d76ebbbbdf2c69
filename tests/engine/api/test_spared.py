"""A deadline waits for a seat whose reply came in time and is held, and for no other."""

import asyncio

import pytest
from rest import SERVICE, bearer, make, say

pytestmark = pytest.mark.anyio


async def come(engine, made: dict, spared: list[str]) -> bool:
    seen = (await engine.get(f"/matches/{made['match']}")).json()
    due = [made["match"], "deadline", seen["step"], seen["deadline"]]
    answer = await engine.post(
        "/service/dues", json={"due": due, "spared": spared}, headers=bearer(SERVICE)
    )
    assert answer.status_code == 200, answer.text

    return answer.json()["done"]


async def test_a_deadline_waits_while_a_spared_seat_is_awaited(engine):
    made = await make(engine, policy={"hours": 0.0005})
    await asyncio.sleep(2)

    assert not await come(engine, made, ["Anna"])
    assert (await engine.get(f"/matches/{made['match']}")).json()["step"] == 1
    assert await come(engine, made, [])


async def test_a_spared_seat_that_has_answered_after_all_holds_nobody_up(engine):
    made = await make(engine, policy={"hours": 0.0005})
    sealed = await say(engine, made, "Anna", "BID 100")
    await asyncio.sleep(2)

    assert sealed.status_code == 200, sealed.text
    assert await come(engine, made, ["Anna"])


async def test_a_deadline_of_a_match_that_is_gone_is_let_go(engine):
    answer = await engine.post(
        "/service/dues",
        json={"due": ["nomatch", "deadline", 1, 1.0], "spared": ["Anna"]},
        headers=bearer(SERVICE),
    )

    assert answer.json() == {"done": False}


async def test_dues_that_come_together_come_each_by_itself(engine):
    """One is stale, one has a match that is gone, one waits for a spared seat, one takes effect."""
    made = [await make(engine, policy={"hours": 0.0005}) for _ in range(2)]
    seen = [(await engine.get(f"/matches/{one['match']}")).json() for one in made]
    due, other = (
        [one["match"], "deadline", found["step"], found["deadline"]]
        for one, found in zip(made, seen, strict=True)
    )
    await asyncio.sleep(2)
    stale = [*due[:2], 9, due[3]]
    gone = ["nomatch", "deadline", 1, 1.0]
    spared = {"due": other, "spared": ["Anna"]}
    answer = await engine.post(
        "/service/dues/together",
        json={"dues": [{"due": stale}, {"due": due}, {"due": gone}, spared]},
        headers=bearer(SERVICE),
    )
    again = await engine.post(
        "/service/dues/together", json={"dues": [{"due": due}]}, headers=bearer(SERVICE)
    )

    assert answer.json() == {"done": [False, True, False, False]}
    assert again.json() == {"done": [False]}
