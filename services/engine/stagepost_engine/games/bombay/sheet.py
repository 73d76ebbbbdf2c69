"""The position for people."""

from __future__ import annotations

from stagepost_contracts.sheets import Sheet
from stagepost_contracts.texts import say
from stagepost_engine.games.bombay.view import View


def sheet(view: View) -> Sheet:
    return Sheet(say("Set"), ())
