"""What a game is: a visible list of phases and a handful of pure functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

import msgspec

from stagepost_contracts.events import Event
from stagepost_contracts.forms import OrderForm
from stagepost_contracts.ids import Seat
from stagepost_contracts.sheets import Sheet
from stagepost_contracts.texts import Text
from stagepost_engine.rules.dice import Dice


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """One line of a reply, typed. Its tag is its form's kind; a game lists its union."""


class Position(Protocol):
    """What every state has: the phase it is in (empty once over), its seats, its tables.

    `tables` are not stored with the state: the codec takes them off and puts them back.
    """

    @property
    def phase(self) -> str: ...

    @property
    def seats(self) -> tuple[Seat, ...]: ...


Move: TypeAlias = tuple[Any, ...]  # of one game's orders; never empty
Moves: TypeAlias = Mapping[Seat, Move]
Forms: TypeAlias = tuple[OrderForm, ...]

S = TypeVar("S", bound=Position)
V = TypeVar("V")


class Rank(msgspec.Struct, frozen=True):
    """A seat's place, 1 the best, shared where it is equal, and its score."""

    seat: Seat
    place: int
    score: int


@dataclass(frozen=True, slots=True)
class Outcome(Generic[S]):
    """What a step leads to."""

    state: S
    events: tuple[Event, ...] = ()


def no_forms(state: Any, seat: Seat) -> Forms:
    """For a phase that takes no standing orders."""
    return ()


def no_answer(state: Any, seat: Seat, standing: Move) -> Move | None:
    """For a phase that always asks the player."""
    return None


def nobody(state: Any) -> tuple[Seat, ...]:
    """Actors of a phase that resolves by itself."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase(Generic[S]):
    """One numbered step of the rulebook.

    The platform asks every seat in `actors` for a move, checks each as it comes, fills what
    the deadline left missing with `default`, and calls `resolve` once with all of them.
    No actors: it resolves at once. `actors` names only seats with two or more legal moves
    and last calls: `resolve` plays forced moves itself. `resolve` sets the next phase.

    `forms` is what may follow the orders `so_far`; a move is complete when no form that may
    follow has a `least` above 0. `check` raises IllegalMove with the index of the order that
    fails; it may rely on the bounds of the forms. `default` is legal in every state that can
    come up.

    `standing` orders are asked for at any time and live outside the state; `answer` turns
    one into an ordinary move, or None: ask the player. A standing order ends with the first
    step after which `standing` no longer offers its form.

    `part` is the number of the rulebook's phase: when it ends, everybody is told the news.
    """

    name: str
    part: int
    title: Text
    question: Callable[[S, Seat], Text]
    actors: Callable[[S], tuple[Seat, ...]]
    forms: Callable[[S, Seat, Move], Forms]
    check: Callable[[S, Seat, Move], None]
    default: Callable[[S, Seat], Move]
    resolve: Callable[[S, Moves, Dice], Outcome[S]]
    standing: Callable[[S, Seat], Forms] = no_forms
    answer: Callable[[S, Seat, Move], Move | None] = no_answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Deals(Generic[S]):
    """Trade between two seats, outside the phases.

    An offer is one order, given by `forms(state, seat)`; it has a field `to` with the other
    seat. `check` raises IllegalMove if it cannot be offered now. `set_aside` returns the
    state as if what the seat's open offers give were gone, for checking its other orders.
    `apply` is the acceptance: it raises IllegalMove if either side cannot keep it.
    `lasts` says whether an offer made in one state is still open in a later one. `owed` are
    the promises in a state that are still to be kept.
    """

    open: Callable[[S], bool]
    forms: Callable[[S, Seat], Forms]
    check: Callable[[S, Seat, Any], None]
    set_aside: Callable[[S, Seat, tuple[Any, ...]], S]
    apply: Callable[[S, Seat, Any], Outcome[S]]
    lasts: Callable[[S, S, Any], bool]
    ends: Callable[[S, Any], Text]
    owed: Callable[[S], tuple[Any, ...]]


Occasion: TypeAlias = tuple[str, str]  # a group and a name in it: ("events", "cold-winter")


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasions(Generic[S]):
    """What chance and play may bring: for transcripts, which must show it all, and for counting.

    `groups` are all names there are with these tables, `endings` among them. `of` returns what
    one step brought, from the states before and after it. `round` is the rulebook's counter.
    """

    groups: Callable[[Any], Mapping[str, tuple[str, ...]]]
    of: Callable[[S, S], tuple[Occasion, ...]]
    round: Callable[[S], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[S, V]):
    """Everything the platform needs to host a game; `GAME` in each game package.

    `summary` tells the rulebook in a few sentences. `check_tables` raises Problem `bad-tables` for numbers that cannot be played with.
    `ranking` is the ranking if the match ended as it stands; it is final in phase `""`.
    `ended` ends the match as it stands, without chance: what is counted or sold at the end is.
    `out` are seats that play no longer.
    `audit` returns quantities that must never change between steps, by name.
    `player` is a plain heuristic that sees only its view: a legal move for what is asked.
    """

    key: str
    title: Text
    summary: tuple[Text, ...]
    seats: range
    edition: int
    tables: Any
    tables_type: type[Any]
    check_tables: Callable[[Any], None]
    state_type: type[S]
    orders: Any
    phases: tuple[Phase[S], ...]
    setup: Callable[[Any, tuple[Seat, ...], Dice], Outcome[S]]
    view: Callable[[S, Seat | None], V]
    view_type: type[V]
    sheet: Callable[[V], Sheet]
    ranking: Callable[[S], tuple[Rank, ...]]
    ended: Callable[[S], Outcome[S]]
    audit: Callable[[S], dict[str, int]]
    player: Callable[[V, Forms, Dice], Move]
    occasions: Occasions[S]
    deals: Deals[S] | None = None
    out: Callable[[S], tuple[Seat, ...]] = nobody

    def phase(self, name: str) -> Phase[S]:
        """Return the phase of that name. KeyError: a bug in a state."""
        for phase in self.phases:
            if phase.name == name:
                return phase
        raise KeyError(name)
