"""A host's own tables: what can be played with is taken, what cannot is named with the remedy."""

import msgspec
import pytest
from msgspec.structs import replace

from stagepost_contracts.errors import Problem
from stagepost_engine.games.crude.check_tables import check_tables
from stagepost_engine.games.crude.default_tables import DEFAULT_TABLES as TABLES
from stagepost_engine.games.crude.tables import Numbers, Tables
from stagepost_texts.catalogue import spoken

NEWS = TABLES.news


def changed(**changes):
    return replace(TABLES, **changes)


def card(at, **changes):
    economy = list(TABLES.economy)
    economy[at] = replace(economy[at], **changes)
    return changed(economy=tuple(economy))


def news(at, **changes):
    cards = list(NEWS.cards)
    cards[at] = replace(cards[at], **changes)
    return changed(news=replace(NEWS, cards=tuple(cards)))


def test_the_default_tables_can_be_played_with():
    check_tables(TABLES)


def test_they_are_data_that_a_host_can_write():
    assert msgspec.convert(msgspec.to_builtins(TABLES), Tables) == TABLES


def test_every_value_has_a_mark():
    for numbers in parts(TABLES):
        assert numbers.provenance


def parts(thing):
    """All structs that stand on their own; a price goes with its card."""
    yield thing
    for field in msgspec.structs.fields(thing):
        value = getattr(thing, field.name)
        rows = value if isinstance(value, tuple) else (value,)
        for row in rows:
            if (
                isinstance(row, Numbers)
                and field.type is not None
                and "Price" not in str(type(row))
            ):
                yield from parts(row)


@pytest.mark.parametrize(
    ("tables", "field", "sentence"),
    [
        (changed(start_cash=TABLES.start_cash[:2]), "start_cash", "start_cash has one row each"),
        (changed(win_cash=300), "win_cash", "win_cash is 300; write a number from 301"),
        (changed(start_crude=-1), "start_crude", "start_crude is -1; write a number from 0"),
        (changed(track_limit=0), "track_limit", "track_limit is 0; write a number from 1"),
        (changed(crude=replace(TABLES.crude, open=31)), "crude.open", "crude.open is 31; write"),
        (changed(start_card="boom"), "start_card", "start_card names “boom”, which is no economy"),
        (changed(final_card="bust"), "final_card", "final_card names “bust”"),
        (card(0, next=("growth",)), "economy[0].next", "economy[0].next names 1 cards; write six"),
        (card(0, next=("boom",) * 6), "economy[0].next", "economy[0].next names “boom”"),
        (card(1, id="depression"), "economy[1].id", "“depression” cannot name a card"),
        (card(1, id="Big Boom"), "economy[1].id", "“Big Boom” cannot name a card"),
        (card(2, change=999), "economy[2].change", "economy[2].change is 999; write"),
        (
            card(0, rig=replace(TABLES.economy[0].rig, sell=9)),
            "economy[0].rig.buy",
            "economy[0].rig.buy is 5; write a number from 9",
        ),
        (changed(economy=()), "economy", "economy has no card"),
        (
            changed(consumer=replace(TABLES.consumer, red=(6, 3))),
            "consumer.red",
            "consumer.red lists the red spaces once each",
        ),
        (
            changed(consumer=replace(TABLES.consumer, red=(3, 99))),
            "consumer.red[1]",
            "consumer.red[1] is 99; write a number from 1 to 80.",
        ),
        (
            changed(consumer=replace(TABLES.consumer, start=81)),
            "consumer.start",
            "consumer.start is 81; write a number from 2 to 80.",
        ),
        (news(0, ends_on=(2,)), "news.cards[0].ends_on", "news.cards[0]: name in ends_on"),
        (news(4, ends_on=()), "news.cards[4].ends_on", "news.cards[4]: name in ends_on"),
        (news(4, ends_on=(7,)), "news.cards[4].ends_on", "news.cards[4].ends_on is 7; write"),
        (news(1, id="barrel-tax"), "news.cards[1].id", "“barrel-tax” cannot name a card"),
        (
            changed(news=replace(NEWS, cards=NEWS.cards[:2])),
            "news.cards",
            "news.cards is 2; write a number from 3",
        ),
        (
            changed(news=replace(NEWS, unlikely=(1,))),
            "news.unlikely",
            "news.likely and news.unlikely name the same double",
        ),
        (
            changed(readings=replace(TABLES.readings, rounds_most=-1)),
            "readings.rounds_most",
            "readings.rounds_most is -1; write a number from 0",
        ),
        (
            changed(yields=replace(TABLES.yields, well_step=0)),
            "yields.well_step",
            "yields.well_step is 0; write a number from 1",
        ),
    ],
)
def test_a_value_that_cannot_be_played_with_is_named(tables, field, sentence):
    with pytest.raises(Problem) as refused:
        check_tables(tables)

    assert (refused.value.code, refused.value.field) == ("bad-tables", field)
    assert spoken(refused.value.text, "en").startswith(sentence)


def test_an_unknown_reading_is_no_table():
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"neighbours": "none"}, type(TABLES.readings))
