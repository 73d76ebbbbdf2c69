"""Names of things in sentences: assets, goods, markets, economy cards and news."""

from __future__ import annotations

from collections.abc import Iterable

from stagepost_contracts.texts import Text, say, say_many
from stagepost_engine.games.crude.squares import NAMES
from stagepost_engine.games.crude.tables import (
    AnyEffect,
    Good,
    Kind,
    MarketClosed,
    NewsCard,
    PayPer,
    ReceivePer,
    RemoveCheapest,
    StationBonus,
)


def assets_word(kind: Kind, count: int) -> Text:
    match kind:
        case "rig":
            return say_many("{count} drilling rig", "{count} drilling rigs", count=count)
        case "station":
            return say_many("{count} gas station", "{count} gas stations", count=count)
        case "refinery":
            return say_many("{count} refinery", "{count} refineries", count=count)
        case "well":
            return say_many("{count} oil well", "{count} oil wells", count=count)


def barrels_word(good: Good, count: int) -> Text:
    if good == "crude":
        return say_many("{count} barrel of crude", "{count} barrels of crude", count=count)
    return say_many("{count} barrel of gasoline", "{count} barrels of gasoline", count=count)


def market_word(market: str) -> Text:
    return say("the domestic market") if market == "domestic" else say("the foreign market")


def economy_word(name: str) -> Text:
    """Return a card's name; a card of the host's own bears the name that the host gave it."""
    words = {
        "depression": say("Depression"),
        "recession": say("Recession"),
        "slowdown": say("Slowdown"),
        "recovery": say("Recovery"),
        "growth": say("Growth"),
        "rapid-growth": say("Rapid Growth"),
        "prosperity": say("Prosperity"),
    }
    return words.get(name, say("{name}", name=name))


def squares_word(squares: Iterable[int]) -> tuple[Text, ...]:
    return tuple(say("{name}", name=NAMES[at]) for at in squares)


def news_word(card: NewsCard) -> Text:
    """Return what a news card says, as sentences of their own."""
    if not card.ends_on:
        return effect_word(card.effect)
    return say(
        "{effect} Ends with a double {doubles}.",
        effect=effect_word(card.effect),
        doubles=" / ".join(str(face) for face in card.ends_on),
    )


def effect_word(effect: AnyEffect) -> Text:
    match effect:
        case PayPer():
            return say("Every player pays, in M$: {rates}.", rates=_rates(effect))
        case ReceivePer():
            return say("Every player receives, in M$: {rates}.", rates=_rates(effect))
        case RemoveCheapest(market=market, good=good, count=count):
            return say(
                "From {market} the cheapest are removed: {barrels}.",
                market=market_word(market),
                barrels=barrels_word(good, count),
            )
        case MarketClosed(market=market):
            return say("Embargo: {market} is closed.", market=market_word(market))
        case StationBonus(each=each):
            return say("Each barrel sold through a gas station brings {each} M$ more.", each=each)


def _rates(effect: PayPer | ReceivePer) -> tuple[Text, ...]:
    found = (
        (effect.crude, say("{rate} for each barrel of crude", rate=effect.crude)),
        (effect.gasoline, say("{rate} for each barrel of gasoline", rate=effect.gasoline)),
        (effect.rig, say("{rate} for each rig", rate=effect.rig)),
        (effect.station, say("{rate} for each station", rate=effect.station)),
        (effect.refinery, say("{rate} for each refinery", rate=effect.refinery)),
        (effect.well, say("{rate} for each well", rate=effect.well)),
    )
    return tuple(word for rate, word in found if rate) or (say("nothing"),)
