"""How a phase of the rulebook opens: last call, promises, falls, and then its first step."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from stagepost_contracts.events import Event
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import say
from stagepost_engine.games.pola_naftowe.insolvency import settled, short_of
from stagepost_engine.games.pola_naftowe.parts import (
    CALL_STEP,
    EXCHANGE,
    FIRST_STEP,
    INFRASTRUCTURE,
    LOBBYING,
    REFINERY,
)
from stagepost_engine.games.pola_naftowe.ranking import winners
from stagepost_engine.games.pola_naftowe.state import Table, clockwise, tables_of
from stagepost_engine.rules.game import Outcome

Told = tuple[Event, ...]


def opened(table: Table, part: int, told: Told = ()) -> Outcome[Table]:
    """Open a phase; before some of them, whoever is short is called once."""
    # Ruling 50: no last call where nobody is short.
    short = short_of(table, part) if part in CALL_STEP else ()
    if not short:
        return begun(table, part, told)
    calls = tuple(
        Event(say("{seat} cannot pay what falls due next: last call.", seat=seat)) for seat in short
    )
    return Outcome(replace(table, phase=CALL_STEP[part], queue=short), (*told, *calls))


def begun(
    table: Table, part: int, told: Told = (), conceded: Iterable[Seat] = ()
) -> Outcome[Table]:
    """Collect what falls due at the opening, and go to the phase's first step."""
    table, news = settled(replace(table, queue=()), part, conceded)
    told = (*told, *news)
    # Ruling 39: who is left alone has won.
    if len(table.holdings) <= 1:
        return ended(table, told)
    queue = clockwise(table, table.leader) if part in (INFRASTRUCTURE, REFINERY) else ()
    session = 1 if part == EXCHANGE else 0
    return Outcome(replace(table, phase=FIRST_STEP[part], queue=queue, session=session), told)


def round_over(table: Table, told: Told) -> Outcome[Table]:
    """The last phase is done: the next round's Lobbying opens, or the game ends."""
    if table.round == tables_of(table).rounds:
        return ended(table, told)
    holdings, oil = table.holdings, table.oil
    if not tables_of(table).readings.barrels_stay:
        oil += sum(held.barrels for held in holdings.values())
        holdings = {seat: replace(held, barrels=0) for seat, held in holdings.items()}
    after = replace(
        table,
        round=table.round + 1,
        holdings=holdings,
        oil=oil,
        demand=0,
        event=0,
        exempt=None,
        adjusted=False,
    )
    begins = Event(say("Round {round} begins.", round=after.round))
    return opened(after, LOBBYING, (*told, begins))


def ended(table: Table, told: Told = ()) -> Outcome[Table]:
    """Say who won; the phase without a name is the end."""
    over = replace(table, phase="", session=0, promises=())
    best = winners(over)
    if len(best) == 1:
        word = say(
            "The game is over. {seat} wins with {cash} P$.", seat=best[0].seat, cash=best[0].score
        )
    else:
        word = say(
            "The game is over. {seats} share the win with {cash} P$ each.",
            seats=tuple(say("{seat}", seat=rank.seat) for rank in best),
            cash=best[0].score,
        )
    return Outcome(over, (*told, Event(word)))
