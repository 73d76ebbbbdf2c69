"""Setup and Rules: what everybody starts with, and the tables that a host may bring."""

import msgspec
import pytest
from oil_fields import SEATS
from transcript import begun

from stagepost_contracts.errors import Problem
from stagepost_engine.games.pola_naftowe.check_tables import check_tables
from stagepost_engine.games.pola_naftowe.default_tables import DEFAULT_TABLES
from stagepost_engine.games.pola_naftowe.tables import Tables
from stagepost_engine.rules.dice import ScriptedDice
from stagepost_texts.catalogue import spoken


@pytest.mark.parametrize(("count", "tankers", "refineries"), [(3, 9, 7), (4, 12, 9), (5, 15, 11)])
def test_prepare_the_supply_of_available_tankers_and_refineries(count, tankers, refineries):
    """Rulings 3 and 4: 4n tankers and 2n+1 refineries, the starting tankers taken from them."""
    talk, _ = begun("pola_naftowe", (*SEATS, "ola")[:count], [0] * count)

    assert (talk.state.tankers, talk.state.refineries) == (tankers, refineries)


def test_the_number_of_oil_fields_drawn_equals_the_number_of_players():
    talk, _ = begun("pola_naftowe", SEATS, [7, 0, 0, 0])

    assert talk.state.fields == (7, 0, 1, 2)


def test_each_player_receives_1_tanker_and_3000():
    talk, _ = begun("pola_naftowe", SEATS, [0] * 4)

    assert {(held.cash, held.tankers) for held in talk.state.holdings.values()} == {(3000, 1)}
    assert talk.awaited == SEATS


def changed(path, value):
    """The default tables as a host's file, with one value changed."""
    data = msgspec.to_builtins(DEFAULT_TABLES)
    place = data
    *ways, last = path
    for way in ways:
        place = place[way]
    place[last] = value
    return msgspec.convert(data, Tables)


def test_the_default_tables_can_be_played_and_survive_a_file():
    check_tables(DEFAULT_TABLES)

    assert changed(("rounds",), 5) == DEFAULT_TABLES


@pytest.mark.parametrize(
    ("path", "value", "field", "sentence"),
    [
        (("rounds",), 0, "rounds", "rounds is 0; write a number from 1 to 12."),
        (
            ("start_cash",),
            2950,
            "start_cash",
            "start_cash is 2950; sums go in steps of 100: write 2900 or 3000.",
        ),
        (
            ("least_bid",),
            0,
            "least_bid",
            "least_bid is 0; write a number from 100 to 100000.",
        ),
        (
            ("start_tankers",),
            0,
            "start_tankers",
            "start_tankers is 0; write a number from 1 to 100.",
        ),
        (
            ("fields", 2, "place"),
            -100,
            "fields[2].place",
            "fields[2].place is -100; write a number from 0 to 100000.",
        ),
        (
            ("fields", 2, "capacity"),
            0,
            "fields[2].capacity",
            "fields[2].capacity is 0; write a number from 1 to 100.",
        ),
        (
            ("fields", 1, "id"),
            "texas",
            "fields[1].id",
            "“texas” cannot name a field: write lower-case letters, digits and hyphens, each name once.",
        ),
        (
            ("fields",),
            [],
            "fields",
            "fields has 0 rows; as many fields are drawn as there are players, so write at least 5.",
        ),
        (
            ("supply", 2, "tankers"),
            4,
            "supply[2].tankers",
            "supply[2].tankers is 4; write a number from 5 to 500.",
        ),
        (
            ("supply",),
            [],
            "supply",
            "supply has one row each for 3, 4 and 5 players, in this order.",
        ),
        (
            ("events", 0, "roll"),
            3,
            "events",
            "events has one row for each roll from 2 to 12, in this order.",
        ),
        (
            ("events", 0, "ignorable"),
            True,
            "events[0].ignorable",
            "events[0] changes demand or prices, which nobody can ignore: write ignorable = false.",
        ),
        (
            ("events", 5, "effect", "upkeep"),
            150,
            "events[5].effect",
            "events[5].effect is 150; sums go in steps of 100: write 100 or 200.",
        ),
        (
            ("sessions", 0, "scarce"),
            200,
            "sessions[0].scarce",
            "sessions[0].scarce is 200; write a number from 300 to 100000.",
        ),
        (("sessions",), [], "sessions", "sessions has 0 rows; write two."),
    ],
)
def test_tables_that_cannot_be_played_name_the_value_and_the_remedy(path, value, field, sentence):
    with pytest.raises(Problem) as refused:
        check_tables(changed(path, value))

    assert refused.value.code == "bad-tables"
    assert refused.value.field == field
    assert spoken(refused.value.text, "en") == sentence


def test_a_file_with_an_unknown_value_is_refused():
    with pytest.raises(msgspec.ValidationError):
        changed(("fields", 0, "depth"), 3)


def test_starting_tankers_may_lie_beside_the_supply():
    """Ruling 4: the other reading, as a host's choice."""
    tables = changed(("readings", "starting_tankers_from_supply"), False)
    talk, _ = begun("pola_naftowe", SEATS, [0] * 4, tables)

    assert talk.state.tankers == 16


def test_every_number_has_a_mark():
    """Tables say of each value where it is from."""
    parts = [
        DEFAULT_TABLES,
        DEFAULT_TABLES.tanker,
        DEFAULT_TABLES.refinery,
        DEFAULT_TABLES.limits,
        *DEFAULT_TABLES.supply,
        *DEFAULT_TABLES.sessions,
        *DEFAULT_TABLES.fields,
        *DEFAULT_TABLES.events,
    ]

    assert all("all" in part.provenance for part in parts)


def test_a_script_of_dice_is_used_up():
    talk, _ = begun("pola_naftowe", SEATS, [0] * 4)

    assert isinstance(talk.dice, ScriptedDice)
    assert talk.dice.spent
