"""`stagepost replay` plays a record again: each step as a story, or the position as a seat saw it."""

import json
from functools import lru_cache

import httpx
import pytest
from click.testing import CliRunner
from engine_process import EngineProcess
from rest import OPERATOR, bearer, wish
from tables import laid, played_out

from stagepost_engine.games import GAMES
from stagepost_engine.matches.record import DealTaken, StepTaken, public
from stagepost_engine.rules.codec import canonical
from stagepost_local.cli import main
from stagepost_local.replaying import last_step, position_at, scenes
from stagepost_local.sheet_words import sheet_lines
from stagepost_texts.catalogue import spoken


@lru_cache
def table_of(game: str):
    """A match that was played to its end."""
    return played_out(laid(3, game=game))


@pytest.fixture(params=tuple(GAMES))
def played(request):
    return table_of(request.param)


@pytest.fixture
def file(played, tmp_path):
    path = tmp_path / "record.json"
    path.write_bytes(canonical(tuple(played.entries)))
    return path


def ran(*words):
    return CliRunner().invoke(main, ["replay", *map(str, words)])


def test_every_step_is_told_with_its_moves_and_what_happened(played, file):
    result = ran(file, "--seat", "Anna", "--json")
    told = json.loads(result.stdout)
    steps = [entry for entry in played.entries if isinstance(entry, StepTaken)]
    shown = [scene for scene in told if scene["kind"] == "step"]

    assert result.exit_code == 0, result.output
    assert [scene["step"] for scene in shown] == [entry.step for entry in steps]
    for scene, entry in zip(shown, steps, strict=True):
        assert set(scene.get("moves", {})) == set(entry.moves)
        for seat, move in entry.moves.items():
            assert scene["moves"][seat].get("default", False) == move.default
    assert told[0]["kind"] == "opening"
    assert told[-1]["kind"] == "closing"
    assert told[-1]["news"][0].startswith("1. ")


def test_the_news_of_a_seat_are_those_that_its_match_told(played):
    """The same sentences as in the events of the match, for the seat and for an observer."""
    entries = tuple(played.entries)
    for reader in ("Anna", None):
        news = [text for scene in scenes(entries, reader) for text in scene.news]
        kept = played.live.envelope.news
        told = {spoken(one.text, "en") for one in kept if one.to is None or reader in one.to}

        assert told - {spoken(text, "en") for text in news} - not_of_the_rules(told) == set()


def not_of_the_rules(told: set[str]) -> set[str]:
    """What the platform says, and no game: it is in no record."""
    words = ("At the table", "The dice are fixed", "deadline", "seed", "secret")
    return {text for text in told if any(word in text for word in words)}


def test_the_position_at_a_step_is_what_the_seat_saw_then(played, file):
    last = last_step(tuple(played.entries))
    for step in (1, last // 2, last):
        position = position_at(tuple(played.entries), step, "Anna")
        shown = json.loads(ran(file, "--step", step, "--seat", "Anna", "--json").stdout)

        assert shown["lines"] == list(sheet_lines(position.sheet, "en"))
        assert (shown["step"], shown["reader"]) == (step, "Anna")
    assert position.sheet == played.live.game.sheet(
        played.live.game.view(played.live.state, "Anna")
    )


def test_another_seat_and_an_observer_see_their_own(tmp_path):
    path = tmp_path / "record.json"
    path.write_bytes(canonical(tuple(table_of("bombay").entries)))
    seen = {seat: ran(path, "--step", 20, *seat).output for seat in ((), ("--seat", "Anna"))}

    assert len(set(seen.values())) == 2


def test_sentences_are_told_in_the_language_that_is_asked_for(played, file):
    assert ran(file, "--language", "pl").exit_code == 0


def test_what_cannot_be_is_told_in_one_sentence(played, file, tmp_path):
    last = last_step(tuple(played.entries))
    (tmp_path / "other.json").write_text("{}")
    for words, why, code in (
        ((file, "--step", last + 1), f"--step {last}", 1),
        ((file, "--seat", "Otto"), "at the table are: Anna, Piotr, Marcin", 2),
        ((tmp_path / "other.json",), "is no record", 1),
    ):
        result = ran(*words)

        assert (result.exit_code, why in result.output) == (code, True), result.output
        assert "Traceback" not in result.output


def test_a_record_that_keeps_a_deal_is_told_as_far_as_it_can_be(tmp_path):
    """An observer of a match that goes on does not know the terms of its deals."""
    entries = list(table_of("pola_naftowe").entries)
    deal = DealTaken(1, "Anna", "Piotr", None)
    path = tmp_path / "record.json"
    path.write_bytes(canonical(public((entries[0], deal, *entries[1:]), None)))
    result = ran(path)

    assert result.exit_code == 1
    assert "keeps some of it from you" in result.output


def test_a_match_of_the_house_is_replayed_by_its_id(redis_url):
    engine = EngineProcess(redis_url)
    engine.start()
    try:
        url = f"{engine.url}/v1/matches"
        made = httpx.post(url, json=wish(3), headers=bearer(OPERATOR)).json()
        result = ran(made["match"], "--step", 1, "--seat", "Anna", "--engine", engine.url)
        missing = ran("nothing", "--engine", engine.url)
    finally:
        engine.stop()

    assert result.exit_code == 0, result.output
    assert result.output.startswith("Step 1: ")
    assert (missing.exit_code, missing.output.count("\n")) == (1, 1)
