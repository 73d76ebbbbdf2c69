"""From a position to the lines of an answer, by the game's own heuristic."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from stagepost_contracts.notices import Position
from stagepost_contracts.reading import write
from stagepost_engine.rules.dice import SeededDice
from stagepost_engine.rules.forms import form_of
from stagepost_engine.rules.game import Game


def decided(
    games: Mapping[str, Game[Any, Any]], position: Position, seed: bytes
) -> tuple[str, ...]:
    """Return the move of a player who sees this position, as lines to write."""
    game = games[position.game]
    view = msgspec.json.decode(position.view, type=game.view_type)
    move = game.player(view, position.forms, SeededDice(seed, position.step))
    return tuple(_line(order, position) for order in move)


def _line(order: Any, position: Position) -> str:
    form = form_of(order, position.forms)
    assert form is not None, f"{order} is of no form that was offered"
    line = write({field.name: getattr(order, field.name) for field in form.fields}, form)
    return " ".join([line, *_beyond(order, {field.name for field in form.fields})])


def _beyond(order: Any, written: set[str]) -> tuple[str, ...]:
    """Return what only a later order of the move can say, such as TAKE where an earlier one went:
    the forms of the first do not have it, and the reader of the line will.
    """
    return tuple(
        f"{field.name.upper()} {value}"
        for field in msgspec.structs.fields(order)
        if field.name not in written and (value := getattr(order, field.name)) != field.default
    )
