"""The legend of the board: what its shapes, digits and initials mean."""

from __future__ import annotations

from stagepost_contracts.texts import Text, say
from stagepost_engine.games.bombay.view import View


def legend(view: View) -> tuple[Text, ...]:
    seats = ", ".join(f"{at} {row.seat}" for at, row in enumerate(view.seats, start=1))
    cities = ", ".join(
        f"{place.id[:3].upper()} {place.id}" for place in view.places if place.kind == "city"
    )
    return (
        say(
            "Elephants and houses (palaces) bear the number of their player: {seats}.", seats=seats
        ),
        say("Below an elephant: the bales that it carries. Your own elephant is dark."),
        say("Bales: Y yellow, plain; P purple, dark; B blue, with lines; O orange, with dots."),
        say("Framed squares are trading posts; one that is crossed out is closed."),
        say("Triangles are hills, small circles empty places."),
        say("Big circles are cities: {cities}.", cities=cities),
        say("Beside a city: its demand, from the top. Above it: a ring for each city token left."),
        say(
            "Octagons are palace tokens: C one more client, T one more city, a digit so many rupees, F a free bale."
        ),
        say(
            "At the bottom: markets 1 left, 2 middle, 3 right; a star for each point, rupees in the ring."
        ),
    )
