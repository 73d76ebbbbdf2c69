"""A player without a plan: moves drawn from the forms alone."""

from __future__ import annotations

from typing import Any

import msgspec

from stagepost_contracts.errors import IllegalMove
from stagepost_contracts.forms import (
    Amount,
    Bundle,
    Choice,
    Field,
    OrderForm,
    Permutation,
    Words,
    is_possible,
)
from stagepost_contracts.ids import Seat
from stagepost_engine.rules.dice import Dice, drawn_from
from stagepost_engine.rules.game import Game, Move
from stagepost_engine.rules.play import checked

TRIES_MOST = 40
PURPOSE = "sample"


def sampled_move(game: Game[Any, Any], state: Any, seat: Seat, dice: Dice) -> Move | None:
    """Return a legal move drawn from the forms, or None if none was found in some tries."""
    for _ in range(TRIES_MOST):
        try:
            # Forms may refuse what an earlier order of the same draw has made impossible.
            return checked(game, state, seat, _grown(game, state, seat, dice))
        except IllegalMove:
            continue
    return None


def sampled_order(game: Game[Any, Any], form: OrderForm, dice: Dice) -> Any:
    """Return one order of the form, every field within its bounds."""
    spoken = {"kind": form.kind} | {field.name: _value(field, dice) for field in form.fields}
    return msgspec.convert(spoken, game.orders)


def _grown(game: Game[Any, Any], state: Any, seat: Seat, dice: Dice) -> Move:
    phase, move = game.phase(state.phase), ()  # type: tuple[Any, Move]
    while forms := [form for form in phase.forms(state, seat, move) if is_possible(form)]:
        must = any(form.least > 0 for form in forms) or not move
        # One in three stops where it may: long and short moves both come up.
        if not must and dice.below(3, PURPOSE) == 0:
            break
        form = forms[dice.below(len(forms), PURPOSE)]
        move = (*move, sampled_order(game, form, dice))
    return move


def _value(field: Field, dice: Dice) -> Any:
    otherwise = getattr(field, "otherwise", None)
    if otherwise is not None and dice.below(2, PURPOSE) == 0:
        return otherwise
    match field:
        case Amount(least=least, most=most, step=step):
            if least > most:
                return otherwise
            return least + step * dice.below((most - least) // step + 1, PURPOSE)
        case Choice(words=words):
            return words[dice.below(len(words), PURPOSE)] if words else otherwise
        case Permutation(words=words):
            return list(drawn_from(dice, words, len(words), PURPOSE))
        case Bundle(parts=parts):
            part = parts[dice.below(len(parts), PURPOSE)]
            return {part.word: 1 + dice.below(part.most, PURPOSE)} if part.most else {}
        case Words():
            return "words"
