"""The foreign references of bench/moves.py, each in a process of its own; none is ours to need."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

from figures import show

ROOM = Path(__file__).parent
SECONDS_MOST = 120


def told(command: list[str]) -> dict | None:
    """Return the figures that a script prints as JSON, or None if its subject is absent."""
    done = subprocess.run(
        command, stdout=subprocess.PIPE, check=True, text=True, timeout=SECONDS_MOST
    )
    return json.loads(done.stdout)


def catanatron(python: str) -> dict[str, float]:
    """Measure catanatron; the keys say what each figure is a reference of."""
    found = told([python, str(ROOM / "catan.py")]) if shutil.which(python) else None
    if found is None:
        print(f"catanatron: absent from {python} (--python PATH names one that has it)")
        return {}
    print(
        f"catanatron {found['version']}: {found['moves']} random moves of {found['matches']} games"
    )
    show("rules in place, the next legal moves listed, µs a move", found["alone"], "µs")
    show("the same after a copy of the game, µs a move", found["copied"], "µs")
    show("choosing included, µs a move", found["chosen"], "µs")
    show("whole games a second, choosing included", a_second(found))
    return {
        "rules alone / catanatron in place": found["alone"],
        "rules alone / catanatron with a copy": found["copied"],
        "choosing included / catanatron": found["chosen"],
    }


def boardgame_io(node_modules: str | None) -> dict[str, float]:
    """Measure boardgame.io, as above."""
    node = shutil.which("node")
    if node is None or node_modules is None:
        why = "no node" if node is None else "--node-modules PATH or NODE_PATH names a folder of it"
        print(f"boardgame.io: absent ({why})")
        return {}
    found = told([node, str(ROOM / "boardgame_io.mjs"), node_modules])
    if found is None:
        print(f"boardgame.io: absent from {node_modules}")
        return {}
    print(
        f"boardgame.io {found['version']}: {found['moves']} random moves of {found['matches']} "
        "matches of a small auction"
    )
    show("its reducer alone, µs a move", found["alone"], "µs")
    show("with decode and encode, µs a move", found["stored"], "µs")
    show("choosing included, µs a move", found["chosen"], "µs")
    show("whole matches a second, choosing included", a_second(found))
    return {
        "rules alone / boardgame.io": found["alone"],
        "with codec / boardgame.io with codec": found["stored"],
        "choosing included / boardgame.io": found["chosen"],
    }


def a_second(found: dict) -> float:
    return found["matches"] / (found["chosen"] * found["moves"] / 1e6)
