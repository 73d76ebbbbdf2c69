"""A match is taken away whole and brought to another house, and nobody there can tell."""

import base64
import json

import httpx
import msgspec
import pytest
import redis.asyncio
from engine.api.conftest import app_for
from rest import OPERATOR, SERVICE, bearer, make, say

from stagepost_contracts import keys as shared_keys
from stagepost_contracts.mails import MailNote
from stagepost_engine.games import GAMES
from stagepost_engine.matches.record import decode_record
from stagepost_engine.matches.service import Matches
from stagepost_engine.matches.verify import verified
from stagepost_engine.store.match_keys import MATCH_KEYS
from stagepost_engine.store.persons import Persons

pytestmark = pytest.mark.anyio

SEED = "5e" * 32
MIDST, MOVES_MOST = 7, 2000
# Kept with a match's name, and no part of it: answers under keys, what partitions list.
NOT_OF_A_MATCH = (":answer:", ":hooks:waiting:")


@pytest.fixture
async def other(redis_url):
    """Another house: an engine of its own on a store of its own."""
    app = app_for(redis_url.removesuffix("/0") + "/1")
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://other/v1") as client:
        yield client
    for close in app.on_shutdown:
        await close(app)


async def taken(engine, match: str, **wanted) -> dict:
    path = f"/operator/matches/{match}/backups"
    answer = await engine.post(path, json=wanted, headers=bearer(OPERATOR))
    assert answer.status_code == 201, answer.text

    return answer.json()


async def brought(engine, backup: dict, **more) -> httpx.Response:
    body = {"backup": backup} | more
    return await engine.post("/operator/matches", json=body, headers=bearer(OPERATOR))


async def played_out(engine, made: dict, stop: int = MOVES_MOST) -> int:
    """Each seat in turn takes the default that its prompt tells, until the end or for a while."""
    path, moves = f"/matches/{made['match']}", 0
    while moves < stop:
        for token in made["seats"].values():
            prompt = await engine.get(f"{path}/prompt", headers=bearer(token))
            if prompt.status_code == 204 or prompt.json().get("sealed"):
                continue
            step = (await engine.get(path, headers=bearer(token))).json()["step"]
            text = "\n".join(prompt.json()["default"])
            body = {"step": step, "text": text}
            moved = await engine.post(f"{path}/moves", json=body, headers=bearer(token))
            assert moved.status_code == 200, moved.text
            moves += 1
            break
        else:
            return moves
    assert stop < MOVES_MOST, "the match does not end"
    return moves


async def record_of(engine, match: str) -> bytes:
    return (await engine.get(f"/matches/{match}/record")).content


def without_fresh(record: bytes) -> list:
    """The record without what is fresh in each run: nonces, and what is made of them."""
    entries = json.loads(record)
    for entry in entries:
        entry.pop("chain", None)
        for move in entry.get("moves", {}).values():
            move.pop("nonce", None)
            move.pop("commitment", None)
    return entries


async def texts_of(engine, made: dict, token: str) -> list[str]:
    path = f"/matches/{made['match']}/events"
    answer = await engine.get(path, headers=bearer(token))
    return [event["text"]["said"] for event in answer.json()["events"]]


@pytest.mark.parametrize("game", GAMES)
async def test_a_match_goes_on_at_another_house_to_the_same_end(engine, other, redis_url, game):
    """Its record is verified there, and equals that of a match which stayed."""
    made = await make(engine, seats=3, seed=SEED, game=game)
    stayed = await make(engine, seats=3, seed=SEED, game=game)
    for one in (made, stayed):
        assert await played_out(engine, one, stop=MIDST) == MIDST
    backup = await taken(engine, made["match"])
    answer = await brought(other, backup)
    assert answer.status_code == 201, answer.text

    for house, one in ((other, made), (engine, stayed)):
        assert await played_out(house, one)
    moved, still = await record_of(other, made["match"]), await record_of(engine, stayed["match"])
    [opening, *entries], [opening_still, *entries_still] = map(without_fresh, (moved, still))

    assert verified(decode_record(moved)) == verified(decode_record(still))
    assert entries == entries_still
    assert opening | {"match": ""} == opening_still | {"match": ""}


async def test_every_key_of_a_match_is_in_its_backup(engine, redis_url):
    """What is kept under the name of a match, but for answers to requests, is in the one list."""
    made = await make(engine, seats=3, seed=SEED)
    match = made["match"]
    await say(engine, made, "Anna", "BID 300", **{"Idempotency-Key": "k"})
    hook, anna = {"url": "https://hooks.example.org/"}, bearer(made["seats"]["Anna"])
    await engine.put(f"/matches/{match}/webhook", json=hook, headers=anna)
    await played_out(engine, made)
    async with redis.asyncio.Redis.from_url(redis_url) as store:
        note = MailNote("accepted", "Anna", 1, 1, "prompt", "abc")
        await store.hset(shared_keys.mails(match), note.field, "1796168209.096")
        found = {key.decode() async for key in store.scan_iter(f"*{match}*")}
    listed = {part.key(match) for part in MATCH_KEYS}

    assert {key for key in found if not any(word in key for word in NOT_OF_A_MATCH)} == listed
    backup = await taken(engine, match)
    names = backup["hashes"].keys() | backup["lists"].keys()
    assert names == {part.name for part in MATCH_KEYS}


async def test_what_was_brought_is_what_was_taken(engine, other, redis_url):
    """Tokens, sealed moves, people, events and the record are the same; dues are set again."""
    made = await make(engine, seats=3, seed=SEED)
    await say(engine, made, "Anna", "BID 300")
    backup = await taken(engine, made["match"])
    await brought(other, backup)
    again = await taken(other, made["match"])
    path, anna = f"/matches/{made['match']}/prompt", bearer(made["seats"]["Anna"])
    prompts = [(await house.get(path, headers=anna)).json() for house in (engine, other)]
    async with redis.asyncio.Redis.from_url(redis_url.removesuffix("/0") + "/1") as store:
        partition = shared_keys.partition_of(made["match"])
        dues = await store.zrange(shared_keys.dues(partition), 0, -1)
        outbox = await store.xlen(shared_keys.outbox(partition))

    async with redis.asyncio.Redis.from_url(redis_url.removesuffix("/0") + "/1") as store:
        persons = Persons(store)
        seats = [
            await persons.seats(await persons.of(f"{name}@example.org"))
            for name in ("anna", "piotr")
        ]

    assert [had.seat for found in seats for had in found] == ["Anna", "Piotr"]
    assert again["hashes"]["people"] == backup["hashes"]["people"]
    assert again["lists"]["record"] == backup["lists"]["record"]
    assert (
        again["lists"]["journal"][: len(backup["lists"]["journal"])] == backup["lists"]["journal"]
    )
    assert prompts[0]["sealed"] == prompts[1]["sealed"] == ["BID 300"]
    assert [msgspec.json.decode(due)[1] for due in dues] == ["deadline"]
    assert outbox == 0


async def test_each_backup_is_an_entry_that_the_table_can_read(engine, other):
    made = await make(engine, seats=3)
    backup = await taken(engine, made["match"])
    await taken(engine, made["match"])
    await brought(other, backup)
    anna = made["seats"]["Anna"]
    here, there = await texts_of(engine, made, anna), await texts_of(other, made, anna)
    told = [text for text in here if "operator made a backup" in text]

    assert len(told) == 2
    assert "goes on from a backup" in there[-1]


async def test_with_remind_every_seat_is_mailed_once(engine, other, redis_url):
    """Who is awaited gets the prompt again, the others a report."""
    made = await make(engine, seats=3)
    await say(engine, made, "Anna", "BID 300")
    await brought(other, await taken(engine, made["match"]), remind=True)
    async with redis.asyncio.Redis.from_url(redis_url.removesuffix("/0") + "/1") as store:
        outbox = shared_keys.outbox(shared_keys.partition_of(made["match"]))
        found = [msgspec.json.decode(entry[b"n"]) for _, entry in await store.xrange(outbox)]
    kinds = {notice["seat"]: notice["body"]["type"] for notice in found}

    assert len(found) == 3
    assert kinds == {"Anna": "report", "Piotr": "prompt", "Marcin": "prompt"}
    assert all("goes on from a backup" in json.dumps(notice["body"]["news"]) for notice in found)


async def test_the_clock_stood_since_the_backup(engine, other):
    made = await make(engine, seats=3)
    before = (await engine.get(f"/matches/{made['match']}")).json()["deadline"]
    backup = await taken(engine, made["match"])
    backup["at"] -= 3600
    await brought(other, backup)
    after = (await other.get(f"/matches/{made['match']}")).json()["deadline"]

    # The match began after the hour that is pretended here: its clock stood from its first moment.
    assert before < after < before + 60


async def test_a_match_that_has_not_started_starts_where_it_is_brought(engine, other, redis_url):
    made = await make(engine, seats=3, starts_in_hours=2)
    await brought(other, await taken(engine, made["match"]))
    partition = shared_keys.partition_of(made["match"])
    found = []
    for database in ("/0", "/1"):
        async with redis.asyncio.Redis.from_url(redis_url.removesuffix("/0") + database) as store:
            found.append(await store.zrange(shared_keys.dues(partition), 0, -1, withscores=True))

    assert found[0] == found[1]
    assert [msgspec.json.decode(due)[1] for due, _ in found[1]] == ["start"]


async def test_a_return_that_was_cut_off_is_taken_up_by_the_next(engine, other, monkeypatch):
    """The match stands there, and nothing falls due in it, until its clock is set right."""
    made = await make(engine, seats=3)
    backup = await taken(engine, made["match"])

    async def broken(*_):
        raise RuntimeError("the engine dies between the two")

    monkeypatch.setattr(Matches, "act", broken)
    assert (await brought(other, backup)).status_code == 500
    monkeypatch.undo()
    half = await texts_of(other, made, made["seats"]["Anna"])
    again = await brought(other, backup)
    whole = await texts_of(other, made, made["seats"]["Anna"])

    assert (again.status_code, again.json()["new"]) == (200, False)
    assert len(whole) == len(half) + 1
    assert "goes on from a backup" in whole[-1]
    assert (await other.get(f"/matches/{made['match']}")).json()["deadline"]


async def test_a_match_that_was_brought_is_listed_in_its_state(engine, other):
    made = await make(engine, seats=3)
    await brought(other, await taken(engine, made["match"]))
    page = await other.get("/matches?state=running", headers=bearer(OPERATOR))

    assert [row["match"] for row in page.json()["matches"]] == [made["match"]]


async def test_the_same_backup_twice_is_once_and_another_match_is_never_overwritten(engine, other):
    made = await make(engine, seats=3)
    backup = await taken(engine, made["match"])
    first, again = await brought(other, backup), await brought(other, backup)
    here = await brought(engine, backup)
    await say(engine, made, "Anna", "BID 300")
    gone_on = await brought(engine, backup)

    assert (first.status_code, again.status_code, here.status_code) == (201, 200, 200)
    assert (first.json()["new"], again.json()["new"]) == (True, False)
    assert gone_on.status_code == 409
    assert gone_on.json()["code"] == "match-exists"
    assert "never overwrites" in gone_on.json()["detail"]


async def test_without_people_no_address_is_in_it(engine, other):
    made = await make(engine, seats=3)
    backup = await taken(engine, made["match"], people=False)
    whole = await taken(engine, made["match"])

    assert "people" not in backup["hashes"]
    assert b"anna@example.org" in base64.b64decode(whole["hashes"]["people"]["Anna:1"])
    assert (await brought(other, backup)).status_code == 201


def spoilt(backup: dict, how: str) -> dict:
    lists, hashes = backup["lists"], backup["hashes"]
    match how:
        case "no envelope":
            return backup | {"hashes": {}}
        case "half an envelope":
            half = {**hashes["envelope"], "e": hashes["envelope"]["e"][:400]}
            return backup | {"hashes": {**hashes, "envelope": half}}
        case "another revision":
            return backup | {"hashes": {**hashes, "envelope": {**hashes["envelope"], "r": "OTk="}}}
        case "another match":
            return backup | {"match": "abcdefghijklm"}
        case "a game that is not here":
            return backup | {"game": "chess"}
        case "no record":
            return backup | {"lists": {**lists, "record": []}}
        case "a record that was changed":
            entry = base64.b64decode(lists["record"][0]).replace(b"Anna", b"Otto")
            return backup | {"lists": {**lists, "record": [base64.b64encode(entry).decode()]}}
        case "a later form":
            return backup | {"schema": 99, "version": "9.9"}
        case "a part of a later version":
            return backup | {"lists": {**lists, "webs": []}, "version": "9.9"}
        case _:
            return {}


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ("no envelope", "broken"),
        ("half an envelope", "broken"),
        ("another revision", "its revision is another"),
        ("another match", "its parts are of two matches"),
        ("a game that is not here", "“chess”, which is not played here"),
        ("no record", "its record is not there"),
        ("a record that was changed", "an entry of its record was changed"),
        ("a later form", "a later version of Stagepost, 9.9"),
        ("a part of a later version", "a later version of Stagepost, 9.9"),
        ("nothing at all", "broken"),
    ],
)
async def test_a_backup_that_cannot_be_is_refused_with_the_reason(engine, other, how, why):
    made = await make(engine, seats=3)
    answer = await brought(other, spoilt(await taken(engine, made["match"]), how))

    assert answer.status_code == 422
    assert answer.json()["code"] == "bad-backup"
    assert why in answer.json()["detail"]


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", b"\xff", b'{"backup": 7}'])
async def test_what_is_no_backup_is_refused(engine, body):
    answer = await engine.post("/operator/matches", content=body, headers=bearer(OPERATOR))

    assert (answer.status_code, answer.json()["code"]) == (422, "bad-backup")


@pytest.mark.parametrize("body", [b"", b"[]", b'{"people": 0}', b'{"persons": true}', b"\xff"])
async def test_a_wish_that_does_not_fit_is_refused(engine, body):
    made = await make(engine, seats=3)
    path = f"/operator/matches/{made['match']}/backups"
    answer = await engine.post(path, content=body, headers=bearer(OPERATOR))

    assert (answer.status_code, answer.json()["code"]) == (400, "bad-request")


async def test_nobody_but_the_operator_has_it(engine):
    made = await make(engine, seats=3)
    backup = await taken(engine, made["match"])
    path = f"/operator/matches/{made['match']}/backups"
    tokens = [made["seats"]["Anna"], made["host_token"], SERVICE, "nobody"]
    for token in tokens:
        out = await engine.post(path, json={}, headers=bearer(token))
        back = await engine.post(
            "/operator/matches", json={"backup": backup}, headers=bearer(token)
        )

        assert (out.status_code, back.status_code) == (403, 403)
    assert (await engine.post(path, json={})).status_code == 401
    assert (await engine.post("/operator/matches", json={})).status_code == 401


async def test_a_backup_larger_than_other_bodies_is_taken(engine, other):
    """A match's backup has a bound of its own, far above that of a move."""
    made = await make(engine, seats=3)
    backup = await taken(engine, made["match"])
    padded = json.dumps({"backup": backup}) + " " * 400_000
    answer = await other.post("/operator/matches", content=padded, headers=bearer(OPERATOR))

    assert answer.status_code == 201, answer.text
