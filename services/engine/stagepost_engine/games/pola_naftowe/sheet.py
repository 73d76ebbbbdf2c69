"""The position for people: who holds what, the fields, and the round."""

from __future__ import annotations

from stagepost_contracts.sheets import Board, Cell, Grid, Lines, Sheet
from stagepost_contracts.texts import Text, say
from stagepost_engine.games.pola_naftowe.board import board
from stagepost_engine.games.pola_naftowe.event_words import described
from stagepost_engine.games.pola_naftowe.goods import promise_word
from stagepost_engine.games.pola_naftowe.view import FieldView, View


def sheet(view: View) -> Sheet:
    parts: list[Grid | Lines | Board] = [
        _seats(view),
        _fields(view),
        Lines(say("The round"), _round(view)),
    ]
    if view.promises:
        lines = tuple(promise_word(promise) for promise in view.promises)
        parts.append(Lines(say("Promises, which only the two sides see"), lines))
    parts.append(board(view))
    return Sheet(
        say("Round {round} of {rounds}", round=view.round, rounds=view.rounds), tuple(parts)
    )


def _seats(view: View) -> Grid:
    rows: list[tuple[Cell, ...]] = [
        (
            row.seat,
            row.cash,
            row.tankers,
            row.refineries,
            sum(row.wells.values()),
            row.barrels,
            row.room,
            row.output,
            row.upkeep,
        )
        for row in view.seats
    ]
    playing = {row.seat for row in view.seats}
    rows += [
        (rank.seat, say("out"), "-", "-", "-", "-", "-", "-", "-")
        for rank in view.ranking
        if rank.seat not in playing
    ]
    head = (
        say("Player"),
        say("P$"),
        say("Tankers"),
        say("Refineries"),
        say("Wells"),
        say("Barrels"),
        say("Room"),
        say("Output"),
        say("Upkeep"),
    )
    return Grid(say("Players"), head, tuple(rows))


def _fields(view: View) -> Grid:
    head = (
        say("Field"),
        say("Placing"),
        say("Upkeep"),
        say("Yield"),
        say("Wells"),
        say("Of whom"),
    )
    rows = tuple(
        (
            field.id,
            field.place,
            field.upkeep,
            field.extract,
            f"{field.capacity - field.free}/{field.capacity}",
            _owners(view, field),
        )
        for field in view.fields
    )
    return Grid(say("Oil fields, as printed"), head, rows)


def _owners(view: View, field: FieldView) -> str:
    owners = [f"{row.seat} {row.wells[field.id]}" for row in view.seats if field.id in row.wells]
    return ", ".join(owners) or "-"


def _round(view: View) -> tuple[Text, ...]:
    lines: list[Text] = []
    if view.lobbyist is not None and view.part > 1:
        lines.append(say("{seat} won the lobby.", seat=view.lobbyist))
    if view.leader is not None and view.leader != view.lobbyist:
        lines.append(say("{seat} leads the round and settles ties.", seat=view.leader))
    if view.demand:
        lines.append(say("Demand: {demand} barrels in each session.", demand=view.demand))
    if view.effect is not None:
        lines.append(say("Event {roll}. {event}", roll=view.event, event=described(view.effect)))
    if view.exempt is not None:
        lines.append(say("{seat} ignores the event.", seat=view.exempt))
    lines.append(
        say(
            "In the supply: {tankers} tankers, {refineries} refineries.",
            tankers=view.tankers,
            refineries=view.refineries,
        )
    )
    lines += _market(view)
    if view.due:
        lines.append(say("By the Fees of this round you must pay {due} P$.", due=view.due))
    return tuple(lines)


def _market(view: View) -> list[Text]:
    lines = []
    if view.auction is not None:
        lines.append(_auction(view))
    if view.session:
        lines.append(say("Stock exchange, session {session}.", session=view.session))
    lines += [
        say("{seat} declared: {count}.", seat=seat, count=count)
        for seat, count in view.declared.items()
    ]
    return lines


def _auction(view: View) -> Text:
    sale = view.auction
    assert sale is not None
    if sale.leader is None:
        return say("Auction of a {lot}: no bid yet.", lot=sale.lot)
    return say(
        "Auction of a {lot}: {leader} leads with {price} P$.",
        lot=sale.lot,
        leader=sale.leader,
        price=sale.price,
    )
