"""The figures of a simulation: lengths, endings, shares of wins, and what nobody ever used."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import Any, get_args

import msgspec

from stagepost_engine.rules.game import Game
from stagepost_local.simulation.tally import WIN, Tally

FAIR_LEAST, FAIR_MOST = 0.8, 1.2  # of an even share: 20 to 30 % among four


class Length(msgspec.Struct, frozen=True):
    """The tenth, the half and the nine tenths of the matches are no longer than these."""

    p10: int
    median: int
    p90: int


class Happened(msgspec.Struct, frozen=True):
    """How often something came up, and in what part of the matches at least once."""

    times: int
    share_of_matches: float


class StyleFigures(msgspec.Struct, frozen=True):
    """`share` is the part of the matches that a seat of the style wins."""

    seats: int
    share: float
    mean_score: float


class Use(msgspec.Struct, frozen=True):
    """How often an option was open, and how often it was taken."""

    offered: int
    used: int


class Figures(msgspec.Struct, frozen=True):
    """What a simulation found. `options` are orders, and below them the words of their choices.

    `dead` was open and never used, or never seen; `unoffered` are orders that no phase offered:
    standing orders and deals are not played here.
    """

    game: str
    seats: int
    seed: int
    matches: int
    steps: Length
    rounds: Length
    moves: Length
    occasions: dict[str, dict[str, Happened]]
    wins_by_seat: tuple[float, ...]
    wins_by_style: dict[str, StyleFigures]
    options: dict[str, dict[str, Use]]
    dead: tuple[str, ...]
    unoffered: tuple[str, ...]
    uneven: tuple[str, ...]


def figures_of(game: Game[Any, Any], seats: int, seed: int, tally: Tally) -> Figures:
    """Return the figures of a tally."""
    shares = tuple(tally.seat_wins[at] / WIN / tally.matches for at in range(seats))
    styles = {
        style: StyleFigures(
            count, tally.style_wins[style] / WIN / count, tally.scores[style] / count
        )
        for style, count in sorted(tally.style_seats.items())
    }
    return Figures(
        game.key,
        seats,
        seed,
        tally.matches,
        length_of(tally.steps),
        length_of(tally.rounds),
        length_of(tally.moves),
        {
            group: {name: _happened(tally, group, name) for name in names}
            for group, names in game.occasions.groups(game.tables).items()
        },
        shares,
        styles,
        _options(tally),
        (*_dead_options(tally), *_dead_occasions(game, tally)),
        _unoffered(game, tally),
        (*_uneven_seats(shares, tally.matches), *_uneven_styles(styles, seats)),
    )


def length_of(lengths: Counter[int]) -> Length:
    """Return the quantiles of counted lengths."""
    return Length(*(_quantile(lengths, part) for part in (0.1, 0.5, 0.9)))


def _quantile(lengths: Counter[int], part: float) -> int:
    left = part * lengths.total()
    for length in sorted(lengths):
        left -= lengths[length]
        if left <= 0:
            return length
    return 0


def _happened(tally: Tally, group: str, name: str) -> Happened:
    key = (group, name)
    return Happened(tally.occasions[key], tally.in_matches[key] / tally.matches)


def _options(tally: Tally) -> dict[str, dict[str, Use]]:
    found: dict[str, dict[str, Use]] = {}
    for (kind, word), offered in sorted(tally.offered.items()):
        found.setdefault(kind, {})[word] = Use(offered, tally.used[kind, word])
    return found


def _dead_options(tally: Tally) -> list[str]:
    return [
        f"order {kind} {word}".rstrip()
        for kind, word in sorted(tally.offered)
        if not tally.used[kind, word]
    ]


def _unoffered(game: Game[Any, Any], tally: Tally) -> tuple[str, ...]:
    kinds = {str(order.__struct_config__.tag) for order in get_args(game.orders)}
    return tuple(sorted(kinds - {kind for kind, _ in tally.offered}))


def _dead_occasions(game: Game[Any, Any], tally: Tally) -> list[str]:
    return [
        f"{group}: {name}"
        for group, names in game.occasions.groups(game.tables).items()
        for name in names
        if not tally.occasions[group, name]
    ]


def _uneven_seats(shares: tuple[float, ...], matches: int) -> list[str]:
    seats = len(shares)
    return [
        f"seat {at + 1} wins {share:.1%}, {_even(seats, matches)}"
        for at, share in enumerate(shares)
        if not FAIR_LEAST <= share * seats <= FAIR_MOST
    ]


def _uneven_styles(styles: dict[str, StyleFigures], seats: int) -> list[str]:
    return [
        f"style {name} wins {found.share:.1%} a seat, {_even(seats, found.seats)}"
        for name, found in styles.items()
        if not FAIR_LEAST <= found.share * seats <= FAIR_MOST
    ]


def _even(seats: int, tries: int) -> str:
    """An even share, and how far chance alone takes nineteen of twenty from it."""
    even = 1 / seats
    return f"even is {even:.1%} ± {2 * sqrt(even * (1 - even) / tries):.1%}"
