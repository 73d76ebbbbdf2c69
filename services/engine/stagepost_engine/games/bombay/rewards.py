"""End of the game: rewards for palaces and clients, and for city tokens."""

from __future__ import annotations

from msgspec.structs import replace

from stagepost_contracts.events import Event
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import Text, say
from stagepost_engine.games.bombay.state import (
    Table,
    city_tokens_of,
    clients_of,
    paid,
    palaces_of,
    seating,
    tables_of,
)
from stagepost_engine.rules.dice import Dice
from stagepost_engine.rules.game import Moves, Outcome
from stagepost_engine.rules.steps import happening


def shared_rewards(sizes: dict[Seat, int], rewards: tuple[int, ...]) -> dict[Seat, int]:
    """Rupees for the places by size; tied places are added and divided."""
    # Ruling 21: a size of nothing takes a place as well.
    shared: dict[Seat, int] = {}
    for seat, size in sizes.items():
        above = sum(other > size for other in sizes.values())
        tied = sum(other == size for other in sizes.values())
        # Ruling 20: rounded down.
        shared[seat] = sum(rewards[above : above + tied]) // tied
    return shared


def empire(table: Table, seat: Seat) -> int:
    """Palaces built and client tokens."""
    return len(palaces_of(table, seat)) + clients_of(table, seat)


def empire_rewards(table: Table) -> dict[Seat, int]:
    sizes = {seat: empire(table, seat) for seat in table.seats}
    return shared_rewards(sizes, seating(table).rewards)


def city_reward(table: Table, seat: Seat) -> int:
    """Ruling 25: the best row alone counts. Ruling 12: more tokens than it names pay the same."""
    count = city_tokens_of(table, seat)
    rows = tables_of(table).city_rewards
    return max((row.rupees for row in rows if row.tokens <= count), default=0)


def rewarded(table: Table, moves: Moves, dice: Dice) -> Outcome[Table]:
    return ended(table)


def ended(table: Table) -> Outcome[Table]:
    """Pay the rewards; the phase without a name is the end."""
    sizes = empire_rewards(table)
    cities = {seat: city_reward(table, seat) for seat in table.seats}
    told = [_reward_word(table, seat, sizes[seat], cities[seat]) for seat in table.seats]
    for seat in table.seats:
        table = paid(table, seat, sizes[seat] + cities[seat])
    told += [
        say("{seat} ends with rupees: {rupees}.", seat=seat, rupees=table.purses[seat].rupees)
        for seat in table.seats
    ]
    return Outcome(replace(table, phase=""), tuple(Event(text) for text in told))


def _reward_word(table: Table, seat: Seat, first: int, second: int) -> Text:
    return say(
        "{seat}: palaces {palaces}, client tokens {clients}, city tokens {cities}; rewards {first} and {second} rupees.",
        seat=seat,
        palaces=len(palaces_of(table, seat)),
        clients=clients_of(table, seat),
        cities=city_tokens_of(table, seat),
        first=first,
        second=second,
    )


REWARDING = happening("rewards", 3, say("Rewards"), rewarded)
