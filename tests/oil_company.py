"""A table of Crude in any position, to be talked to in commands."""

from __future__ import annotations

from dataclasses import replace as also

import msgspec
from msgspec.structs import replace
from transcript import Talk

from stagepost_contracts.errors import IllegalMove, UnreadableLine
from stagepost_contracts.reading import read
from stagepost_engine.games.crude.default_tables import DEFAULT_TABLES
from stagepost_engine.games.crude.game import GAME
from stagepost_engine.games.crude.policy import POLICY
from stagepost_engine.games.crude.squares import AT, EMPTY, placed
from stagepost_engine.games.crude.state import Ladders, Quadrant, Table
from stagepost_engine.games.crude.turns import production
from stagepost_engine.rules.dice import ScriptedDice
from stagepost_engine.rules.play import Play, advanced
from stagepost_texts.catalogue import spoken

SEATS = ("anna", "piotr", "marcin", "ola")
NEWS = tuple(card.id for card in DEFAULT_TABLES.news.cards)


def faces(*pips: int) -> list[int]:
    """What dice show, as the script wants it: from 0."""
    return [pip - 1 for pip in pips]


def plan(**squares: str) -> str:
    """A quadrant by its squares: `plan(rig="1-1 1-2", refinery="3-3")`."""
    drawn = EMPTY
    for kind, names in squares.items():
        for name in names.split():
            drawn = placed(drawn, AT[name], kind)
    return drawn


def held(crude=2, gasoline=2, **squares: str) -> Quadrant:
    return Quadrant(None, plan(**squares), crude, gasoline)


MIXED = held(4, 4, rig="1-1 1-2 1-3 1-4 1-5 1-6", station="3-3", refinery="5-1")
"""Something of each kind that can be sold for a debt."""


def table(
    phase="market", *, players=4, values=(), turn=0, cash=200, tables=DEFAULT_TABLES, **changes
):
    """
    A talk at a table in that phase, `turn` in turn.

    Quadrants by their corner (`nw=held(...)`); the others hold 2 and 2 barrels. `cash` is a sum
    for everybody or a dictionary.
    """
    seats = SEATS[:players]
    owners = (*seats, *seats) if players == 2 else (*seats, *[None] * (4 - players))
    quadrants = [
        replace(
            changes.pop(corner, Quadrant(None, EMPTY, 2, 2) if owner else held(0, 0)), owner=owner
        )
        for corner, owner in zip(("nw", "ne", "se", "sw"), owners, strict=True)
    ]
    likely = changes.pop("likely", "barrel-tax")
    unlikely = changes.pop("unlikely", "refit")
    out = {likely, unlikely, *changes.get("lasting", ()), *changes.get("seen", ())}
    state = Table(
        phase=phase,
        seats=seats,
        first=0,
        turn=turn,
        quadrants=tuple(quadrants),
        cash=cash if isinstance(cash, dict) else dict.fromkeys(seats, cash),
        markets={"domestic": Ladders(5, 7), "foreign": Ladders(5, 7)},
        consumer=26,
        consumer_top=26,
        economy="recovery",
        likely=likely,
        unlikely=unlikely,
        unseen=tuple(name for name in NEWS if name not in out),
        tables=tables,
    )
    return Talk(GAME, Play(replace(state, **changes)), ScriptedDice(values))


def rolled(row: int, column: int, **changes) -> Talk:
    """A table whose dice lie, at the first hits that somebody must decide, or at the assets."""
    talk = table("track", roll=(row, column), **changes)
    talk.play = also(talk.play, state=production(talk.state, ()).state)
    return talk


def rolls(*values: int, **changes) -> Talk:
    """A table after a production roll: the faces of the two dice, then draws from 0."""
    talk = table("roll", values=[*faces(*values[:2]), *values[2:]], **changes)
    talk._takes(advanced(GAME, talk.play, lambda _: talk.dice))
    return talk


def promises(talk: Talk, seat: str, line: str) -> None:
    """Give a standing policy, at any time."""
    order = msgspec.convert(read(line, (POLICY,)), GAME.orders)
    standing = {**talk.play.standing, seat: {"hits": (order,)}}
    talk.play = also(talk.play, standing=standing)


def goes_on(talk: Talk) -> list[str]:
    return talk._takes(advanced(GAME, talk.play, lambda _: talk.dice))


def refusal(does, *words) -> str:
    """The sentence that a line is refused with."""
    try:
        does(*words)
    except (IllegalMove, UnreadableLine) as refused:
        return spoken(refused.text, "en")
    raise AssertionError(f"not refused: {words}")


def news(talk: Talk) -> list[str]:
    return [spoken(event.text, "en") for event in talk.news]


def quadrant(talk: Talk, corner: str) -> Quadrant:
    return talk.state.quadrants[("nw", "ne", "se", "sw").index(corner)]


def barrels(talk: Talk, corner: str) -> tuple[int, int]:
    kept = quadrant(talk, corner)
    return kept.crude, kept.gasoline
