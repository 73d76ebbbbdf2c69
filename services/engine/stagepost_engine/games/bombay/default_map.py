"""Edition 1 of the map: counts as printed and found, positions and roads of our own."""

from __future__ import annotations

from stagepost_engine.games.bombay.tables import Board, Kind, Marks, Place

DESIGNED: Marks = {"all": "designed"}
# Cities by name: found. Counts of each kind: A, B, D, E, F, G printed, H inferred from 25 places.
NAMED: Marks = {"id": "found", "kind": "rulebook", "all": "designed"}
PRINTED_KIND: Marks = {"id": "designed", "kind": "rulebook", "all": "designed"}


def _place(row: str) -> Place:
    name, kind, x, y = row.split()
    kinds: dict[str, Kind] = {
        "hill": "hill",
        "city": "city",
        "post_e": "post_e",
        "post_f": "post_f",
        "token": "palace_token",
        "empty": "empty",
    }
    marks = NAMED if kind in ("city", "hill") else PRINTED_KIND
    return Place(id=name, kind=kinds[kind], x=int(x), y=int(y), provenance=marks)


# Ruling 34: 22 places have a letter in the rulebook, of 25 in all: three are H.
PLACES = """
A hill 34 58
B hill 62 44
bombay city 4 50
indore city 36 6
nagpur city 92 22
hyderabad city 74 92
E1 post_e 8 28
E2 post_e 56 6
E3 post_e 96 46
E4 post_e 44 90
F1 post_f 36 24
F2 post_f 82 30
F3 post_f 72 74
F4 post_f 16 56
G1 token 18 10
G2 token 76 10
G3 token 94 74
G4 token 14 80
G5 token 24 36
G6 token 58 26
G7 token 80 56
G8 token 22 68
H1 empty 46 38
H2 empty 72 36
H3 empty 54 70
"""

# The ring of cities, E and G first, then the roads inside it.
ROADS = """
bombay-E1 E1-G1 G1-indore indore-E2 E2-G2 G2-nagpur nagpur-E3 E3-G3 G3-hyderabad hyderabad-E4
E4-G4 G4-bombay bombay-F4 indore-F1 nagpur-F2 hyderabad-F3 F4-G5 G5-E1 G5-A G5-F1 F1-H1 H1-A H1-B
G6-E2 G6-B G6-H1 F2-H2 F2-G2 H2-B H2-G6 G7-E3 G7-B G7-H2 F3-G7 F3-H3 H3-A H3-B G8-A G8-F4 G8-G4
A-E4 H3-E4
"""


def _road(word: str) -> tuple[str, str]:
    one, other = word.split("-")
    return one, other


DEFAULT_MAP = Board(
    places=tuple(_place(row) for row in PLACES.strip().splitlines()),
    roads=tuple(_road(word) for word in ROADS.split()),
    start="A",
    provenance={"start": "rulebook", "all": "designed"},
)
