"""Digits and Latin initials as strokes, so that a board looks the same without any font."""

from __future__ import annotations

WIDE, HIGH, STEP = 4, 6, 5.6  # the grid of a glyph, and from one to the next

# Points are pairs of digits, across and down; a bar lifts the pen.
STROKES = {
    "0": "10 30 41 45 36 16 05 01 10",
    "1": "11 20 26|16 36",
    "2": "01 10 30 41 42 06 46",
    "3": "00 40 22 33 44 45 36 16 05",
    "4": "36 30 04 44",
    "5": "40 00 03 33 44 45 36 06",
    "6": "30 10 01 05 16 36 45 44 33 03",
    "7": "00 40 16",
    "8": "13 02 01 10 30 41 42 33 13 04 05 16 36 45 44 33",
    "9": "43 13 02 01 10 30 41 45 36 16",
    "A": "06 20 46|14 34",
    "B": "33 03 00 30 41 42 33 44 45 36 06 03",
    "C": "41 30 10 01 05 16 36 45",
    "D": "06 00 20 42 44 26 06",
    "E": "40 00 06 46|03 33",
    "F": "40 00 06|03 33",
    "G": "41 30 10 01 05 16 36 45 43 23",
    "H": "00 06|40 46|03 43",
    "I": "20 26|10 30|16 36",
    "J": "40 45 36 16 05",
    "K": "00 06|40 03 46",
    "L": "00 06 46",
    "M": "06 00 23 40 46",
    "N": "06 00 46 40",
    "O": "10 30 41 45 36 16 05 01 10",
    "P": "06 00 30 41 42 33 03",
    "Q": "10 30 41 45 36 16 05 01 10|34 46",
    "R": "06 00 30 41 42 33 03|23 46",
    "S": "41 30 10 01 02 13 33 44 45 36 16 05",
    "T": "00 40|20 26",
    "U": "00 05 16 36 45 40",
    "V": "00 26 40",
    "W": "00 16 23 36 40",
    "X": "00 46|40 06",
    "Y": "00 23 40|23 26",
    "Z": "00 40 06 46",
    "-": "03 43",
}


def written(  # noqa: PLR0917 - a place and a look, as every shape has
    word: str, x: float, y: float, high: float, ink: str = "#111", halo: str = "#fff"
) -> str:
    """Return the word as paths, its middle at (x, y), with a halo that parts it from what is below."""
    scale = high / HIGH
    known = [letter for letter in word.upper() if letter in STROKES]
    left = x - scale * (STEP * (len(known) - 1) + WIDE) / 2
    path = "".join(
        _path(letter, left + scale * STEP * at, y - high / 2, scale)
        for at, letter in enumerate(known)
    )
    under = f'<path d="{path}" stroke="{halo}" stroke-width="{short(scale * 2.8)}"/>'
    over = f'<path d="{path}" stroke="{ink}" stroke-width="{short(scale * 1.15)}"/>'
    return (under if halo else "") + over


def short(number: float) -> str:
    """Return the number with one decimal at most."""
    return f"{round(number, 1):g}"


def _path(letter: str, left: float, top: float, scale: float) -> str:
    drawn = ""
    for line in STROKES[letter].split("|"):
        points = [
            f"{short(left + scale * int(point[0]))} {short(top + scale * int(point[1]))}"
            for point in line.split()
        ]
        drawn += f"M{' L'.join(points)}"
    return drawn
