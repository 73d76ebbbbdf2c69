"""The two boards as one picture: quadrants, ladders, consumer track, difference track, dice."""

from __future__ import annotations

from stagepost_contracts.sheets import Board
from stagepost_contracts.texts import Text, say
from stagepost_engine.games.crude.board_quadrants import quadrants
from stagepost_engine.games.crude.board_tracks import consumer, dice, difference, ladders
from stagepost_engine.games.crude.view import View
from stagepost_engine.games.crude.words import economy_word

WIDTH = 600
BOARD_HEIGHT = 356
TRACK_CELLS_ACROSS = 20
TRACK_CELL = 28
FOOT_HEIGHT = 56


def board(view: View) -> Board:
    track_rows = -(-view.consumer.highest // TRACK_CELLS_ACROSS)
    track_top = BOARD_HEIGHT + 8
    foot = track_top + track_rows * TRACK_CELL + 12
    height = foot + FOOT_HEIGHT
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'viewBox="0 0 {WIDTH} {height}" font-family="DejaVu Sans, Arial, sans-serif" '
        'text-anchor="middle">'
    )
    parts = [
        head,
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
        *quadrants(view, 4, 4),
        *ladders(view, 342, 4),
        *consumer(view, 20, track_top),
        *difference(view, 20, foot),
        *dice(view, 430, foot),
        "</svg>",
    ]
    return Board(say("The boards"), "".join(parts), _alt(view), _legend(view))


def _alt(view: View) -> Text:
    return say(
        "Round {round}. The four quadrants of the operations board, the domestic and foreign markets, and the consumer market, whose lowest barrel stands on {lowest}.",
        round=view.round,
        lowest=view.consumer.lowest,
    )


def _legend(view: View) -> tuple[Text, ...]:
    lines = [
        say("{corner}: {who}", corner=held.corner.upper(), who=held.owner or say("nobody"))
        for held in view.quadrants
    ]
    return (
        *lines,
        say(
            "Triangle: drilling rig. Filled circle: oil well. Diamond: gas station. Block of four with R: refinery."
        ),
        say("A thick frame: the quadrant in turn. Shaded squares: the row and the column rolled."),
        say(
            "Ladders: D domestic, F foreign; C crude, G gasoline. A dark space holds a barrel; the lowest dark one is the price to buy, the highest white one the price to sell. A line through a ladder: closed."
        ),
        say(
            "Below: the consumer market. Spaces with a corner mark are the red ones; dark ones hold a barrel."
        ),
        say(
            "At the foot: the dice difference track, then the dice, the row with a bar and the column with a post."
        ),
        say("The economy: {card}.", card=economy_word(view.economy)),
    )
