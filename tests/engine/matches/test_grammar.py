"""Every command that can be said is done by something, and nothing is done that cannot be said."""

import ast
from pathlib import Path

from stagepost_engine.matches import grammar
from stagepost_engine.matches.doing import DOERS


def verbs_in(path: Path) -> set[str]:
    return {
        node.args[0].value
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "OrderForm"
    }


def test_what_can_be_said_is_done():
    """A game's own deals give the form of OFFER; all others stand in the grammar."""
    said = set().union(*map(verbs_in, Path(grammar.__file__).parent.glob("*.py")))

    assert {verb.replace(" ", "_") for verb in said} | {"offer"} == set(DOERS)
