"""Trade Between Players: what can lie in a bundle, and bundles and promises in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from stagepost_contracts.texts import Text, say, say_many
from stagepost_engine.games.pola_naftowe.parts import PART_NAMES
from stagepost_engine.games.pola_naftowe.state import Promise

CASH, BARRELS, TANKERS, REFINERIES = "cash", "barrels", "tankers", "refineries"
WELL = "well "  # and the field it stands on

Goods: TypeAlias = Mapping[str, int]


def promise_word(promise: Promise) -> Text:
    goods = {CASH: promise.cash, BARRELS: promise.barrels}
    return say(
        "{by} promises {to} {goods} when the {phase} phase of round {round} opens.",
        by=promise.by,
        to=promise.to,
        goods=goods_words(goods),
        phase=PART_NAMES[promise.part - 1],
        round=promise.round,
    )


def kept_word(promise: Promise) -> Text:
    return say(
        "A promise falls due: {by} gives {to} {goods}.",
        by=promise.by,
        to=promise.to,
        goods=goods_words({CASH: promise.cash, BARRELS: promise.barrels}),
    )


def goods_words(goods: Goods) -> tuple[Text, ...]:
    """Return what lies in a bundle, as a list of things in a sentence."""
    words = [_count_word(word, count) for word, count in goods.items() if count]
    return tuple(words) or (say("nothing"),)


def _count_word(word: str, count: int) -> Text:
    if word == CASH:
        return say("{count} P$", count=count)
    if word == BARRELS:
        return say_many("{count} barrel", "{count} barrels", count=count)
    if word == TANKERS:
        return say_many("{count} tanker", "{count} tankers", count=count)
    if word == REFINERIES:
        return say_many("{count} refinery", "{count} refineries", count=count)
    field = word.removeprefix(WELL)
    return say_many("{count} well at {field}", "{count} wells at {field}", count=count, field=field)
