"""No sentence reaches a player around the catalogues, and each finds its words."""

import ast
import io
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from jinja2 import Environment, nodes

from stagepost_contracts.texts import Text, say, say_many
from stagepost_texts import catalogue, extract
from stagepost_texts.catalogue import places_of, spoken

ROOT = extract.ROOT
SOURCES = [path for path in extract.sources() if path.suffix == ".py"]
MAILS = ROOT / "services/mailer/stagepost_mailer/render/templates"
TEMPLATES = [path for path in extract.sources() if path.is_relative_to(MAILS)]

# `say` itself, and the voice through which the templates say their literals.
MAKERS = {"shared/stagepost_contracts/texts.py", "services/mailer/stagepost_mailer/render/voice.py"}
# Where each of them takes its sentence.
SPEAKERS = {"IllegalMove": 0, "UnreadableLine": 0, "Problem": 1, "Event": 0}


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def calls_of(path: Path) -> tuple[ast.Call, ...]:
    tree = ast.parse(path.read_text())
    return tuple(node for node in ast.walk(tree) if isinstance(node, ast.Call))


def called(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def saying(path: Path) -> Iterator[tuple[ast.Call, list[ast.expr]]]:
    """Each call that marks a sentence, with the arguments that must be literals."""
    if name_of(path) not in MAKERS:
        for call in calls_of(path):
            if isinstance(call.func, ast.Name) and call.func.id in ("say", "say_many"):
                yield call, call.args[: 1 if call.func.id == "say" else 2]


def is_literal(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


each_source = pytest.mark.parametrize("path", SOURCES, ids=name_of)
each_template = pytest.mark.parametrize("path", TEMPLATES, ids=name_of)


def test_the_template_of_the_catalogues_is_up_to_date():
    assert extract.POT.read_text() == extract.template(), "run `make texts`"


@each_source
def test_a_marked_sentence_is_a_literal(path: Path):
    wrong = [call.lineno for call, said in saying(path) if not all(map(is_literal, said))]

    assert wrong == []


@each_source
def test_a_sentence_asks_for_the_arguments_that_it_gets(path: Path):
    for call, said in saying(path):
        asked = set().union(*(places_of(node.value) for node in said if is_literal(node)))
        given = {keyword.arg for keyword in call.keywords}
        spare = {"count"} if called(call) == "say_many" else set()

        # What comes by `**` is seen only when the sentence is spoken.
        unseen = asked - given if None in given else set()

        assert asked | spare == (given - {None}) | unseen, f"line {call.lineno}: {sorted(asked)}"


@each_source
def test_a_refusal_and_an_event_carry_a_text(path: Path):
    for call in calls_of(path):
        if (name := called(call)) in SPEAKERS:
            at = SPEAKERS[name]
            by_name = [keyword.value for keyword in call.keywords if keyword.arg == "text"]
            for sentence in [*call.args[at : at + 1], *by_name]:
                formatted = isinstance(sentence, ast.Call) and called(sentence) in (
                    "Text",
                    "format",
                    "str",
                    "join",
                )
                made = isinstance(sentence, ast.Constant | ast.JoinedStr | ast.BinOp)
                refused = made or formatted

                assert refused is False, f"line {call.lineno}: {name}"


@each_source
def test_a_text_of_literal_words_is_marked(path: Path):
    if "stagepost_contracts.texts" not in path.read_text():
        return
    made = [call for call in calls_of(path) if called(call) == "Text" and call.args]

    assert [call.lineno for call in made if is_literal(call.args[0])] == []


@each_template
def test_a_mail_has_no_words_of_its_own(path: Path):
    tree = Environment(autoescape=True).parse(path.read_text())
    own = [data.data for data in tree.find_all(nodes.TemplateData)]
    own += [
        node.value
        for output in tree.find_all(nodes.Output)
        for node in output.nodes
        if isinstance(node, nodes.Const)
    ]
    # A tag may begin in one piece of data and end in another.
    plain = re.sub(r"<[^<>]*>|<[^<>]*$|^[^<>]*>", " ", "\0".join(own), flags=re.DOTALL)
    plain = re.sub(r'[\w-]+="[^"]*"', " ", re.sub(r"<[^>]*>", " ", plain))

    assert re.findall(r"[^\W\d_]{2,}", plain) == []
    assert re.findall(r'(?:alt|title|aria-label)="[^"{]', "".join(own)) == []


@each_template
def test_a_mail_asks_for_the_arguments_that_it_gives(path: Path):
    tree = Environment(autoescape=True).parse(path.read_text())
    for call in tree.find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name == "_":
            [said] = call.args
            assert isinstance(said, nodes.Const), f"line {call.lineno}"
            given = {keyword.key for keyword in call.kwargs}

            assert places_of(said.value) == given, f"line {call.lineno}: {said.value}"


def lost_places(po: Path) -> list[str]:
    """The translations that ask for what their sentence does not give."""
    lost = []
    for message in read_po(io.BytesIO(po.read_bytes())):
        said = message.id if isinstance(message.id, tuple) else (message.id,)
        put = message.string if isinstance(message.string, tuple) else (message.string,)
        given = set().union(*map(places_of, said))
        lost += [line for line in put if message.id and places_of(line) - given]
    return lost


def test_a_translation_keeps_the_places():
    lost = {name_of(po): lost_places(po) for po in catalogue.LOCALES.rglob("*.po")}

    assert not any(lost.values()), lost


POLISH = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\\n"

msgid "{who} passes."
msgstr "{who} pasuje."

msgid "{count} barrel"
msgid_plural "{count} barrels"
msgstr[0] "{count} baryłka"
msgstr[1] "{count} baryłki"
msgstr[2] "{count} baryłek"
"""


@pytest.fixture
def polish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    po = tmp_path / "pl" / "LC_MESSAGES" / "stagepost.po"
    po.parent.mkdir(parents=True)
    po.write_text(POLISH)
    monkeypatch.setattr(catalogue, "LOCALES", tmp_path)
    catalogue.messages_of.cache_clear()
    yield po
    catalogue.messages_of.cache_clear()


def test_a_catalogue_speaks_its_language(polish: Path):
    barrels = [say_many("{count} barrel", "{count} barrels", count=count) for count in (1, 3, 5)]

    assert spoken(say("{who} passes.", who="Anna"), "pl-PL") == "Anna pasuje."
    assert [spoken(text, "pl") for text in barrels] == ["1 baryłka", "3 baryłki", "5 baryłek"]
    assert spoken(say("The match is over."), "pl") == "The match is over."
    assert catalogue.language_of("pl_PL") == "pl"
    assert lost_places(polish) == []
    polish.write_text(POLISH.replace("{who} pasuje", "{kto} pasuje"))
    assert lost_places(polish) == ["{kto} pasuje."]


def test_a_sentence_is_filled_in():
    text = say("{who} pays {amount} to {whom}.", who="Anna", amount=12000, whom=say("the bank"))

    assert spoken(text, "en") == "Anna pays 12000 to the bank."


def test_what_fills_a_place_is_not_filled_again():
    assert spoken(say("{x}", x="{y} {0.__class__}"), "en") == "{y} {0.__class__}"


def test_a_place_without_an_argument_is_a_bug():
    with pytest.raises(AssertionError, match=r"nothing for \{who\}"):
        spoken(Text("{who} passes."), "en")


def test_a_sentence_bends_to_its_count():
    def barrels(count):
        return spoken(say_many("{count} barrel", "{count} barrels", count=count), "en")

    assert [barrels(1), barrels(2)] == ["1 barrel", "2 barrels"]


def test_texts_are_joined_as_a_list_of_the_language():
    text = say("{who}", who=(say("Anna"), say("Bertil"), say("Dora")))

    assert spoken(text, "en") == "Anna, Bertil and Dora"
    assert spoken(text, "pl") == "Anna, Bertil i Dora"
    assert spoken(text, "ko") == "Anna, Bertil 및 Dora"


@pytest.mark.parametrize("language", ["xx", "", "../..", "en-US", "pl_PL", "!" * 200])
def test_an_unknown_language_is_english(language: str):
    assert spoken(say("The match is over."), language)
    assert catalogue.language_of(language) in {"en", "pl"}
