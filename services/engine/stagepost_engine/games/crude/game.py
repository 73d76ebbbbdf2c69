"""Crude as the platform sees it: the phases in rulebook order, and a handful of functions."""

from __future__ import annotations

from stagepost_contracts.texts import say
from stagepost_engine.games.crude.assets import ASSETS
from stagepost_engine.games.crude.audit import audit
from stagepost_engine.games.crude.check_tables import check_tables
from stagepost_engine.games.crude.default_tables import DEFAULT_TABLES, EDITION
from stagepost_engine.games.crude.final import ended, ranking
from stagepost_engine.games.crude.hits import HITS
from stagepost_engine.games.crude.market import MARKET
from stagepost_engine.games.crude.occasions import OCCASIONS
from stagepost_engine.games.crude.orders import AnyOrder
from stagepost_engine.games.crude.player import player
from stagepost_engine.games.crude.purchase import PURCHASE_ROUND
from stagepost_engine.games.crude.roll import ROLL
from stagepost_engine.games.crude.setup import setup
from stagepost_engine.games.crude.sheet import sheet
from stagepost_engine.games.crude.state import Table
from stagepost_engine.games.crude.summary import SUMMARY
from stagepost_engine.games.crude.tables import Tables
from stagepost_engine.games.crude.tax import TAX
from stagepost_engine.games.crude.track import TRACK
from stagepost_engine.games.crude.view import View, view
from stagepost_engine.rules.game import Game

GAME: Game[Table, View] = Game(
    key="crude",
    title=say("Crude: The Oil Game"),
    summary=SUMMARY,
    seats=range(2, 5),
    edition=EDITION,
    tables=DEFAULT_TABLES,
    tables_type=Tables,
    check_tables=check_tables,
    state_type=Table,
    orders=AnyOrder,
    phases=(
        PURCHASE_ROUND,  # Special Purchase Round
        MARKET,  # 1. Market Phase
        ROLL,  # 2. The Production Roll Phase: the roll, Check for Doubles
        TAX,  # 2. Check for Doubles: a news event that cannot be paid
        TRACK,  # 2. Change the Dice Difference Track, Change the economy
        HITS,  # 2. Assets Produce, and 3. The Neighbor Phase
        ASSETS,  # 4. Assets Phase, and 5. End of Turn and Declaring Victory
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
