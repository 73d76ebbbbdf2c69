"""Everything on the table of Crude: two boards, the markets, the decks and the money."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import Text, say
from stagepost_engine.games.crude.squares import count_of, kind_at, pieces
from stagepost_engine.games.crude.tables import (
    EconomyCard,
    Kind,
    MarketClosed,
    MarketName,
    NewsCard,
    Price,
    Rungs,
    StationBonus,
    Tables,
)

QUADRANTS = 4
CORNERS = ("nw", "ne", "se", "sw")
"""Names of the quadrants, clockwise."""


class Quadrant(msgspec.Struct, frozen=True, array_like=True):
    """A quarter of the operations board and its store; nobody owns the ghost's.

    `plan` has a mark for each of the 36 squares, row by row.
    """

    owner: Seat | None
    plan: str
    crude: int = 0
    gasoline: int = 0


class Ladders(msgspec.Struct, frozen=True, array_like=True):
    """A market: how many of the lowest spaces are open, for crude and for gasoline."""

    crude: int
    gasoline: int


class Table(msgspec.Struct, frozen=True, omit_defaults=True):
    """`first` is the quadrant that began, `turn` the one in turn; `queue` those yet to act on hits.

    Barrels on the consumer track cover every space from `consumer` up to `consumer_top`.
    `likely` and `unlikely` lie open; `unseen` are cards nobody has seen, without an order;
    `seen` lie under the pile in order; `lasting` are in force. `pumped` is what the first of the
    queue pumped on this roll. `bank` and the supplies count what they took in, less what they
    gave out: nothing is made and nothing is lost, and pieces are no limit.
    `turns_left` are those of the last round, the present one counted, once victory is declared.
    """

    phase: str
    seats: tuple[Seat, ...]
    first: int
    turn: int
    quadrants: tuple[Quadrant, ...]
    cash: dict[Seat, int]
    markets: dict[MarketName, Ladders]
    consumer: int
    consumer_top: int
    economy: str
    likely: str
    unlikely: str
    unseen: tuple[str, ...]
    seen: tuple[str, ...] = ()
    lasting: tuple[str, ...] = ()
    round: int = 1
    track: int = 0
    roll: tuple[int, ...] = ()
    queue: tuple[int, ...] = ()
    pumped: int = 0
    debts: dict[Seat, int] = {}
    declared: int | None = None
    turns_left: int = 0
    bank: int = 0
    supply_crude: int = 0
    supply_gasoline: int = 0
    tables: Tables | None = None


def tables_of(table: Table) -> Tables:
    assert table.tables is not None, "a state is played with its tables"
    return table.tables


def owner_of(table: Table, quadrant: int) -> Seat:
    owner = table.quadrants[quadrant].owner
    assert owner is not None, f"nobody owns the {CORNERS[quadrant]}"
    return owner


def quadrants_of(table: Table, seat: Seat) -> tuple[int, ...]:
    return tuple(at for at, held in enumerate(table.quadrants) if held.owner == seat)


def named(table: Table, quadrant: int) -> Text:
    """Return who plays a quadrant; of two of one player, also which."""
    owner = table.quadrants[quadrant].owner
    if owner is None:
        return say("the empty quadrant")
    if len(quadrants_of(table, owner)) == 1:
        return say("{name}", name=owner)
    return say("{name} ({corner})", name=owner, corner=CORNERS[quadrant].upper())


def with_quadrant(table: Table, quadrant: int, held: Quadrant, **changes: object) -> Table:
    quadrants = (*table.quadrants[:quadrant], held, *table.quadrants[quadrant + 1 :])
    return replace(table, quadrants=quadrants, **changes)


def paid(table: Table, sums: Mapping[Seat, int]) -> Table:
    """Each pays a sum to the bank; a sum below nothing is paid out by it."""
    cash = dict(table.cash)
    for seat, amount in sums.items():
        cash[seat] -= amount
    return replace(table, cash=cash, bank=table.bank + sum(sums.values()))


def card_named(tables: Tables, name: str) -> EconomyCard:
    return next(card for card in tables.economy if card.id == name)


def card_now(table: Table) -> EconomyCard:
    """Return the economy card that lies on top."""
    return card_named(tables_of(table), table.economy)


def news_named(table: Table, name: str) -> NewsCard:
    return next(card for card in tables_of(table).news.cards if card.id == name)


def price_of(card: EconomyCard, kind: Kind) -> Price:
    match kind:
        case "rig":
            return card.rig
        case "station":
            return card.station
        case "refinery":
            return card.refinery
        case "well":
            return card.well


def rungs_of(table: Table, good: str) -> Rungs:
    return tables_of(table).crude if good == "crude" else tables_of(table).gasoline


def closed_markets(table: Table) -> frozenset[str]:
    effects = (news_named(table, name).effect for name in table.lasting)
    return frozenset(effect.market for effect in effects if isinstance(effect, MarketClosed))


def station_bonus(table: Table) -> int:
    effects = (news_named(table, name).effect for name in table.lasting)
    return sum(effect.each for effect in effects if isinstance(effect, StationBonus))


def well_price(table: Table) -> int:
    """Ruling 15: a step for each well on the board, of all players, and one more."""
    wells = sum(count_of(held.plan, "well") for held in table.quadrants)
    return tables_of(table).yields.well_step * (wells + 1)


def worth(card: EconomyCard, plan: str) -> int:
    """Return what all assets of a quadrant bring on that card."""
    return sum(price_of(card, kind_at(plan, at)).sell for at in pieces(plan))
