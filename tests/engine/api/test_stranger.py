"""What a client of its own needs beside moves: tries, fences, offers, positions, lists, tables."""

import pytest
from rest import NAMES, OPERATOR, bearer, make, say, wish
from tables import laid, played_out

from stagepost_engine.matches.access import OBSERVER, Reader
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.looking_back import looked_back
from stagepost_engine.matches.seen import seen
from stagepost_engine.rules.codec import canonical

pytestmark = pytest.mark.anyio


async def see(engine, made, token=""):
    return await engine.get(f"/matches/{made['match']}", headers=bearer(token) if token else {})


async def offer(engine, made, seat, terms, **headers):
    return await engine.post(
        f"/matches/{made['match']}/offers",
        json={"offer": terms},
        headers=bearer(made["seats"][seat], **headers),
    )


async def about(engine, made, seat, deal, verb=""):
    path = f"/matches/{made['match']}/offers/{deal}"
    headers = bearer(made["seats"][seat])
    if not verb:
        return await engine.delete(path, headers=headers)
    return await engine.post(f"{path}/{verb}", headers=headers)


TERMS = {"to": "Piotr", "give": {"cash": 200}, "get": {"barrels": 1}, "get_at": "exchange"}


def timeless(answer: dict) -> dict:
    """The answer without the match's own name and moments."""
    return answer | {"match": "", "deadline": 0, "ask": answer["ask"] | {"deadline": 0}}


# If-Match


async def test_a_move_on_what_was_seen_is_sealed(engine):
    made = await make(engine)
    tag = (await see(engine, made, made["seats"]["Anna"])).headers["etag"]
    answer = await say(engine, made, "Anna", "BID 300", **{"If-Match": tag})

    assert answer.json()["sealed"] == ["BID 300"]


async def test_a_move_on_what_has_changed_is_412(engine):
    made = await make(engine)
    tag = (await see(engine, made, made["seats"]["Anna"])).headers["etag"]
    await say(engine, made, "Anna", "BID 300")
    answer = await say(engine, made, "Anna", "BID 400", **{"If-Match": tag})

    assert (answer.status_code, answer.json()["code"]) == (412, "precondition-failed")


async def test_a_repeat_under_its_key_is_answered_though_its_own_move_changed_the_tag(engine):
    made = await make(engine)
    tag = (await see(engine, made, made["seats"]["Anna"])).headers["etag"]
    headers = {"If-Match": tag, "Idempotency-Key": "once"}
    first = await say(engine, made, "Anna", "BID 300", **headers)
    again = await say(engine, made, "Anna", "BID 300", **headers)

    assert again.json() == first.json()


async def test_what_others_seal_fails_no_precondition(engine):
    """Who has sealed is public, what is not: the tag changes with the first alone."""
    tags = []
    for bid in (100, 900):
        made = await make(engine, seed="11" * 32)
        await say(engine, made, "Piotr", f"BID {bid}")
        tags.append(timeless((await see(engine, made, made["seats"]["Anna"])).json()))

    assert tags[0] == tags[1]


# Dry run


async def dry(engine, made, seat, **move):
    return await engine.post(
        f"/matches/{made['match']}/moves?dry_run=true",
        json={"step": 1} | move,
        headers=bearer(made["seats"][seat]),
    )


async def test_a_dry_run_tells_what_would_be_sealed_and_seals_nothing(engine):
    made = await make(engine)
    before = (await see(engine, made, made["seats"]["Anna"])).headers["etag"]
    answer = await dry(engine, made, "Anna", text="BID 300")
    typed = await dry(engine, made, "Anna", orders=[{"kind": "bid", "amount": 400}])
    after = (await see(engine, made, made["seats"]["Anna"])).headers["etag"]

    assert answer.json()["sealed"] == ["BID 300"]
    assert typed.json()["sealed"] == ["BID 400"]
    assert "commitment" not in answer.json()
    assert before == after


async def test_a_dry_run_tells_what_is_wrong(engine):
    made = await make(engine)
    tried = await dry(engine, made, "Anna", text="BID 150")
    real = await say(engine, made, "Anna", "BID 150")

    assert tried.json() == real.json()
    assert tried.status_code == 422


async def test_a_dry_run_of_the_last_move_tells_nothing_of_the_outcome(engine):
    """The answer is the same whatever the others have sealed."""
    answers = []
    for bid in (100, 900):
        made = await make(engine, seed="22" * 32)
        for seat in NAMES[1:]:
            await say(engine, made, seat, f"BID {bid}")
        answer = (await dry(engine, made, "Anna", text="BID 300")).json()
        answers.append(timeless(answer))
        assert (await see(engine, made)).json()["step"] == 1

    assert answers[0] == answers[1]
    assert "resolved" not in answers[0]
    assert answers[0]["step"] == 1


# Offers


async def test_an_offer_is_made_seen_by_its_two_sides_and_accepted(engine):
    made = await make(engine)
    answer = await offer(engine, made, "Anna", TERMS)
    [open_offer] = answer.json()["offers"]
    views = {
        seat: (await see(engine, made, made["seats"][seat])).json() for seat in ("Piotr", "Marcin")
    }
    taken = await about(engine, made, "Piotr", open_offer["deal"], "accept")
    record = await engine.get(
        f"/matches/{made['match']}/record", headers=bearer(made["seats"]["Anna"])
    )

    assert answer.status_code == 200, answer.text
    assert views["Piotr"]["offers"][0]["deal"] == open_offer["deal"]
    assert "offers" not in views["Marcin"]
    assert taken.status_code == 200, taken.text
    assert record.json()[-1]["order"]["give"] == {"cash": 200}


async def test_an_offer_is_declined_or_taken_back(engine):
    made = await make(engine)
    for seat, verb in (("Piotr", "decline"), ("Anna", "")):
        answer = await offer(engine, made, "Anna", TERMS)
        [open_offer] = answer.json()["offers"]
        ended = await about(engine, made, seat, open_offer["deal"], verb)
        again = await about(engine, made, seat, open_offer["deal"], verb)

        assert ended.status_code == 200, ended.text
        assert (again.status_code, again.json()["code"]) == (404, "no-such-deal")


async def test_only_its_sides_may_touch_an_offer(engine):
    made = await make(engine)
    deal = (await offer(engine, made, "Anna", TERMS)).json()["offers"][0]["deal"]
    tries = [("Marcin", "accept"), ("Anna", "accept"), ("Marcin", "decline"), ("Piotr", "")]
    answers = [await about(engine, made, seat, deal, verb) for seat, verb in tries]

    assert [answer.json()["code"] for answer in answers] == ["no-such-deal"] * 4


async def test_an_offer_that_is_none_is_refused(engine):
    made = await make(engine)
    shapeless = await offer(engine, made, "Anna", {"what": 1})
    poor = await offer(engine, made, "Anna", TERMS | {"give": {"cash": 90_000}})

    assert (shapeless.status_code, shapeless.json()["code"]) == (422, "unreadable")
    assert (poor.status_code, poor.json()["code"]) == (422, "illegal")


async def test_a_move_is_no_offer_that_could_be_taken_back(engine):
    made = await make(engine)
    await say(engine, made, "Anna", "BID 300")
    answer = await about(engine, made, "Anna", "move")

    assert (answer.status_code, answer.json()["code"]) == (404, "no-such-deal")


async def test_an_offer_has_an_idempotency_key_too(engine):
    made = await make(engine)
    headers = {"Idempotency-Key": "an-offer"}
    first = await offer(engine, made, "Anna", TERMS, **headers)
    again = await offer(engine, made, "Anna", TERMS, **headers)

    assert again.json() == first.json()
    assert len(again.json()["offers"]) == 1


# Positions


def test_an_earlier_position_is_what_each_reader_saw_then():
    table = laid(3, seed=5)
    then: dict[int, dict[object, bytes]] = {}

    def note(live: Live) -> None:
        if live.envelope.step not in then:
            then[live.envelope.step] = {
                seat: canonical(live.game.view(live.state, seat))
                for seat in (None, *live.envelope.names)
            }

    note(table.live)
    takes = table.takes
    table.takes = lambda decision: (takes(decision), note(decision.live))[0]
    played_out(table)
    entries = tuple(table.entries)

    for step, views in then.items():
        for seat, view in views.items():
            found = looked_back(table.live, entries, step, Reader(seat))

            assert bytes(found.view) == view, (step, seat)
            assert found.reader == seat


def test_a_position_tells_only_what_its_reader_may_know():
    """Two matches that differ in a sealed move alone give the others the same positions."""
    views = []
    for bid in ("BID 100", "BID 900"):
        table = laid(3, seed=6)
        table.says("Anna", bid)
        views.append(
            [
                canonical(looked_back(table.live, tuple(table.entries), 1, reader))
                for reader in (Reader("Anna"), Reader("Piotr"), OBSERVER)
            ]
        )

    assert views[0] == views[1]


async def test_a_position_over_rest(engine):
    made = await make(engine)
    path, headers = f"/matches/{made['match']}/positions", bearer(made["seats"]["Anna"])
    now = (await see(engine, made, made["seats"]["Anna"])).json()
    own = await engine.get(f"{path}/1", headers=headers)
    public = await engine.get(f"{path}/1")
    later = await engine.get(f"{path}/2", headers=headers)
    wrong = await engine.get(f"{path}/0", headers=headers)

    assert own.json()["view"] == now["view"]
    assert (own.json()["reader"], own.json()["phase"]) == ("Anna", "lobby")
    assert "reader" not in public.json()
    assert (later.status_code, later.json()["code"]) == (409, "not-yet")
    assert wrong.status_code == 409


def test_the_last_position_is_the_end():
    table = played_out(laid(3, seed=7))
    last = table.live.envelope.step
    found = looked_back(table.live, tuple(table.entries), last, OBSERVER)

    assert found.phase == ""
    assert bytes(found.view) == bytes(seen(table.live, OBSERVER).view)


# Lists


async def test_the_operator_lists_all_matches_page_by_page(engine):
    made = {(await make(engine))["match"] for _ in range(5)}
    found, cursor = [], ""
    while cursor is not None:
        answer = await engine.get(f"/matches?limit=2&cursor={cursor}", headers=bearer(OPERATOR))
        found.append([row["match"] for row in answer.json()["matches"]])
        cursor = answer.json().get("next")

    assert [len(page) for page in found] == [2, 2, 1]
    assert {match for page in found for match in page} == made


async def test_the_list_is_cut_by_state(engine):
    await make(engine)
    answer = await engine.post("/matches", json=wish(starts_in_hours=2), headers=bearer(OPERATOR))
    waiting = await engine.get("/matches?state=waiting", headers=bearer(OPERATOR))
    running = await engine.get("/matches?state=running", headers=bearer(OPERATOR))
    wrong = await engine.get("/matches?state=lost", headers=bearer(OPERATOR))

    assert [row["match"] for row in waiting.json()["matches"]] == [answer.json()["match"]]
    assert len(running.json()["matches"]) == 1
    assert wrong.status_code == 400


async def test_only_the_operator_lists_matches(engine):
    made = await make(engine)
    answers = [
        await engine.get("/matches"),
        await engine.get("/matches", headers=bearer(made["host_token"])),
        await engine.get("/matches?cursor=%C3%A9", headers=bearer(OPERATOR)),
    ]

    assert [answer.status_code for answer in answers] == [401, 403, 400]


# Games


async def test_a_games_tables_say_where_their_numbers_come_from(engine):
    for game in (await engine.get("/games")).json():
        answer = await engine.get(f"/games/{game['key']}/tables")

        assert answer.json()["edition"] == game["edition"]
        assert '"provenance"' in answer.text


async def test_a_games_tables_make_a_match(engine):
    tables = (await engine.get("/games/pola_naftowe/tables")).json()["tables"]
    made = await make(engine, tables=tables)

    assert (await see(engine, made)).json()["own_tables"] is True


async def test_a_games_rulings_are_told(engine):
    answer = await engine.get("/games/crude/rules")
    none = await engine.get("/games/ludo/rules")

    assert answer.json()["rulings"].startswith("# Rulings")
    assert (none.status_code, none.json()["code"]) == (404, "no-such-game")
