"""A player's own token: mailed by TOKEN PLAYER, good for every seat that its person holds now."""

import msgspec
import pytest
import redis.asyncio
from all_kept import holding
from rest import OPERATOR, SERVICE, bearer, make, say

from stagepost_contracts.keys import outbox, partition_of, token_slot
from stagepost_contracts.notices import Notice, TokenTold
from stagepost_engine.matches.command import Journaled
from stagepost_engine.store import keys

pytestmark = pytest.mark.anyio


@pytest.fixture
async def store(redis_url):
    async with redis.asyncio.Redis.from_url(redis_url) as client:
        yield client


async def mailed(store, match: str) -> list[str]:
    """The tokens that wait to be mailed in a match, oldest first, as the mailer reads them."""
    entries = await store.xrange(outbox(partition_of(match)))
    notices = [msgspec.json.decode(fields[b"n"], type=Notice) for _, fields in entries]
    bodies = [one.body for one in notices if one.match == match and one.kind == "token"]
    found = [await store.get(token_slot(match, body.slot)) for body in bodies]
    assert all(isinstance(body, TokenTold) and not body.text for body in bodies)

    return [text.decode() for text in found if text]


async def asked(engine, store, made, seat: str, line: str) -> str:
    answer = await say(engine, made, seat, line)
    assert answer.status_code == 200, answer.text

    return (await mailed(store, made["match"]))[-1]


async def see(engine, path: str, token: str):
    return await engine.get(path, headers=bearer(token))


async def test_a_mailed_token_opens_its_seat_and_replaces_the_one_before(engine, store):
    made = await make(engine)
    path = f"/matches/{made['match']}"
    first = await asked(engine, store, made, "Anna", "TOKEN")
    seen = [(await see(engine, path, first)).json()["reader"]]
    second = await asked(engine, store, made, "Anna", "TOKEN")
    statuses = [(await see(engine, path, one)).status_code for one in (first, second)]
    listed = (await see(engine, f"{path}/tokens", second)).json()
    await say(engine, made, "Anna", "TOKEN END")

    assert seen == ["Anna"]
    assert statuses == [401, 200]
    assert [one.get("label") for one in listed] == [None, "mail"]
    assert listed[1]["ends"] - listed[1]["since"] == 180 * 24 * 3600
    assert (await see(engine, path, second)).status_code == 401
    assert (await see(engine, path, made["seats"]["Anna"])).status_code == 200


async def test_a_players_token_moves_in_every_match_of_the_person(engine, store):
    here, there = await make(engine), await make(engine)
    token = await asked(engine, store, here, "Anna", "TOKEN PLAYER")
    for made in (here, there):
        moved = await say(engine, {**made, "seats": {"Anna": token}}, "Anna", "BID 300")
        assert moved.json()["sealed"] == ["BID 300"], moved.text
    page = (await see(engine, "/player/matches", token)).json()
    entry = await store.lindex(keys.journal(there["match"]), -1)

    assert token.startswith("player-")
    assert {one["match"] for one in page["matches"]} == {here["match"], there["match"]}
    assert msgspec.msgpack.decode(entry, type=Journaled).token == "mail"


async def test_the_list_says_what_waits_and_comes_in_pages(engine, store):
    matches = [await make(engine) for _ in range(3)]
    token = await asked(engine, store, matches[0], "Anna", "TOKEN PLAYER")
    moved = min(made["match"] for made in matches)
    [made] = [made for made in matches if made["match"] == moved]
    for seat in ("Anna", "Piotr"):
        await say(engine, made, seat, "BID 300")
    first = (await see(engine, "/player/matches?limit=2", token)).json()
    rest = (await see(engine, f"/player/matches?limit=2&cursor={first['next']}", token)).json()
    over = (await see(engine, "/player/matches?state=over", token)).json()
    rows = first["matches"] + rest["matches"]

    assert [one["match"] for one in rows] == sorted(made["match"] for made in matches)
    assert all(one["state"] == "running" and one["deadline"] > 0 for one in rows)
    assert all(one["seats"][0]["seat"] == "Anna" for one in rows)
    assert rows[1]["seats"][0]["awaited"] is True
    assert "said" in rows[1]["seats"][0]["question"]
    assert "next" not in rest
    assert over == {"matches": []}


async def test_who_has_moved_is_not_waited_for_once_the_step_is_closed(engine, store):
    made = await make(engine)
    token = await asked(engine, store, made, "Anna", "TOKEN PLAYER")
    for seat, bid in (("Anna", 100), ("Piotr", 100), ("Marcin", 200), ("Krzysiek", 300)):
        await say(engine, made, seat, f"BID {bid}")
    live = (await see(engine, f"/matches/{made['match']}", made["seats"]["Anna"])).json()
    page = (await see(engine, "/player/matches?awaited=true", token)).json()
    awaited = [seat["name"] for seat in live["seats"] if seat.get("awaited")]

    assert bool(page["matches"]) == ("Anna" in awaited)


async def test_a_seat_that_is_given_away_is_lost_to_the_token(engine, store):
    made = await make(engine)
    path = f"/matches/{made['match']}"
    token = await asked(engine, store, made, "Anna", "TOKEN PLAYER")
    await engine.post(
        f"{path}/seats/Anna/player",
        json={"address": "new@example.org"},
        headers=bearer(made["host_token"]),
    )
    gone = await see(engine, path, token)

    assert (gone.status_code, gone.json()["code"]) == (403, "forbidden")
    assert (await see(engine, "/player/matches", token)).json() == {"matches": []}


async def test_who_holds_two_seats_shows_a_seats_own_token(engine, store):
    people = [{"name": name, "address": "anna@example.org"} for name in ("Anna", "Piotr", "Ola")]
    wanted = {"game": "pola_naftowe", "seats": people}
    both = (await engine.post("/matches", json=wanted, headers=bearer(OPERATOR))).json()
    token = await asked(engine, store, both, "Anna", "TOKEN PLAYER")
    answer = await see(engine, f"/matches/{both['match']}", token)
    [row] = [
        one
        for one in (await see(engine, "/player/matches", token)).json()["matches"]
        if one["match"] == both["match"]
    ]

    assert answer.status_code == 403
    assert "Anna, Ola, Piotr" in answer.json()["detail"]
    assert [seat["seat"] for seat in row["seats"]] == ["Anna", "Piotr", "Ola"]


async def test_a_players_tokens_are_made_listed_changed_and_ended(engine, store):
    made = await make(engine)
    first = await asked(engine, store, made, "Anna", "TOKEN PLAYER")
    reads = await engine.post(
        "/player/tokens", json={"label": "board", "scope": "read"}, headers=bearer(first)
    )
    reading = reads.json()["token"]
    refused = await say(engine, {**made, "seats": {"Anna": reading}}, "Anna", "BID 300")
    widened = await engine.post("/player/token", json={"scope": "play"}, headers=bearer(reading))
    listed = (await see(engine, "/player/tokens", first)).json()
    changed = await engine.post("/player/token", json={"label": "new"}, headers=bearer(first))
    second = changed.json()["token"]
    ended = await engine.delete(f"/player/tokens/{reads.json()['id']}", headers=bearer(second))
    statuses = [
        (await see(engine, "/player/matches", one)).status_code for one in (first, reading, second)
    ]
    gone = await engine.delete("/player/token", headers=bearer(second))

    assert (refused.status_code, widened.status_code) == (403, 403)
    assert [(one["label"], one.get("scope", "play")) for one in listed] == [
        ("mail", "play"),
        ("board", "read"),
    ]
    assert first not in str(listed)
    assert (ended.status_code, gone.status_code) == (204, 204)
    assert statuses == [401, 401, 200]
    assert (await see(engine, "/player/matches", second)).status_code == 401


async def test_token_end_ends_what_was_mailed_for_all_matches(engine, store):
    here, there = await make(engine), await make(engine)
    token = await asked(engine, store, here, "Anna", "TOKEN PLAYER")
    await say(engine, there, "Anna", "TOKEN END")

    assert (await see(engine, "/player/matches", token)).status_code == 401


async def test_no_other_token_is_a_players(engine, store):
    made = await make(engine)
    statuses = [
        (await see(engine, "/player/matches", token)).status_code
        for token in (made["seats"]["Anna"], made["host_token"], SERVICE, "player-x-y", "player--")
    ]

    assert statuses == [403, 403, 403, 401, 403]
    assert (await engine.get("/player/matches")).status_code == 401


@pytest.mark.parametrize("line", ["TOKEN", "TOKEN PLAYER"])
async def test_a_mailed_token_is_nowhere_in_clear_but_in_its_slot(engine, store, line):
    """Not in the journal, the outbox, an answer kept under a key, nor where hashes are kept."""
    made = await make(engine)
    answer = await say(engine, made, "Anna", line, **{"Idempotency-Key": "again"})
    again = await say(engine, made, "Anna", line, **{"Idempotency-Key": "again"})
    [token] = await mailed(store, made["match"])
    secret = token.rpartition("-")[2]
    holders = await holding(store, secret)

    assert answer.json() == again.json()
    assert secret not in answer.text
    assert len(holders) == 1
    assert holders[0].startswith(token_slot(made["match"], ""))
    assert 0 < await store.ttl(holders[0]) <= 2 * 24 * 3600


async def test_mails_of_tokens_are_bounded(engine, store):
    """Who has somebody's token cannot fill their mailbox with it."""
    made = await make(engine)
    lines = ["TOKEN", "TOKEN PLAYER", "TOKEN", "TOKEN", "TOKEN PLAYER"]
    for line in lines:
        await asked(engine, store, made, "Anna", line)
    many = await say(engine, made, "Anna", "TOKEN")

    assert (many.status_code, many.json()["code"]) == (422, "illegal")
    assert "5 tokens were mailed" in many.json()["detail"]
    assert len(await mailed(store, made["match"])) == 5


async def test_a_dry_run_makes_no_token(engine, store):
    made = await make(engine)
    path = f"/matches/{made['match']}"
    answer = await engine.post(
        f"{path}/moves?dry_run=true",
        json={"step": 1, "text": "TOKEN"},
        headers=bearer(made["seats"]["Anna"]),
    )

    assert answer.status_code == 200
    assert await mailed(store, made["match"]) == []
    assert len((await see(engine, f"{path}/tokens", made["seats"]["Anna"])).json()) == 1


async def test_a_refused_reply_makes_no_token(engine, store):
    """All lines of a reply count, or none."""
    made = await make(engine)
    answer = await say(engine, made, "Anna", "TOKEN\nTOKEN PLAYER\nBID 9000")

    assert answer.status_code == 422
    assert await mailed(store, made["match"]) == []
    assert [key async for key in store.scan_iter("stagepost:*:token:*")] == []
    assert [key async for key in store.scan_iter("stagepost:*:player:*")] == []
