"""States and moves as bytes and back; tables are kept beside a state, not in it."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Any, cast

import msgspec

from stagepost_engine.rules.game import Game, Move

_ENCODER = msgspec.msgpack.Encoder()
_CANONICAL = msgspec.json.Encoder(order="sorted")


def encode_state(state: Any) -> bytes:
    """Return the state as MessagePack, without its tables."""
    return _ENCODER.encode(msgspec.structs.replace(state, tables=None))


def decode_state(game: Game[Any, Any], stored: bytes, tables: Any) -> Any:
    """Return the state that was stored, with its tables."""
    state = _decoder(cast(Hashable, game.state_type)).decode(stored)
    return msgspec.structs.replace(state, tables=tables)


def canonical(thing: Any) -> bytes:
    """Return JSON with sorted keys and defaults left out: the same bytes for the same thing."""
    return _CANONICAL.encode(thing)


def canonical_state(state: Any) -> bytes:
    """Return a state's canonical JSON, without its tables."""
    return canonical(msgspec.structs.replace(state, tables=None))


def encode_move(move: Move) -> bytes:
    """Return the move as canonical JSON: the bytes that a commitment is made of."""
    return canonical(move)


def decode_move(game: Game[Any, Any], stored: bytes | msgspec.Raw) -> Move:
    """Return the typed move. Raises msgspec.ValidationError for what fits no order."""
    move: Move = _json_decoder(game.orders).decode(stored)
    return move


@lru_cache(maxsize=64)
def _decoder(kind: Hashable) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(cast(Any, kind))


@lru_cache(maxsize=64)
def _json_decoder(orders: Hashable) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(cast(Any, tuple[orders, ...]))  # type: ignore[valid-type]
