"""Bombay as the platform sees it: the phases in rulebook order, and a handful of functions."""

from __future__ import annotations

from stagepost_contracts.texts import say
from stagepost_engine.games.bombay.audit import audit
from stagepost_engine.games.bombay.check_tables import check_tables
from stagepost_engine.games.bombay.default_tables import DEFAULT_TABLES, EDITION
from stagepost_engine.games.bombay.occasions import OCCASIONS
from stagepost_engine.games.bombay.orders import AnyOrder
from stagepost_engine.games.bombay.player import player
from stagepost_engine.games.bombay.ranking import ranking
from stagepost_engine.games.bombay.restock import RESTOCKING
from stagepost_engine.games.bombay.rewards import REWARDING, ended
from stagepost_engine.games.bombay.setup import setup
from stagepost_engine.games.bombay.sheet import sheet
from stagepost_engine.games.bombay.state import Table
from stagepost_engine.games.bombay.summary import SUMMARY
from stagepost_engine.games.bombay.tables import Tables
from stagepost_engine.games.bombay.turning import TURNING
from stagepost_engine.games.bombay.view import View, view
from stagepost_engine.rules.game import Game

GAME: Game[Table, View] = Game(
    key="bombay",
    title=say("Bombay"),
    summary=SUMMARY,
    seats=range(2, 6),
    edition=EDITION,
    tables=DEFAULT_TABLES,
    tables_type=Tables,
    check_tables=check_tables,
    state_type=Table,
    orders=AnyOrder,
    phases=(
        RESTOCKING,  # Restocking
        TURNING,  # Game turn, End of the game turn, End of the set
        REWARDING,  # End of the game
    ),
    setup=setup,
    view=view,
    view_type=View,
    sheet=sheet,
    ranking=ranking,
    ended=ended,
    audit=audit,
    player=player,
    occasions=OCCASIONS,
)
