"""Every phase, action, token and way to end occurs in a golden transcript."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3] / "transcripts" / "bombay"
WRITTEN = "".join(path.read_text() for path in sorted(ROOT.glob("*.txt")))


@pytest.mark.parametrize(
    "said",
    [
        "Set 5 of 5",
        "Bales drawn: 9.",
        "Bales drawn: 8.",
        "Right market: empty.",
        "Closed posts:",
        "1 rupee for the whole turn.",
        "does nothing.",
        "pays 1 rupee for a blue bale from the left market.",
        "bale from the middle market.",
        "bale from the right market.",
        "rupees 5, client tokens 0.",
        "rupees 1, client tokens 2.",
        "The bank pays",
        "puts a palace",
        "keeps its token: one more client.",
        "keeps its token: one more city.",
        "2 rupees.",
        "Its token gives",
        "refused:",
        "> deadline",
    ],
)
def test_every_turn_of_play_occurs(said):
    assert said in WRITTEN


@pytest.mark.parametrize("city", ["bombay", "indore", "nagpur", "hyderabad"])
def test_a_token_of_every_city_is_taken(city):
    assert f"takes a city token of {city}." in WRITTEN


@pytest.mark.parametrize("reward", [0, 4, 8])
def test_every_reward_for_cities_is_paid(reward):
    assert re.search(rf"rewards \d+ and {reward} rupees\.", WRITTEN)


def test_every_way_to_end_occurs():
    """One first place by rupees, one by clients at equal rupees, and one that is shared."""
    endings = {ending(path.read_text()) for path in ROOT.glob("*-seats.txt")}

    assert endings == {"rupees", "clients", "shared"}


def ending(written):
    score = {
        seat: int(sum_) for seat, sum_ in re.findall(r"(\w+) ends with rupees: (\d+)", written)
    }
    clients = {
        seat: int(count)
        for seat, count in re.findall(r"(\w+): palaces.*?client tokens (\d+)", written)
    }
    first = [seat for seat in score if score[seat] == max(score.values())]
    if len(first) == 1:
        return "rupees"
    most = max(clients[seat] for seat in first)
    return "clients" if sum(clients[seat] == most for seat in first) == 1 else "shared"
