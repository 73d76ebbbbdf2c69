"""The position for people: players, the round, prices, markets, quadrants, and the board."""

from __future__ import annotations

from stagepost_contracts.sheets import Board, Cell, Grid, Lines, Sheet
from stagepost_contracts.texts import Text, say
from stagepost_engine.games.crude.board import board
from stagepost_engine.games.crude.squares import SIDE
from stagepost_engine.games.crude.tables import KINDS, Kind
from stagepost_engine.games.crude.view import PriceView, QuadrantView, View
from stagepost_engine.games.crude.words import economy_word, news_word

LETTERS = {".": "", "r": "D", "w": "W", "s": "S", "F": "R", "e": "R", "d": "R", "f": "R"}


def sheet(view: View) -> Sheet:
    parts: list[Grid | Lines | Board] = [
        board(view),
        _players(view),
        Lines(say("The turn"), _turn(view)),
        Lines(say("News"), _news(view)),
        _prices(view),
        _markets(view),
    ]
    parts += [_quadrant(held) for held in view.quadrants if held.owner is not None]
    return Sheet(say("Round {round}", round=view.round), tuple(parts))


def _players(view: View) -> Grid:
    head = (
        say("Player"),
        say("Quadrant"),
        say("M$"),
        say("Crude"),
        say("Gasoline"),
        say("Rigs"),
        say("Stations"),
        say("Refineries"),
        say("Wells"),
        say("At the end"),
    )
    rows = tuple(_player_row(view, held) for held in view.quadrants)
    return Grid(say("Players"), head, rows)


def _player_row(view: View, held: QuadrantView) -> tuple[Cell, ...]:
    counts = tuple(held.assets[kind] for kind in KINDS)
    if held.owner is None:
        return ("-", held.corner.upper(), "-", "-", "-", *("-" for _ in counts), "-")
    final = view.cash[held.owner] + view.final_worth[held.owner]
    cash = view.cash[held.owner]
    return (held.owner, held.corner.upper(), cash, held.crude, held.gasoline, *counts, final)


def _turn(view: View) -> tuple[Text, ...]:
    lines = [_whose(view)]
    if view.roll:
        row, column = view.roll
        lines.append(say("The roll: row {row}, column {column}.", row=row, column=column))
    lines += [
        say(
            "The economy is {card}. Dice difference track: {track} of {limit}.",
            card=economy_word(view.economy),
            track=view.track,
            limit=view.track_limit,
        ),
        say(
            "If it changes, the green die brings: {cards}.",
            cards=tuple(
                say("{face} {card}", face=face, card=economy_word(name))
                for face, name in enumerate(view.next_economy, start=1)
            ),
        ),
        _sale(view),
        say("The next strike turns a rig into a well for {price} M$.", price=view.well_price),
    ]
    lines += [
        say("{seat} owes {sum} M$.", seat=seat, sum=debt) for seat, debt in view.debts.items()
    ]
    if view.declared is not None:
        declarer = view.quadrants[view.declared].owner or ""
        left = view.turns_left - 1
        lines.append(
            say("{seat} has declared victory; turns to come: {left}.", seat=declarer, left=left)
        )
    return tuple(lines)


def _whose(view: View) -> Text:
    if not view.phase:
        return say("The game is over.")
    if view.phase == "purchase":
        return say("The special purchase round.")
    held = view.quadrants[view.turn]
    if held.owner is None:
        return say("The empty quadrant {corner} rolls.", corner=held.corner.upper())
    return say("{seat} is in turn, in {corner}.", seat=held.owner, corner=held.corner.upper())


def _sale(view: View) -> Text:
    if not view.consumer.sale:
        return say("The consumer market takes no more barrels until it rises.")
    return say(
        "The next barrel on the consumer market brings {price} M$; the lowest stands on {lowest}.",
        price=view.consumer.sale,
        lowest=view.consumer.lowest,
    )


def _news(view: View) -> tuple[Text, ...]:
    lines = [say("In force: {news}", news=news_word(card)) for card in view.news.lasting]
    lines += [
        say(
            "Likely, on a double {doubles}: {news}",
            doubles=_faces(view.news.likely_doubles),
            news=news_word(view.news.likely),
        ),
        say(
            "Unlikely, on a double {doubles}: {news}",
            doubles=_faces(view.news.unlikely_doubles),
            news=news_word(view.news.unlikely),
        ),
    ]
    return tuple(lines)


def _faces(faces: tuple[int, ...]) -> str:
    return " / ".join(str(face) for face in faces) or "-"


def _prices(view: View) -> Grid:
    head = (say("Asset"), say("Buy"), say("Sell"), say("At the end"))
    rows = tuple((_kind(price.kind), _buy(price), price.sell, price.final) for price in view.prices)
    title = say("Prices of assets in M$: {card}", card=economy_word(view.economy))
    return Grid(title, head, rows)


def _buy(price: PriceView) -> Cell:
    return "-" if price.buy is None else price.buy


def _kind(kind: Kind) -> Text:
    match kind:
        case "rig":
            return say("Drilling rig (D)")
        case "station":
            return say("Gas station (S)")
        case "refinery":
            return say("Refinery (R)")
        case "well":
            return say("Oil well (W)")


def _markets(view: View) -> Grid:
    head = (say("Market"), say("Good"), say("Buy"), say("Sell"))
    rows = tuple(
        (
            say("domestic") if ladder.market == "domestic" else say("foreign"),
            say("crude") if ladder.good == "crude" else say("gasoline"),
            say("closed") if ladder.closed else ladder.buy or "-",
            say("closed") if ladder.closed else ladder.sell or "-",
        )
        for ladder in view.ladders
    )
    return Grid(say("Markets: price of the next barrel in M$"), head, rows)


def _quadrant(held: QuadrantView) -> Grid:
    head: tuple[Cell, ...] = ("", *range(1, SIDE + 1))
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (row + 1, *(LETTERS[mark] for mark in held.plan[SIDE * row : SIDE * (row + 1)]))
        for row in range(SIDE)
    )
    title = say("{corner}: {seat}", corner=held.corner.upper(), seat=held.owner or "")
    return Grid(title, head, rows)
