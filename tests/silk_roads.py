"""A table of Bombay in any position, to be talked to in commands."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace
from transcript import Talk

from stagepost_contracts.errors import IllegalMove, UnreadableLine
from stagepost_engine.games.bombay.default_tables import DEFAULT_TABLES
from stagepost_engine.games.bombay.game import GAME
from stagepost_engine.games.bombay.setup import setup
from stagepost_engine.games.bombay.state import Elephant, Purse
from stagepost_engine.rules.dice import ScriptedDice
from stagepost_engine.rules.play import Play
from stagepost_texts.catalogue import spoken

SEATS = ("grey", "brown", "pink", "ivory")
# The set-up of the first game: nothing is drawn but the first player.
FIRST_GAME = replace(DEFAULT_TABLES, readings=replace(DEFAULT_TABLES.readings, first_game=True))
CLIENT, CITY, RUPEES, BALE = range(4)
BAG = {"blue": 5, "orange": 5, "purple": 4, "yellow": 3}


class Trader(NamedTuple):
    elephant: Elephant
    purse: Purse


def at(place="A", *bales, rupees=2, clients=0, cities=(), kept=(), palaces=5) -> Trader:
    """A player: where the elephant stands, what it carries, what lies behind the screen."""
    return Trader(Elephant(place, bales, palaces), Purse(rupees, clients, tuple(cities), kept))


def table(*, seats=SEATS, values=(), tables=FIRST_GAME, **changes):
    """
    A talk in the first turn, the first seat to move; seats are `at()` unless given by name.

    The left market has purple and blue, the middle one yellow, the right one orange.
    """
    given = {seat: changes.pop(seat) for seat in seats if seat in changes}
    traders = {seat: given.get(seat, at()) for seat in seats}
    state = setup(tables, seats, ScriptedDice([0])).state
    state = replace(
        state,
        phase="turn",
        queue=seats,
        elephants={seat: trader.elephant for seat, trader in traders.items()},
        purses={seat: trader.purse for seat, trader in traders.items()},
        markets=({"blue": 3, "purple": 3}, {"yellow": 2}, {"orange": 1}),
        bag={"blue": 2, "orange": 4, "purple": 1, "yellow": 1},
    )
    return Talk(GAME, Play(replace(state, **changes)), ScriptedDice(values))


def bales(*colours: str, bag=BAG) -> list[int]:
    """What the bag has to give for these bales to be drawn, in this order."""
    left = [colour for colour in sorted(bag) for _ in range(bag[colour])]
    drawn = []
    for colour in colours:
        drawn.append(left.index(colour))
        left.remove(colour)
    return drawn


def refusal(talk: Talk, seat: str, line: str) -> str:
    """The sentence that refuses the line."""
    return refused(talk, seat, line)[0]


def refused(talk: Talk, seat: str, line: str) -> tuple[str, int]:
    """The sentence that refuses the line, and which of its orders fails, from 0."""
    before = talk.state
    try:
        talk.says(seat, line)
    except (IllegalMove, UnreadableLine) as error:
        assert talk.state == before
        return spoken(error.text, "en"), getattr(error, "index", -1)
    raise AssertionError(f"{line} was taken")
