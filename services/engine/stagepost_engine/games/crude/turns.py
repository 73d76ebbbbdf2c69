"""Which step comes next: hits in order, the next turn, the next round, the end."""

from __future__ import annotations

from msgspec.structs import replace

from stagepost_contracts.texts import say
from stagepost_engine.games.crude.final import ended
from stagepost_engine.games.crude.lines import acting, line_of, neighbours
from stagepost_engine.games.crude.state import QUADRANTS, Table, named, tables_of, with_quadrant
from stagepost_engine.games.crude.steps import Told, news
from stagepost_engine.games.crude.words import barrels_word
from stagepost_engine.games.crude.works import can_work, pumped
from stagepost_engine.rules.game import Outcome

NOTICE_ROUNDS = 5  # Ruling 44: how long before it the last round is announced


def turn_begun(table: Table, told: Told) -> Outcome[Table]:
    """Open the market for the player in turn; the ghost only rolls (ruling 33)."""
    owned = table.quadrants[table.turn].owner is not None
    phase = "market" if owned else "roll"
    return Outcome(replace(table, phase=phase, roll=(), queue=(), pumped=0), told)


def production(table: Table, told: Told) -> Outcome[Table]:
    """Own hits first, then each neighbour's."""
    first = (table.turn,) if table.quadrants[table.turn].owner is not None else ()
    return next_hits(replace(table, queue=first + neighbours(table)), told)


def next_hits(table: Table, told: Told) -> Outcome[Table]:
    """Let the wells of the next in line pump; wait only for somebody who has a choice."""
    while table.queue:
        table, words = _pumped(table)
        told += words
        if can_work(table):
            return Outcome(replace(table, phase="hits"), told)
        table = replace(table, queue=table.queue[1:], pumped=0)
    if table.quadrants[table.turn].owner is not None:
        return Outcome(replace(table, phase="assets"), told)
    return turn_ended(table, told)


def _pumped(table: Table) -> tuple[Table, Told]:
    quadrant = acting(table)
    held = table.quadrants[quadrant]
    barrels = pumped(table, held.plan, line_of(table, quadrant))
    table = replace(table, pumped=barrels, supply_crude=table.supply_crude - barrels)
    if not barrels:
        return table, ()
    word = say(
        "The wells of {who} pump {barrels}.",
        who=named(table, quadrant),
        barrels=barrels_word("crude", barrels),
    )
    return with_quadrant(table, quadrant, replace(held, crude=held.crude + barrels)), news(word)


def turn_ended(table: Table, told: Told) -> Outcome[Table]:
    """Pass the dice clockwise, or end the match."""
    if table.declared is not None:
        table = replace(table, turns_left=table.turns_left - 1)
        if table.turns_left == 0:
            return ended(table, told)
    table = replace(table, turn=(table.turn + 1) % QUADRANTS)
    if table.turn != table.first:
        return turn_begun(table, told)
    table = replace(table, round=table.round + 1)
    most = tables_of(table).readings.rounds_most
    if table.declared is not None or not most or table.round < most - NOTICE_ROUNDS:
        return turn_begun(table, told)
    # Ruling 44: a match that nobody ends is scored after the last round.
    if table.round > most:
        word = say("Round {round} is over: nobody declared victory.", round=most)
        return ended(table, told + news(word))
    word = say(
        "Round {round} begins; if nobody declares victory, the match is scored after round {most}.",
        round=table.round,
        most=most,
    )
    return turn_begun(table, told + news(word))
