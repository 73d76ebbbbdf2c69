"""Hold a host's tables against what can be played: each refusal names the value and the remedy."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from stagepost_contracts.errors import Problem
from stagepost_contracts.texts import say
from stagepost_engine.games.crude.tables import (
    KINDS,
    AnyEffect,
    MarketClosed,
    PayPer,
    Price,
    ReceivePer,
    RemoveCheapest,
    StationBonus,
    Tables,
)
from stagepost_engine.rules.bounds import hold_between

MONEY_MOST = 100_000
COUNT_MOST = 100
TRACK_MOST = 200
ROUNDS_MOST = 200
NEWS_MOST = 60
OPEN_NEWS = 2
PLAYERS = (2, 3, 4)
FACES = range(1, 7)

_ID = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


def check_tables(tables: Tables) -> None:
    """Raise Problem `bad-tables` for the first value that cannot be played with."""
    if tuple(row.players for row in tables.start_cash) != PLAYERS:
        raise Problem(
            "bad-tables",
            say("start_cash has one row each for 2, 3 and 4 players, in this order."),
            field="start_cash",
        )
    for name, value, least, most in _counts(tables):
        hold_between(name, value, least, most)
    _check_consumer(tables)
    _check_economy(tables)
    _check_news(tables)


def _counts(tables: Tables) -> Iterator[tuple[str, int, int, int]]:
    for at, row in enumerate(tables.start_cash):
        yield f"start_cash[{at}].cash", row.cash, 0, MONEY_MOST
    richest = max(row.cash for row in tables.start_cash)
    # Nobody can declare victory before the first turn.
    yield "win_cash", tables.win_cash, richest + 1, MONEY_MOST
    yield "start_crude", tables.start_crude, 0, COUNT_MOST
    yield "start_gasoline", tables.start_gasoline, 0, COUNT_MOST
    yield "track_limit", tables.track_limit, 1, 14
    yield "readings.rounds_most", tables.readings.rounds_most, 0, ROUNDS_MOST
    for name in ("pump", "refine", "sell"):
        single = getattr(tables.yields, name)
        yield f"yields.{name}", single, 0, COUNT_MOST
        yield f"yields.{name}_double", getattr(tables.yields, f"{name}_double"), 0, COUNT_MOST
    yield "yields.well_step", tables.yields.well_step, 1, MONEY_MOST
    for name, rungs in (("crude", tables.crude), ("gasoline", tables.gasoline)):
        yield f"{name}.step", rungs.step, 1, COUNT_MOST
        yield f"{name}.spaces", rungs.spaces, 1, COUNT_MOST
        yield f"{name}.open", rungs.open, 0, rungs.spaces
    for at, card in enumerate(tables.economy):
        for kind in KINDS:
            yield from _prices(f"economy[{at}].{kind}", getattr(card, kind))
        yield f"economy[{at}].change", card.change, -COUNT_MOST, COUNT_MOST
    for at, news in enumerate(tables.news.cards):
        for value in _values(news.effect):
            yield f"news.cards[{at}].effect", value, 0, COUNT_MOST


def _prices(name: str, price: Price) -> Iterator[tuple[str, int, int, int]]:
    yield f"{name}.sell", price.sell, 0, MONEY_MOST
    if price.buy is not None:
        # An asset for nothing, or one that sells for more than it costs, would be money for all.
        yield f"{name}.buy", price.buy, max(1, price.sell), MONEY_MOST


def _values(effect: AnyEffect) -> tuple[int, ...]:
    match effect:
        case PayPer() | ReceivePer():
            goods = (effect.crude, effect.gasoline)
            return (*goods, effect.rig, effect.station, effect.refinery, effect.well)
        case RemoveCheapest(count=count):
            return (count,)
        case StationBonus(each=each):
            return (each,)
        case MarketClosed():
            return ()


def _check_consumer(tables: Tables) -> None:
    track = tables.consumer
    hold_between("consumer.highest", track.highest, 2, TRACK_MOST)
    hold_between("consumer.start", track.start, 2, track.highest)
    if not track.red or list(track.red) != sorted(set(track.red)):
        raise Problem(
            "bad-tables",
            say("consumer.red lists the red spaces once each, from the lowest up."),
            field="consumer.red",
        )
    for at, space in enumerate(track.red):
        hold_between(f"consumer.red[{at}]", space, 1, track.highest)


def _check_economy(tables: Tables) -> None:
    names = [card.id for card in tables.economy]
    if not 1 <= len(names) <= COUNT_MOST:
        raise Problem(
            "bad-tables", say("economy has no card; write at least one."), field="economy"
        )
    _check_ids("economy", names)
    for at, card in enumerate(tables.economy):
        if len(card.next) != len(FACES):
            raise Problem(
                "bad-tables",
                say(
                    "economy[{at}].next names {count} cards; write six, for a die of 1 to 6.",
                    at=at,
                    count=len(card.next),
                ),
                field=f"economy[{at}].next",
            )
        for name in card.next:
            _check_known(f"economy[{at}].next", name, names)
    _check_known("start_card", tables.start_card, names)
    _check_known("final_card", tables.final_card, names)


def _check_news(tables: Tables) -> None:
    news = tables.news
    _check_ids("news.cards", [card.id for card in news.cards])
    lasting = 0
    for at, card in enumerate(news.cards):
        lasts = isinstance(card.effect, MarketClosed | StationBonus)
        lasting += lasts
        if lasts != bool(card.ends_on):
            raise Problem(
                "bad-tables",
                say(
                    "news.cards[{at}]: name in ends_on the doubles that end a lasting card, and none for another.",
                    at=at,
                ),
                field=f"news.cards[{at}].ends_on",
            )
        _check_faces(f"news.cards[{at}].ends_on", card.ends_on)
    # Two lie open, a lasting one may be out, and one must be left to draw.
    hold_between("news.cards", len(news.cards), OPEN_NEWS + lasting + 1, NEWS_MOST)
    _check_faces("news.likely", news.likely)
    _check_faces("news.unlikely", news.unlikely)
    if set(news.likely) & set(news.unlikely):
        raise Problem(
            "bad-tables",
            say("news.likely and news.unlikely name the same double; write it in one of them."),
            field="news.unlikely",
        )


def _check_faces(name: str, faces: Iterable[int]) -> None:
    for face in faces:
        hold_between(name, face, FACES[0], FACES[-1])


def _check_ids(name: str, ids: list[str]) -> None:
    for at, word in enumerate(ids):
        if not _ID.fullmatch(word) or word in ids[:at]:
            raise Problem(
                "bad-tables",
                say(
                    "“{id}” cannot name a card: write lower-case letters, digits and hyphens, each name once.",
                    id=word,
                ),
                field=f"{name}[{at}].id",
            )


def _check_known(field: str, name: str, known: list[str]) -> None:
    if name not in known:
        raise Problem(
            "bad-tables",
            say(
                "{field} names “{name}”, which is no economy card: {known}.",
                field=field,
                name=name,
                known=", ".join(known),
            ),
            field=field,
        )
