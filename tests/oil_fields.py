"""A table of Pola Naftowe in any position, to be talked to in commands."""

from __future__ import annotations

from msgspec.structs import replace
from transcript import Talk

from stagepost_contracts.errors import IllegalMove, UnreadableLine
from stagepost_engine.games.pola_naftowe.default_tables import DEFAULT_TABLES, FIELDS
from stagepost_engine.games.pola_naftowe.game import GAME
from stagepost_engine.games.pola_naftowe.state import Holding, Table
from stagepost_engine.rules.dice import ScriptedDice
from stagepost_engine.rules.play import Play
from stagepost_texts.catalogue import spoken

SEATS = ("anna", "piotr", "marcin", "krzysiek")
DRAWN = ("texas", "persian-gulf", "north-sea", "indian-ocean")
IDS = tuple(row.id for row in FIELDS)


def faces(*pips: int) -> list[int]:
    """What dice show, as the script wants it: from 0."""
    return [pip - 1 for pip in pips]


def held(cash=3000, tankers=1, refineries=0, barrels=0, **wells) -> Holding:
    """Wells by field: `texas=2`, `north_sea=1`."""
    by_id = {name.replace("_", "-"): count for name, count in wells.items()}
    assert set(by_id) <= set(DRAWN)
    row = tuple(by_id.get(name, 0) for name in DRAWN)
    return Holding(cash, tankers, refineries, row, barrels)


def table(phase: str, *, seats=SEATS, values=(), tables=DEFAULT_TABLES, leader="anna", **changes):
    """
    A talk at a table in that phase; seats hold `held()` unless given by name.

    `leader` has won the lobby; what the seats hold is taken from the supply.
    """
    given = {seat: changes.pop(seat) for seat in seats if seat in changes}
    holdings = {seat: given.get(seat, held()) for seat in seats}
    holdings = {seat: holding for seat, holding in holdings.items() if holding is not None}
    state = Table(
        phase=phase,
        seats=seats,
        fields=tuple(IDS.index(name) for name in DRAWN),
        holdings=holdings,
        tankers=16 - sum(holding.tankers for holding in holdings.values()),
        refineries=9 - sum(holding.refineries for holding in holdings.values()),
        lobbyist=leader,
        leader=leader,
        tables=tables,
    )
    state = replace(state, **changes)
    return Talk(GAME, Play(state), ScriptedDice(values))


def turns(first: str, seats=SEATS) -> tuple[str, ...]:
    at = seats.index(first)
    return (*seats[at:], *seats[:at])


def building(first="anna", **changes):
    """Infrastructure, `first` to act and to lead."""
    return table("infrastructure", leader=first, queue=turns(first), **changes)


def refusal(does, *words) -> str:
    """The sentence that a line is refused with."""
    try:
        does(*words)
    except (IllegalMove, UnreadableLine) as refused:
        return spoken(refused.text, "en")
    raise AssertionError(f"not refused: {words}")


def cash(talk: Talk) -> dict[str, int]:
    return {seat: holding.cash for seat, holding in talk.state.holdings.items()}


def with_event(tables, effect, *, ignorable=True):
    """The tables with that effect on every roll."""
    events = tuple(replace(event, effect=effect, ignorable=ignorable) for event in tables.events)
    return replace(tables, events=events)
