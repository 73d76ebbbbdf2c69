"""The command says what it did or what to do instead, and never shows a traceback."""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from click.testing import CliRunner

from stagepost_local import secret_keys, whereabouts
from stagepost_local.cli import main
from stagepost_local.whereabouts import Whereabouts

SHEET = {"title": {"template": "x"}, "parts": []}
SEEN = {
    "match": "m1",
    "game": "pola_naftowe",
    "edition": 1,
    "title": {"template": "Pola Naftowe"},
    "step": 3,
    "phase": "lobby",
    "phase_title": {"template": "The lobby"},
    "over": False,
    "seats": [{"name": "anna", "awaited": True}, {"name": "bruno", "waits": True}],
    "votes": [{"what": "undo", "seats": ["anna"], "needed": 2}],
    "seed_hash": "ab",
    "view": {},
    "sheet": SHEET,
    "deadline": 1796000000.0,
}
ANSWERS = {
    "POST /v1/matches": (
        201,
        {"match": "m1", "seats": {"anna": "t1"}, "host_token": "h1", "seed_hash": "ab"},
    ),
    "GET /v1/matches/m1": (200, SEEN),
    "GET /v1/matches/m1/standings": (
        200,
        {
            "final": True,
            "ranking": [{"seat": "anna", "place": 1, "score": 7}],
            "ended": "agreed",
        },
    ),
    "GET /v1/matches/m1/record": (200, []),
    "PATCH /v1/matches/m1/clock": (
        200,
        {"step": 3, "deadline": None, "paused": True, "extended": []},
    ),
    "GET /v1/matches/m1/clock": (
        200,
        {
            "step": 3,
            "deadline": 1_800_000_000.0,
            "paused": False,
            "extended": [],
            "held": [{"seat": "anna", "until": 1_800_050_000.0}],
        },
    ),
    "GET /v1/matches/m1/misses": (
        200,
        [
            {
                "seat": "anna",
                "tenure": 1,
                "step": 3,
                "phase": "lobby",
                "phase_title": {"template": "Lobbying", "said": "Lobbying"},
                "at": 1_800_000_000.0,
                "played": ["BID 100"],
                "default": "game",
                "reason": "silent",
                "mails": [
                    {"kind": "prompt", "tried": 1_799_900_000.0, "accepted": 1_799_900_060.0},
                    {"kind": "reminder", "tried": 1_799_990_000.0},
                ],
                "returned": 1_799_900_600.0,
            }
        ],
    ),
    "POST /v1/matches/m1/seats/anna/player": (
        201,
        {"match": "m1", "seat": "anna", "tenure": 2, "token": "t2"},
    ),
    "POST /v1/matches/m1/moves": (
        200,
        {
            "match": "m1",
            "game": {"template": "x"},
            "seat": "anna",
            "step": 3,
            "sealed": ["BID 300"],
        },
    ),
}
MISSING = {
    "type": "https://x/no-such-match",
    "title": "No such match",
    "status": 404,
    "detail": "There is no match of that name.",
    "code": "no-such-match",
}


@pytest.fixture
def asked():
    return []


@pytest.fixture
def engine(asked):
    """An engine that answers by rote."""

    class Rote(BaseHTTPRequestHandler):
        def do_GET(self):
            length = int(self.headers.get("Content-Length") or 0)
            body = json.loads(self.rfile.read(length) or b"null")
            asked.append((self.path, self.headers.get("Authorization", ""), body))
            status, answer = ANSWERS.get(f"{self.command} {self.path}", (404, MISSING))
            self.send_response(status)
            self.end_headers()
            self.wfile.write(json.dumps(answer).encode())

        do_POST = do_GET  # noqa: N815 - the name that the standard library calls
        do_PATCH = do_GET  # noqa: N815 - the same

        def log_message(self, *args):
            pass

    with HTTPServer(("127.0.0.1", 0), Rote) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture
def run(engine, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    environment = {"STAGEPOST_ENGINE_URL": engine, "STAGEPOST_TOKEN": "t1"}
    return lambda *words: CliRunner().invoke(main, words, env=environment)


def test_create_prints_seats_and_their_tokens(run, asked):
    result = run("match", "create", "--seat", "anna=anna@example.org", "--zone", "Europe/Warsaw")
    [(_, authorization, body)] = asked

    assert result.exit_code == 0
    assert result.output.splitlines()[0] == "Match m1"
    assert "  anna  t1\n  host  h1\n" in result.output
    assert authorization == "Bearer t1"
    assert body["seats"] == [{"name": "anna", "address": "anna@example.org"}]
    assert body["policy"]["zone"] == "Europe/Warsaw"


def test_create_takes_a_preset_and_what_changes_it(run, asked):
    run(
        *"match create --seat a=a@example.org --preset evening --hours 30 --holiday 2026-12-24".split()
    )
    [(_, _, body)] = asked

    assert body["policy"]["at_hour"] == 20
    assert body["policy"]["hours"] == 30
    assert body["policy"]["holidays"] == ["2026-12-24"]


def test_create_says_how_long_a_match_may_stand_that_all_have_left(run, asked):
    run(*"match create --seat a=a@example.org --abandoned-after-days 3".split())

    assert asked[0][2]["policy"]["abandoned_after_days"] == 3


def test_create_takes_tables_of_the_hosts_own(run, asked, tmp_path):
    (tmp_path / "own.toml").write_text("cash = 900\n")
    run("match", "create", "--seat", "anna=anna@example.org", "--tables", "own.toml")

    assert asked[0][2]["tables"] == {"cash": 900}


@pytest.mark.parametrize("text", ["cash = ", "[1]"])
def test_tables_that_cannot_be_read_are_named(run, tmp_path, text: str):
    (tmp_path / "own.json").write_text(text)
    result = run("match", "create", "--seat", "anna=a@x", "--tables", "own.json")

    assert result.exit_code == 2
    assert "--tables own.json" in result.output


def test_a_seat_written_wrongly_is_told_how(run):
    result = run("match", "create", "--seat", "anna")

    assert result.exit_code == 2
    assert "NAME=ADDRESS" in result.output


def test_show_says_where_the_match_stands(run):
    output = run("match", "show", "m1").output

    assert "Pola Naftowe m1" in output
    assert "Step 3: The lobby" in output
    assert "Waiting for: anna" in output
    assert "Kept open by: bruno" in output
    assert "Votes for undo: anna (1 of 2)" in output


def test_standings_and_record(run, tmp_path):
    words = "Final standings, not played out: agreed\n  1. anna  7"

    assert words in run("match", "standings", "m1").output
    assert run("match", "record", "m1").output == "[]\n"
    run("match", "record", "m1", "--out", "record.json")

    assert (tmp_path / "record.json").read_text() == "[]"


def test_machines_get_json(run):
    assert json.loads(run("match", "show", "m1", "--json").output)["step"] == 3
    assert json.loads(run("match", "standings", "m1", "--json").output)["final"] is True


def test_say_seals_a_move_for_the_present_step(run, asked):
    result = run("seat", "say", "m1", "BID 300")

    assert asked[-1][2] == {"step": 3, "text": "BID 300"}
    assert result.output == "anna, step 3: sealed BID 300\n"


def test_a_refusal_is_the_engines_own_sentence(run):
    result = run("match", "show", "m2")

    assert result.exit_code == 1
    assert result.output == "Error: There is no match of that name.\n"


def test_without_an_engine_one_is_told_how_to_start_it(run):
    result = run("match", "show", "m1", "--engine", "http://127.0.0.1:1")

    assert result.exit_code == 1
    assert "No engine answers at http://127.0.0.1:1" in result.output
    assert "stagepost up" in result.output


@pytest.mark.parametrize("text", ["", "{}", "no json", "[]", '[{"entry": "closing"}]'])
def test_what_is_no_record_is_not_verified(run, tmp_path, text: str):
    (tmp_path / "record.json").write_text(text)
    result = run("verify", "record.json")

    assert result.exit_code == 1
    assert "Traceback" not in result.output
    assert result.output.startswith("Error: ")


@pytest.mark.parametrize("words", [("--game", "chess"), ("--seats", "99")])
def test_a_demo_that_cannot_be_is_refused_at_once(run, words):
    result = run("demo", *words)

    assert result.exit_code == 2
    assert "Usage" in result.output


def test_the_store_of_the_house_that_runs_here_is_found(redis_url, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    whereabouts.leave(tmp_path / "var", Whereabouts("", "", 0, redis_url))

    assert CliRunner().invoke(main, ["shunt", "count"], env={}).output == "0\n"


def test_the_service_token_of_the_house_that_runs_here_is_found(tmp_path):
    before = whereabouts.service_token_of(tmp_path)
    kept = secret_keys.kept(tmp_path)

    assert (before, whereabouts.service_token_of(tmp_path)) == ("", kept.service_token)


def test_a_host_pauses_a_match(run, asked):
    result = run("host", "clock", "m1", "--pause")

    assert result.output == "The match is paused: its clock stands.\n"
    assert asked[-1][2] == {"paused": True}


def test_a_clock_is_paused_or_resumed(run):
    assert "not both" in run("host", "clock", "m1", "--pause", "--resume").output


def test_a_host_sees_the_clock_and_for_whose_mail_it_waits(run, asked):
    """Without an option nothing is changed; what the mail says stands nowhere."""
    result = run("host", "clock", "m1")

    assert result.output == (
        "Step 3, until Fri 15 Jan 2027, 08:00 (UTC)\n"
        "It waits for anna, whose mail came in time and is put aside, "
        "until Fri 15 Jan 2027, 21:53 (UTC) at most.\n"
    )
    assert "/v1/matches/m1/clock" in asked[-1]


def test_a_host_reads_who_was_silent(run):
    assert run("host", "misses", "m1").output == (
        "Fri 15 Jan 2027, 08:00 (UTC)  anna, Lobbying: BID 100 (game default, silent)\n"
        "    prompt, sent Thu 14 Jan 2027, 04:13 (UTC): "
        "taken by the mail host Thu 14 Jan 2027, 04:14 (UTC)\n"
        "    reminder, sent Fri 15 Jan 2027, 05:13 (UTC): not taken by the mail host yet\n"
        "    a mail of this step came back Thu 14 Jan 2027, 04:23 (UTC)\n"
    )


def test_a_host_gives_a_seat_to_a_new_player(run, asked):
    result = run("host", "seat", "m1", "anna", "zofia@example.org", "--language", "pl")

    assert result.output.splitlines()[-1] == "  t2"
    assert asked[-1][2] == {"address": "zofia@example.org", "language": "pl"}
