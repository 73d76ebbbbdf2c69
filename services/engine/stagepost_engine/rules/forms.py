"""Hold a move against the forms that were offered, before the game looks at it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

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
from stagepost_contracts.reading import usage
from stagepost_contracts.texts import Text, say
from stagepost_engine.rules.game import Forms, Move, Order, Phase, S

ORDERS_MOST = 40  # orders of one move


def hold_to_forms(phase: Phase[S], state: S, seat: str, move: Move) -> None:
    """Fold the move through the phase's forms. Raises IllegalMove with the first that fails."""
    if not move:
        raise IllegalMove(say("A move needs at least one order."))
    if len(move) > ORDERS_MOST:
        raise IllegalMove(say("A move has at most {most} orders.", most=ORDERS_MOST), ORDERS_MOST)
    for index, order in enumerate(move):
        hold_to_one(phase.forms(state, seat, move[:index]), order, index)  # type: ignore[arg-type]
    for form in phase.forms(state, seat, move):  # type: ignore[arg-type]
        if form.least > 0:
            raise IllegalMove(say("This is missing: {usage}", usage=usage(form)), index=len(move))


def hold_to_one(forms: Forms, order: Order, index: int = 0) -> None:
    """Raise IllegalMove unless `order` fits one of `forms` with all its fields in bounds."""
    form = form_of(order, forms)
    if form is None or form.most <= 0:
        raise IllegalMove(_not_now(order, form, forms), index)
    for field in form.fields:
        _hold_to_field(getattr(order, field.name), field, form, index)


def kind_of(order: Order) -> str:
    """Return the order's tag: its form's kind."""
    return str(order.__struct_config__.tag)


def form_of(order: Order, forms: Forms) -> OrderForm | None:
    """Return the form that the order is of, if it is among `forms`."""
    return next((form for form in forms if form.kind == kind_of(order)), None)


def _not_now(order: Order, form: OrderForm | None, forms: Forms) -> Text:
    """Say why: a form that is offered 0 times has its reason as its meaning."""
    verb = kind_of(order).replace("_", " ").upper()
    if form is not None and form.meaning is not None:
        return form.meaning
    possible = [form for form in forms if is_possible(form)]
    if not possible:
        return say("{verb} is one order too many: the move is complete before it.", verb=verb)
    return say(
        "{verb} cannot be ordered here. You can write: {usages}",
        verb=verb,
        usages="; ".join(usage(form) for form in possible),
    )


def _hold_to_field(value: Any, field: Field, form: OrderForm, index: int) -> None:
    if value == getattr(field, "otherwise", None) and value is not None:
        return
    match field:
        case Amount():
            _hold_to_amount(value, field, index)
        case Choice(words=words):
            if value not in words:
                raise IllegalMove(
                    say(
                        "{name} is one of: {words}; {value} is not.",
                        name=field.name,
                        words=", ".join(words) or "-",
                        value=str(value),
                    ),
                    index,
                )
        case Permutation(words=words):
            if sorted(value) != sorted(words):
                raise IllegalMove(
                    say(
                        "{name}: name each of these once: {words}.",
                        name=field.name,
                        words=", ".join(words),
                    ),
                    index,
                )
        case Bundle(parts=parts):
            _hold_to_bundle(value, {part.word: part.most for part in parts}, index)
        case Words(most=most):
            if not 0 < len(value) <= most:
                raise IllegalMove(
                    say("{usage}: write 1 to {most} characters.", usage=usage(form), most=most),
                    index,
                )


def _hold_to_amount(value: int, field: Amount, index: int) -> None:
    least, most, step = field.least, field.most, field.step
    if least > most:
        raise IllegalMove(say("No {name} is possible now.", name=field.name), index)
    if not least <= value <= most:
        raise IllegalMove(
            say(
                "{name} {value} is out of bounds: it runs from {least} to {most}.",
                name=field.name,
                value=value,
                least=least,
                most=most,
            ),
            index,
        )
    if (value - least) % step:
        below = value - (value - least) % step
        above = min(below + step, most)
        raise IllegalMove(
            say(
                "{name} {value} is not in steps of {step}: {below} or {above} would do.",
                name=field.name,
                value=value,
                step=step,
                below=below,
                above=above,
            ),
            index,
        )


def _hold_to_bundle(value: Mapping[str, int], most: Mapping[str, int], index: int) -> None:
    for word, count in value.items():
        if word not in most or not 0 < count <= most[word]:
            raise IllegalMove(
                say(
                    "{count} {word} cannot be given: {most} at the most.",
                    count=count,
                    word=word,
                    most=most.get(word, 0),
                ),
                index,
            )
