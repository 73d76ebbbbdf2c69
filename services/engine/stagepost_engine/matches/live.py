"""A match in working form: its envelope with the state and the moves decoded."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import msgspec

from stagepost_contracts.ids import Seat
from stagepost_engine.games import GAMES
from stagepost_engine.matches.envelope import Envelope, OpenOffer
from stagepost_engine.matches.fresh import seed_of
from stagepost_engine.rules import codec
from stagepost_engine.rules.dice import Dice, SeededDice
from stagepost_engine.rules.game import Game, Move
from stagepost_engine.rules.play import Play, is_over

OF_ONE_STATE: Final = ("tables", "state", "actors")
"""What stays as it is while the state does."""


@dataclass(frozen=True)
class Live:
    """An envelope and what is in it, decoded when it is looked at."""

    envelope: Envelope

    @property
    def game(self) -> Game[Any, Any]:
        """The game that is played."""
        game: Game[Any, Any] = GAMES[self.envelope.game]
        return game

    @cached_property
    def tables(self) -> Any:
        """The tables the match is played by: the game's, or the host's own."""
        return tables_of(self.game, self.envelope.tables)

    @cached_property
    def state(self) -> Any:
        """The state of the game."""
        return codec.decode_state(self.game, self.envelope.state, self.tables)

    @cached_property
    def play(self) -> Play[Any]:
        """The state with the moves that wait for it."""
        return Play(
            self.state,
            self.envelope.step,
            {seat: self.move(kept.move) for seat, kept in self.envelope.sealed.items()},
            {
                seat: {phase: self.move(kept.move) for phase, kept in orders.items()}
                for seat, orders in self.envelope.standing.items()
            },
        )

    @cached_property
    def actors(self) -> tuple[Seat, ...]:
        """The seats that have something to decide in the present step."""
        state = self.state
        return () if is_over(state) else self.game.phase(state.phase).actors(state)

    @cached_property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats whose move the present step still waits for."""
        return tuple(seat for seat in self.actors if seat not in self.envelope.sealed)

    @cached_property
    def known(self) -> dict[Hashable, Any]:
        """What was found out about this very state, kept for who asks again."""
        return {}

    @property
    def started(self) -> bool:
        """Whether the table has been laid."""
        return bool(self.envelope.state)

    @cached_property
    def seed(self) -> bytes:
        """The seed of the dice; secret until the end."""
        return seed_of(self.envelope.secret, (seat.words for seat in self.envelope.seats))

    def dice(self, step: int) -> Dice:
        """Return the dice of a step."""
        return SeededDice(self.seed, step)

    def move(self, stored: bytes) -> Move:
        """Return a stored move, typed."""
        return codec.decode_move(self.game, stored)

    def offers_by(self, seat: Seat) -> tuple[Any, ...]:
        """Return the orders of the seat's own open offers."""
        return tuple(self.offer(offer) for offer in self.envelope.offers if offer.by == seat)

    def offer(self, offer: OpenOffer) -> Any:
        """Return the typed order of an open offer."""
        return self.move(b"[" + offer.order + b"]")[0]

    def free_state(self, seat: Seat) -> Any:
        """Return the state without what the seat's open offers set aside."""
        offers = self.offers_by(seat)
        if not offers or self.game.deals is None:
            return self.state
        return self.game.deals.set_aside(self.state, seat, offers)

    def changed(self, **fields: Any) -> Live:
        """Return the match with fields of its envelope replaced."""
        return self.with_envelope(msgspec.structs.replace(self.envelope, **fields))

    def with_state(self, envelope: Envelope, state: Any) -> Live:
        """Return the match with another envelope, and in it another state."""
        stored = codec.encode_state(state)
        after = self.with_envelope(msgspec.structs.replace(envelope, state=stored))
        after.__dict__["state"] = state
        return after

    def with_envelope(self, envelope: Envelope) -> Live:
        """Return the match with another envelope; a state that is the same stays decoded."""
        after = Live(envelope)
        same: tuple[str, ...] = ("tables",)
        if envelope.state is self.envelope.state:
            same = OF_ONE_STATE
            after.__dict__["known"] = self.known
        after.__dict__.update({name: self.__dict__[name] for name in same if name in self.__dict__})
        return after


def tables_of(game: Game[Any, Any], own: dict[str, Any] | None) -> Any:
    """Return the game's tables, or the host's own as the game's type."""
    return game.tables if own is None else msgspec.convert(own, game.tables_type)
