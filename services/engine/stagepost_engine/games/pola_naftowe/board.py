"""The table as one picture: fields with their wells, fleets and refineries, and the prices paid."""

from __future__ import annotations

from stagepost_contracts.sheets import Board
from stagepost_contracts.texts import Text, say
from stagepost_engine.games.pola_naftowe.board_fields import FIELDS_HEIGHT, fields, initials
from stagepost_engine.games.pola_naftowe.board_fleets import fleets, fleets_height
from stagepost_engine.games.pola_naftowe.board_prices import PRICES_HEIGHT, prices
from stagepost_engine.games.pola_naftowe.view import View

WIDTH = 600
GAP = 12


def board(view: View) -> Board:
    """Draw the table; everything in it is open to all."""
    fleets_top = GAP + FIELDS_HEIGHT + GAP
    prices_top = fleets_top + fleets_height(view) + GAP
    height = prices_top + PRICES_HEIGHT + GAP
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'viewBox="0 0 {WIDTH} {height}" font-family="DejaVu Sans, Arial, sans-serif" '
        'text-anchor="middle" font-size="13">'
    )
    parts = [
        head,
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
        *fields(view, GAP, WIDTH - 2 * GAP),
        *fleets(view, fleets_top),
        *prices(view, prices_top),
        "</svg>",
    ]
    return Board(say("The board"), "".join(parts), _alt(view), _legend(view))


def _alt(view: View) -> Text:
    return say(
        "Round {round}: the oil fields with their wells, the fleets and refineries, and the "
        "prices that barrels have brought.",
        round=view.round,
    )


def _legend(view: View) -> tuple[Text, ...]:
    seats = ", ".join(f"{at} {row.seat}" for at, row in enumerate(view.seats, 1))
    names = ", ".join(f"{initials(field.id)} {field.id}" for field in view.fields)
    return (
        say("Players by number: {seats}.", seats=seats),
        say("Fields: {names}.", names=names),
        say(
            "On a field, from the top: the cost of placing a well, its upkeep, its yield. "
            "A derrick with a number is that player's well; an empty ring is free."
        ),
        say("Ships: tankers, each with its barrels dark. R: refineries."),
        say(
            "Below: the price of each session so far, a circle for the first session of a "
            "round, a square for the second."
        ),
    )
