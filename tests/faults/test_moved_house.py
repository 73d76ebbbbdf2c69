"""A match leaves one box for another by two commands, and its players go on by mail."""

import json
import time

import httpx
import pytest
from click.testing import CliRunner
from faults.box import Box, running
from rest import bearer, wish

from stagepost_engine.matches.record import decode_record
from stagepost_engine.matches.verify import verified
from stagepost_local.cli import main
from stagepost_local.correspondent import letters
from stagepost_local.parts import engine_url

SEED = "5e" * 32
SECONDS_MOST = 100.0


def settings(box: Box) -> dict[str, str]:
    return {
        "STAGEPOST_ENGINE_URL": engine_url(box.house.ports),
        "STAGEPOST_REDIS_URL": box.house.keeper.url,
        "STAGEPOST_OPERATOR_TOKEN": box.house.secrets.operator_token,
    }


def run(box: Box, *words: str) -> dict:
    result = CliRunner().invoke(main, [*words, "--json"], env=settings(box))
    assert result.exit_code == 0, result.output

    return json.loads(result.stdout)


def prompts(box: Box, seat: str) -> list:
    mails = box.mails(f"{seat.lower()}@example.org")
    return [mail for mail in mails if letters.kind(mail) == "prompt"]


def played_out(box: Box, made: dict) -> int:
    """Each seat takes the default of its prompt, by REST; returns how many moves it took."""
    url, moves = f"{engine_url(box.house.ports)}/v1/matches/{made['match']}", 0
    until = time.monotonic() + SECONDS_MOST
    with httpx.Client(trust_env=False, timeout=30) as client:
        while not client.get(url).json()["over"]:
            assert time.monotonic() < until, "the match does not end"
            for token in made["seats"].values():
                prompt = client.get(f"{url}/prompt", headers=bearer(token))
                if prompt.status_code == 204 or prompt.json().get("sealed"):
                    continue
                step = client.get(url).json()["step"]
                text = "\n".join(prompt.json()["default"])
                body = {"step": step, "text": text}
                client.post(f"{url}/moves", json=body, headers=bearer(token))
                moves += 1
    return moves


@pytest.mark.timeout(240)
def test_players_go_on_by_mail_in_another_box_with_other_keys(tmp_path):
    """Prompts are sent again from there, an answer to one counts, and the record is true at the end."""
    path = tmp_path / "match.stagepost.json"
    with running(tmp_path / "old") as old:
        url = f"{engine_url(old.house.ports)}/v1/matches"
        token = old.house.secrets.operator_token
        made = httpx.post(url, json=wish(3, seed=SEED), headers=bearer(token)).json()
        match = made["match"]
        old.wait_for(lambda: prompts(old, "Anna"), "the prompt")
        old.answers(prompts(old, "Anna")[0], "anna@example.org", "BID 300")
        old.wait_for(lambda: old.envelope(match).sealed, "the move")
        old.wait_for(lambda: not old.unfinished(match), "rest")
        exported = run(old, "export", match, "-o", str(path))
    with running(tmp_path / "new") as new:
        assert new.house.secrets.mail_key != old.house.secrets.mail_key
        [imported] = run(new, "import", str(path), "--remind")
        new.wait_for(lambda: prompts(new, "Piotr"), "the prompt of the new house")
        [prompt] = prompts(new, "Piotr")
        new.wait_for(lambda: new.mails("anna@example.org"), "the report of the new house")
        assert [letters.kind(mail) for mail in new.mails("anna@example.org")] == ["report"]
        new.answers(prompt, "piotr@example.org", "BID 200")
        new.wait_for(lambda: len(new.envelope(match).sealed) == 2, "the move in the new house")
        moves = played_out(new, made)
        record = httpx.get(f"{engine_url(new.house.ports)}/v1/matches/{match}/record").content

    assert (exported["mails"], imported["mails"], imported["new"]) == (1, 1, True)
    assert "BID 300" in record.decode() or b'"amount":300' in record
    assert moves > 20
    assert verified(decode_record(record)).moves >= moves
