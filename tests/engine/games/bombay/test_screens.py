"""Holdings behind a screen: one's own shown, others' hidden, open by the host's choice."""

import pytest
from msgspec.structs import replace
from random_match import match_of
from silk_roads import FIRST_GAME, SEATS, at, table

from stagepost_engine.games.bombay.game import GAME
from stagepost_engine.games.bombay.state import Purse
from stagepost_engine.rules.codec import canonical
from stagepost_engine.rules.dice import SeededDice

CITIES = ("bombay", "indore", "nagpur", "hyderabad")


def with_other_purses(state, reader, number):
    """The same state, but for what lies behind the screens of the others."""
    dice = SeededDice(b"screens", number)

    def purse():
        held = tuple(city for city in CITIES if dice.below(2, "city"))
        kept = tuple(dice.below(2, "kind") for _ in range(dice.below(3, "kept")))
        return Purse(dice.below(30, "rupees"), dice.below(9, "clients"), held, kept)

    purses = {seat: held if seat == reader else purse() for seat, held in state.purses.items()}
    return replace(state, purses=purses)


def read(state, reader):
    """Everything that the game makes of a state for one reader."""
    view = GAME.view(state, reader)
    sheet = GAME.sheet(view)
    phase = GAME.phase(state.phase)
    told = [canonical(view), canonical(sheet), sheet.parts[0].svg.encode()]
    told += [canonical(GAME.ranking(state)), canonical(phase.actors(state))]
    if reader in phase.actors(state):
        told += [
            canonical(phase.question(state, reader)),
            canonical(phase.forms(state, reader, ())),
        ]
        told.append(canonical(phase.default(state, reader)))
    return told


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_what_lies_behind_the_screens_of_others_changes_nothing(count):
    """Two states that differ only in it give the reader the same bytes."""
    match = match_of("bombay", count, 1, "mixed")
    for number, asked in enumerate(match.asked[::7]):
        for reader in (*asked.state.seats, None):
            other = with_other_purses(asked.state, reader, number)

            assert other != asked.state
            assert read(other, reader) == read(asked.state, reader)


def test_a_view_has_no_field_for_what_is_hidden():
    talk = table(grey=at(rupees=7), brown=at(rupees=8))

    assert [purse.seat for purse in talk.game.view(talk.state, "grey").purses] == ["grey"]
    assert talk.game.view(talk.state, None).purses == ()
    assert talk.game.view(talk.state, "nobody").purses == ()


def test_a_host_may_choose_open_holdings():
    """Ruling 23."""
    readings = replace(FIRST_GAME.readings, open_holdings=True)
    talk = table(tables=replace(FIRST_GAME, readings=readings), brown=at(rupees=8))
    view = talk.game.view(talk.state, "grey")

    assert {purse.seat: purse.rupees for purse in view.purses}["brown"] == 8
    assert [purse.seat for purse in talk.game.view(talk.state, None).purses] == list(SEATS)


def test_the_screens_fall_at_the_end():
    talk = table(queue=("ivory",), set_number=4, turn_number=4)
    talk.says("ivory", "STAY")

    assert len(talk.game.view(talk.state, None).purses) == 4
    assert talk.game.view(talk.state, None).ranking == talk.game.ranking(talk.state)


def test_nobody_is_ranked_while_the_screens_stand():
    talk = table(grey=at(rupees=99))

    assert {(rank.place, rank.score) for rank in talk.game.ranking(talk.state)} == {(1, 0)}
