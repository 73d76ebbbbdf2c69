"""Hold a host's tables against what can be played: each refusal names the value and the remedy."""

from __future__ import annotations

import re
from collections.abc import Iterator

from stagepost_contracts.errors import Problem
from stagepost_contracts.texts import say
from stagepost_engine.games.pola_naftowe.tables import (
    AnyEffect,
    DemandHalved,
    DemandRaised,
    MarketEffect,
    PlacingCost,
    RefineryIncome,
    SessionPrices,
    Tables,
    TankerCapacity,
    TankerPrice,
    TankerUpkeep,
    WellOutput,
)
from stagepost_engine.rules.bounds import hold_between

MONEY_STEP = 100  # the smallest banknote
MONEY_MOST = 100_000
COUNT_MOST = 100
ROUNDS_MOST = 12
PLAYERS = (3, 4, 5)
ROLLS = tuple(range(2, 13))
RESERVED = frozenset(["nobody", "nothing"])

_FIELD_ID = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


def check_tables(tables: Tables) -> None:
    """Raise Problem `bad-tables` for the first value that cannot be played with."""
    for name, value, least in _sums(tables):
        _check_money(name, value, least)
    for name, value, least, most in _counts(tables):
        hold_between(name, value, least, most)
    _check_supply(tables)
    _check_fields(tables)
    _check_events(tables)
    _check_sessions(tables)


def _sums(tables: Tables) -> Iterator[tuple[str, int, int]]:
    yield "start_cash", tables.start_cash, tables.least_bid
    yield "least_bid", tables.least_bid, MONEY_STEP
    yield "bid_step", tables.bid_step, MONEY_STEP
    yield "overflow_fine", tables.overflow_fine, 0
    yield "glut_price", tables.glut_price, 0
    yield "tanker.price", tables.tanker.price, 0
    yield "tanker.upkeep", tables.tanker.upkeep, 0
    yield "refinery.price", tables.refinery.price, 0
    yield "refinery.income", tables.refinery.income, 0
    yield "refinery.shortage_fine", tables.refinery.shortage_fine, 0
    for at, field in enumerate(tables.fields):
        yield f"fields[{at}].place", field.place, 0
        yield f"fields[{at}].upkeep", field.upkeep, 0
    for at, session in enumerate(tables.sessions):
        yield f"sessions[{at}].ample", session.ample, tables.glut_price
        yield f"sessions[{at}].scarce", session.scarce, session.ample
    for at, event in enumerate(tables.events):
        if (amount := _sum_of(event.effect)) is not None:
            yield f"events[{at}].effect", amount, 0


def _sum_of(effect: AnyEffect) -> int | None:
    match effect:
        case TankerUpkeep(upkeep=amount) | TankerPrice(price=amount):
            return amount
        case RefineryIncome(income=amount):
            return amount
        case PlacingCost(change=change) | SessionPrices(change=change):
            return abs(change)
        case DemandHalved() | DemandRaised() | TankerCapacity() | WellOutput():
            return None


def _counts(tables: Tables) -> Iterator[tuple[str, int, int, int]]:
    yield "rounds", tables.rounds, 1, ROUNDS_MOST
    # A player cannot own nothing, so each starts with a tanker at least.
    yield "start_tankers", tables.start_tankers, 1, COUNT_MOST
    yield "wells_each", tables.wells_each, 1, COUNT_MOST
    yield "tanker.capacity", tables.tanker.capacity, 1, COUNT_MOST
    yield "refinery.barrels", tables.refinery.barrels, 0, COUNT_MOST
    for name in ("wells_bought", "wells_dropped", "tankers_bought", "tankers_dropped"):
        yield f"limits.{name}", getattr(tables.limits, name), 0, COUNT_MOST
    yield "limits.refineries_bought", tables.limits.refineries_bought, 0, COUNT_MOST
    for at, field in enumerate(tables.fields):
        yield f"fields[{at}].extract", field.extract, 0, COUNT_MOST
        yield f"fields[{at}].capacity", field.capacity, 1, COUNT_MOST
    for at, event in enumerate(tables.events):
        match event.effect:
            case TankerCapacity(barrels=count) | DemandRaised(each=count):
                yield f"events[{at}].effect", count, 0, COUNT_MOST
            case WellOutput(change=change):
                yield f"events[{at}].effect", change, -COUNT_MOST, COUNT_MOST
            case _:
                pass


def _check_money(name: str, value: int, least: int) -> None:
    hold_between(name, value, least, MONEY_MOST)
    if value % MONEY_STEP:
        below = value - value % MONEY_STEP
        raise Problem(
            "bad-tables",
            say(
                "{name} is {value}; sums go in steps of {step}: write {below} or {above}.",
                name=name,
                value=value,
                step=MONEY_STEP,
                below=below,
                above=below + MONEY_STEP,
            ),
            field=name,
        )


def _check_supply(tables: Tables) -> None:
    if tuple(row.players for row in tables.supply) != PLAYERS:
        raise Problem(
            "bad-tables",
            say("supply has one row each for 3, 4 and 5 players, in this order."),
            field="supply",
        )
    for at, row in enumerate(tables.supply):
        taken = (
            row.players * tables.start_tankers
            if tables.readings.starting_tankers_from_supply
            else 0
        )
        hold_between(f"supply[{at}].tankers", row.tankers, taken, 5 * COUNT_MOST)
        hold_between(f"supply[{at}].refineries", row.refineries, 0, 5 * COUNT_MOST)


def _check_fields(tables: Tables) -> None:
    if not max(PLAYERS) <= len(tables.fields) <= COUNT_MOST:
        raise Problem(
            "bad-tables",
            say(
                "fields has {count} rows; as many fields are drawn as there are players, so write at least {least}.",
                count=len(tables.fields),
                least=max(PLAYERS),
            ),
            field="fields",
        )
    known: set[str] = set()
    for at, field in enumerate(tables.fields):
        if not _FIELD_ID.fullmatch(field.id) or field.id in known | RESERVED:
            raise Problem(
                "bad-tables",
                say(
                    "“{id}” cannot name a field: write lower-case letters, digits and hyphens, each name once.",
                    id=field.id,
                ),
                field=f"fields[{at}].id",
            )
        known.add(field.id)


def _check_events(tables: Tables) -> None:
    if tuple(event.roll for event in tables.events) != ROLLS:
        raise Problem(
            "bad-tables",
            say("events has one row for each roll from 2 to 12, in this order."),
            field="events",
        )
    for at, event in enumerate(tables.events):
        # Ruling 13: nobody can be outside the market.
        if event.ignorable and isinstance(event.effect, MarketEffect):
            raise Problem(
                "bad-tables",
                say(
                    "events[{at}] changes demand or prices, which nobody can ignore: write ignorable = false.",
                    at=at,
                ),
                field=f"events[{at}].ignorable",
            )


def _check_sessions(tables: Tables) -> None:
    if len(tables.sessions) != 2:
        raise Problem(
            "bad-tables",
            say("sessions has {count} rows; write two.", count=len(tables.sessions)),
            field="sessions",
        )
