"""Every command in Polish and Korean too: any spelling from anybody, and prose stays prose."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import fault_of, laid, wish

from stagepost_contracts.api import SeatWanted
from stagepost_contracts.errors import Problem
from stagepost_contracts.folding import plain
from stagepost_contracts.forms import Words
from stagepost_contracts.reading import read, write
from stagepost_contracts.spellings import (
    KEYWORDS,
    LANGUAGES,
    VERBS,
    every_spelling,
    spelled,
    spellings_of,
)
from stagepost_engine.games import GAMES
from stagepost_engine.matches.asking import example
from stagepost_engine.matches.doing import DOERS
from stagepost_engine.matches.grammar import command_forms
from stagepost_engine.matches.grammar.reserved import RESERVED
from stagepost_engine.matches.making import made
from stagepost_mailer.reply.lines import COURTESIES, END_WORDS

SAME = {"pl": {"plan"}, "ko": set()}
"""Verbs that a language writes as English does."""

SAMPLES = {"dates": "20 Dec TO 3 Jan", "orders": "BUY TANKER", "words": "some words", "days": "SAT"}
SAMPLES |= {"hours": "22 TO 7", "date": "5 Jan", "name": "zofia", "phases": "lobby"}


def every_form():
    """Each command once, from matches in which it can be said."""
    early = laid(starts_in_hours=5)
    table = laid()
    table.falls("deadline")
    while table.phase != "infrastructure":
        table.falls("deadline")
    [builder] = table.awaited
    other = next(seat for seat in ("Piotr", "Anna") if seat != builder)
    table.says(builder, "PLAN auction PASS", "DEFAULT lobby BID 200", "AWAY 20 Dec TO 22 Dec")
    table.says(builder, "WAIT", "PAUSE", "FINISH", f"KICK {other}")
    table.says(other, f"OFFER {builder} GIVE 100 CASH GET NOTHING")
    table.says(builder, f"OFFER {other} GIVE 100 CASH GET NOTHING")
    left = laid()
    left.says("Anna", "LEAVE")
    asked = laid()
    paused = laid()
    for seat in ("Anna", "Piotr", "Marcin"):
        paused.says(seat, "PAUSE")
    voted = laid()
    voted.falls("deadline")
    voted.says(voted.awaited[0], "BUY TANKER") if voted.phase == "infrastructure" else None
    paused.says("Anna", "RESUME")
    found = {}
    for match, seat in (
        (early, "Anna"),
        (table, builder),
        (left, "Anna"),
        (asked, "Anna"),
        (paused, "Anna"),
    ):
        for form in command_forms(match.live, seat):
            found.setdefault(form.verb, form)
    return found


FORMS = every_form()
OTHERS = [(form, other) for form in FORMS.values() for other in form.also]


def line_of(form) -> str:
    """An example of the command as it is written."""
    values = {f.name: SAMPLES.get(f.name, "words") for f in form.fields if isinstance(f, Words)}
    line = example(form) if not values else None
    if line is None:
        first = read(example_with(form, values), (form,))
        line = write(first, form)
    return line


def example_with(form, values) -> str:
    words = [form.verb.upper()]
    for field in form.fields:
        if field.keyword:
            words.append(field.keyword.upper())
        words.append(values.get(field.name) or str(field.words[0]))
    return " ".join(words)


def bare(words: str) -> str:
    return plain(words)


@pytest.mark.parametrize(("form", "other"), OTHERS, ids=[other for _, other in OTHERS])
def test_each_spelling_of_each_command_reads_to_the_same_command(form, other):
    line = line_of(form)
    wanted = read(line, tuple(FORMS.values()))
    rest = line[len(form.verb) :]
    for verb in (other, other.lower(), other.capitalize(), bare(other), bare(other).upper()):
        assert read(verb + rest, tuple(FORMS.values())) == wanted, verb + rest


@given(st.sampled_from(OTHERS), st.data())
def test_letters_may_lack_their_marks_and_be_of_any_size(pair, data):
    form, other = pair
    line = line_of(form)
    letters = [
        data.draw(st.sampled_from(sorted({letter, letter.lower(), bare(letter) or letter})))
        for letter in other
    ]

    assert read("".join(letters) + line[len(form.verb) :], tuple(FORMS.values())) == read(
        line, tuple(FORMS.values())
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_has_a_word_in_every_language(language):
    said = {verb.replace("_", " ") for verb in DOERS}

    assert said - SAME[language] <= set(VERBS[language])


def test_each_keyword_of_an_offer_may_be_said_in_every_language():
    form = FORMS["offer"]
    canonical = "OFFER Anna GIVE 2 BARRELS AT fees ROUND 3 GET 400 CASH AT fees UNTIL auction"
    seat = form.fields[0].words[0]
    wanted = read(canonical.replace("Anna", seat), (form,))
    for language in LANGUAGES:
        words = KEYWORDS[language]
        for number in range(2):
            line = " ".join(
                words[word.lower()][min(number, len(words[word.lower()]) - 1)]
                if word.lower() in words
                else word
                for word in canonical.replace("Anna", seat).split()
            )
            assert read(VERBS[language]["offer"][0] + line[len("OFFER") :], (form,)) == wanted
            assert read(bare(VERBS[language]["offer"][0] + line[len("OFFER") :]), (form,)) == wanted


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("URLOP 20 gru DO 3 sty", "away"),
        ("부재 12월 20일부터 1월 3일까지", "away"),
        ("DOMYSLNIE lobby BID 200", "default"),
        ("DOMYŚLNIE lobby BID 200", "default"),
        ("연장 24", "extend"),
        ("przedłuż 24", "extend"),
        ("Czekaj.", "wait"),
        ("pauza!", "pause"),
        ("도움말", "help"),
        ("무르기 취소", "cancel_undo"),
        ("odwolaj pauza", "cancel_pause"),
        ("기본값 취소 lobby", "cancel_default"),
    ],
)
def test_lines_as_people_write_them(line, kind):
    if kind == "cancel_undo":
        forms = (*FORMS.values(), spelled(type(FORMS["undo"])("cancel undo")))
    else:
        forms = tuple(FORMS.values())

    assert read(line, forms)["kind"] == kind


def test_another_spelling_does_the_same_to_a_match():
    polish, korean, english = laid(), laid(), laid()
    polish.says("Anna", "Urlop 20 gru do 3 sty", "PAUZA")
    korean.says("Anna", "부재 12월 20일부터 1월 3일까지", "일시정지")
    english.says("Anna", "AWAY 20 Dec TO 3 Jan", "PAUSE")

    assert polish.live.envelope == english.live.envelope == korean.live.envelope


def test_what_was_read_is_written_in_one_way():
    answer = laid().says("Anna", "연장 24")

    assert [reading.as_line for reading in answer.readings] == ["EXTEND 24"]


@pytest.mark.parametrize(
    "line",
    [
        "Czekaj, muszę pomyśleć",
        "Gotowe będzie jutro",
        "Pauza na kawę",
        "Wracam w poniedziałek do domu",
        "Plany mam inne niż wczoraj",
        "Pomoc przyszła w samą porę",
        "Pokaż mi to kiedyś na żywo",
        "Zakończ proszę te żarty",
        "대기 중입니다",
        "확인 부탁해요",
        "준비완료 되면 알려줄게요",
        "마침 잘됐네요",
        "Urlop mam dopiero w lutym i wtedy nie gram",
        "Oferta jest naprawdę dobra ale jednak nie teraz",
        "Undo would be nice here",
        "Finish line is near",
    ],
)
def test_an_everyday_word_of_prose_is_no_command(line):
    table = laid()
    before = table.live.envelope
    answer = table.says("Anna", line, "BID 300")

    assert answer.fault is None, fault_of(answer)
    assert [reading.kind for reading in answer.readings] == ["prose", "order"]
    assert table.live.envelope.votes == before.votes
    assert table.live.envelope.seat("Anna").away == ()


def test_no_spelling_is_a_verb_of_a_game_or_ends_a_reply():
    verbs = {
        kind.__struct_config__.tag.partition("_")[0]
        for game in GAMES.values()
        for kind in get_args(game.orders)
    } - {"offer"}
    firsts = {plain(words).split()[0] for words in every_spelling()}

    assert firsts.isdisjoint(verbs)
    assert {plain(words) for words in every_spelling()}.isdisjoint(
        plain(word) for word in END_WORDS | COURTESIES
    )


def test_no_spelling_is_the_beginning_of_a_verb_of_a_game():
    verbs = [
        kind.__struct_config__.tag.partition("_")[0]
        for game in GAMES.values()
        for kind in get_args(game.orders)
    ]
    for words in every_spelling():
        first = plain(words).split()[0]
        assert not (len(first) >= 3 and any(verb.startswith(first) for verb in verbs)), words


def test_no_two_commands_share_a_spelling():
    owners = {}
    for spellings in VERBS.values():
        for verb, words in spellings.items():
            for word in words:
                assert owners.setdefault(plain(word), verb) == verb
    canonical = {verb.replace("_", " ") for verb in DOERS}

    assert not {word for word, verb in owners.items() if word in canonical and word != verb}


@pytest.mark.parametrize(
    "name", ["Urlop", "domyslnie", "Domyślnie", "부재", "취소", "Koniec", "끝"]
)
def test_no_seat_is_called_by_a_command_in_any_language(name):
    wanted = wish(3)
    seats = (SeatWanted(name, "x@example.org"), *wanted.seats[1:])
    with pytest.raises(Problem) as refused:
        made(type(wanted)(game=wanted.game, seats=seats), b"r" * 32, b"s" * 32, seeds_allowed=True)

    assert refused.value.code == "bad-name"


def test_every_verb_of_a_command_is_no_name_of_a_seat():
    assert {verb.partition("_")[0] for verb in DOERS} <= RESERVED


def test_a_confirmation_may_be_said_in_every_language():
    assert len(spellings_of("confirm")) >= len(LANGUAGES)
