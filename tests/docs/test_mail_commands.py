"""docs/mail-commands.md names every command and order, and every line that it shows is one."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from random_match import Asked, match_of

from stagepost_contracts.errors import UnreadableLine
from stagepost_contracts.forms import OrderForm
from stagepost_contracts.reading import read_both
from stagepost_contracts.spellings import KEYWORDS, LANGUAGES, VERBS
from stagepost_engine.games import GAMES
from stagepost_engine.matches.doing import DOERS

PAGE = (Path(__file__).parents[2] / "docs/mail-commands.md").read_text()
GAME = GAMES["pola_naftowe"]
SEEDS = 15

KINDS = sorted(order.__struct_config__.tag for order in get_args(GAME.orders))
CODE = re.findall(r"`([^`\n]+)`", PAGE)
SPELLINGS = PAGE.partition("## In Polish and Korean")[2].partition("\n## ")[0]
ORDERS = PAGE.partition("## Orders of Pola Naftowe")[2]
SHOWN = re.findall(r"^\|[^|]*\| `([^`]+)` \|", ORDERS, re.MULTILINE)
SHOWN += [
    line
    for block in re.findall(r"```orders\n(.*?)```", PAGE, re.DOTALL)
    for line in block.split("\n")
    if line
]


def says(verb: str) -> bool:
    return any(re.match(rf"{verb.upper()}\b", code) for code in CODE)


@pytest.mark.parametrize("verb", sorted(DOERS))
def test_every_command_is_in_the_page(verb: str):
    assert says(verb.replace("_", " "))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_spelling_is_in_the_page_and_the_page_knows_no_other(language):
    """The tables of the page are those that the reader reads by."""
    column = 2 + LANGUAGES.index(language)
    told = {
        row.split(" | ")[0].strip("| `").lower(): tuple(
            re.findall(r"`([^`]+)`", row.split("|")[column])
        )
        for row in SPELLINGS.splitlines()
        if row.startswith("| `")
    }
    known = {**VERBS[language], **KEYWORDS[language]}

    assert {word: others for word, others in told.items() if word != "plan"} == {
        word: others for word, others in known.items() if word != "plan"
    }
    assert set(known.get("plan", ())) <= {*told["plan"], "PLAN"}


@pytest.mark.parametrize("kind", KINDS)
def test_every_order_is_in_the_page(kind: str):
    assert says(kind.replace("_", " "))


@pytest.mark.parametrize("line", sorted(set(SHOWN)))
def test_a_line_of_the_page_is_read(line: str):
    ordinary, standing = forms_met()
    readings = []
    for forms in ordinary:
        try:
            readings.append(read_both(line, forms, standing))
        except UnreadableLine:
            continue

    assert readings, "no phase of many matches reads it"


def test_a_limit_is_a_move_and_a_standing_order():
    ordinary, standing = forms_met()
    [forms] = [forms for forms in ordinary if {form.verb for form in forms} == {"bid", "pass"}][:1]
    both = read_both("BID 100 UP TO 400", forms, standing)

    assert both.order == {"kind": "bid", "amount": 100}
    assert both.standing == {"kind": "up_to", "limit": 400, "then": "pass"}


@cache
def forms_met() -> tuple[list[tuple[OrderForm, ...]], tuple[OrderForm, ...]]:
    """All the forms that many matches come to: those of phases and deals, and standing ones."""
    met: dict[bytes, tuple[OrderForm, ...]] = {}
    standing: dict[str, OrderForm] = {}
    for asked in every_question():
        state, seat = asked.state, asked.seat
        phase = GAME.phase(state.phase)
        for forms in (phase.forms(state, seat, ()), GAME.deals.forms(state, seat)):
            met[msgspec.json.encode(forms)] = forms
        standing |= {form.verb: form for form in phase.standing(state, seat)}
    return list(met.values()), tuple(standing.values())


def every_question() -> Iterator[Asked]:
    for bots in ("random", "mixed", "planned"):
        for seed in range(SEEDS):
            yield from match_of(GAME.key, 3, seed, bots).asked
