"""Everything on the table of Bombay, in front of the screens and behind them."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from stagepost_contracts.ids import Seat
from stagepost_engine.games.bombay.tables import (
    Colour,
    ExtraCity,
    ExtraClient,
    Place,
    Seating,
    Tables,
)


class Elephant(msgspec.Struct, frozen=True, array_like=True):
    """What all see of a player: where the elephant is, its bales, and palaces not yet built."""

    place: str
    bales: tuple[Colour, ...]
    palaces: int


class Purse(msgspec.Struct, frozen=True, array_like=True):
    """What lies behind a player's screen.

    `cities` are the cities whose token was taken at a sale; `kept` are palace tokens by their
    place in the tables.
    """

    rupees: int
    clients: int = 0
    cities: tuple[str, ...] = ()
    kept: tuple[int, ...] = ()


class Table(msgspec.Struct, frozen=True, omit_defaults=True):
    """`markets` are counts by colour from the left; `demand` are cubes from the top.

    `tokens` are palace tokens on the map by their place in the tables, `box` those used up.
    `bank` and `clients` count what was taken in less what was given out: nothing is made and
    nothing is lost. `queue` are those yet to act in this turn, the present one first.
    """

    phase: str
    seats: tuple[Seat, ...]
    first: Seat
    elephants: dict[Seat, Elephant]
    purses: dict[Seat, Purse]
    bag: dict[Colour, int]
    markets: tuple[dict[Colour, int], ...]
    demand: dict[str, tuple[Colour, ...]]
    posts: dict[str, Colour]
    tokens: dict[str, int]
    city_tokens: dict[str, int]
    palaces: dict[str, Seat] = {}
    box: tuple[int, ...] = ()
    bank: int = 0
    clients: int = 0
    set_number: int = 1
    turn_number: int = 1
    queue: tuple[Seat, ...] = ()
    tables: Tables | None = None


def tables_of(table: Table) -> Tables:
    assert table.tables is not None, "a state is played with its tables"
    return table.tables


def seating_of(tables: Tables, count: int) -> Seating:
    return next(row for row in tables.seatings if row.players == count)


def seating(table: Table) -> Seating:
    """What holds for this number of players."""
    return seating_of(tables_of(table), len(table.seats))


def clockwise(table: Table, first: Seat) -> tuple[Seat, ...]:
    at = table.seats.index(first)
    return (*table.seats[at:], *table.seats[:at])


def place_of(table: Table, name: str) -> Place:
    return next(place for place in tables_of(table).board.places if place.id == name)


def neighbours(table: Table, name: str) -> tuple[str, ...]:
    """Places one road away, in the order of the roads."""
    roads = tables_of(table).board.roads
    return tuple(other if one == name else one for one, other in roads if name in (one, other))


def paid(table: Table, seat: Seat, rupees: int, clients: int = 0) -> Table:
    """The bank pays the seat; a sum below nothing is paid to the bank."""
    purse = table.purses[seat]
    # Ruling 24: pieces of money and client tokens are no limit.
    purse = replace(purse, rupees=purse.rupees + rupees, clients=purse.clients + clients)
    return replace(
        table,
        purses={**table.purses, seat: purse},
        bank=table.bank - rupees,
        clients=table.clients - clients,
    )


def moved(counts: dict[Colour, int], colour: Colour, change: int) -> dict[Colour, int]:
    """Return counts with one colour changed, and none of a colour that is gone."""
    left = counts | {colour: counts.get(colour, 0) + change}
    return {known: left[known] for known in sorted(left) if left[known]}


def clients_of(table: Table, seat: Seat) -> int:
    """Client tokens, those from palaces included."""
    purse, known = table.purses[seat], tables_of(table).palace_tokens
    kept = sum(isinstance(known[at].effect, ExtraClient) for at in purse.kept)
    return purse.clients + kept


def city_tokens_of(table: Table, seat: Seat) -> int:
    # Ruling 12: a palace token counts one more, also beside one of each city.
    purse, known = table.purses[seat], tables_of(table).palace_tokens
    kept = sum(isinstance(known[at].effect, ExtraCity) for at in purse.kept)
    return len(purse.cities) + kept


def palaces_of(table: Table, seat: Seat) -> tuple[str, ...]:
    return tuple(place for place, owner in table.palaces.items() if owner == seat)
