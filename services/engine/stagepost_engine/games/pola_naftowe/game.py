"""Pola Naftowe as the platform sees it: the phases in rulebook order, and a handful of functions."""

from __future__ import annotations

from stagepost_contracts.texts import say
from stagepost_engine.games.pola_naftowe.auction import BIDDING
from stagepost_engine.games.pola_naftowe.audit import audit
from stagepost_engine.games.pola_naftowe.check_tables import check_tables
from stagepost_engine.games.pola_naftowe.deals import DEALS
from stagepost_engine.games.pola_naftowe.default_tables import DEFAULT_TABLES, EDITION
from stagepost_engine.games.pola_naftowe.demand import DEMAND_ROLL
from stagepost_engine.games.pola_naftowe.event import EVENT_ROLL, EXEMPTION
from stagepost_engine.games.pola_naftowe.exchange_adjust import ADJUSTING
from stagepost_engine.games.pola_naftowe.exchange_declare import DECLARING
from stagepost_engine.games.pola_naftowe.exchange_selling import SELLING
from stagepost_engine.games.pola_naftowe.exchange_ties import ORDERING
from stagepost_engine.games.pola_naftowe.extraction import EXTRACTING
from stagepost_engine.games.pola_naftowe.fees import PAYING
from stagepost_engine.games.pola_naftowe.income import EARNING
from stagepost_engine.games.pola_naftowe.infrastructure import BUILDING
from stagepost_engine.games.pola_naftowe.last_call import EXTRACTION_CALL, FEES_CALL, LOBBY_CALL
from stagepost_engine.games.pola_naftowe.lobby import LOBBY, LOBBY_TIE
from stagepost_engine.games.pola_naftowe.lot import LOT
from stagepost_engine.games.pola_naftowe.occasions import OCCASIONS
from stagepost_engine.games.pola_naftowe.opening import ended
from stagepost_engine.games.pola_naftowe.orders import AnyOrder
from stagepost_engine.games.pola_naftowe.place import PLACING
from stagepost_engine.games.pola_naftowe.player import player
from stagepost_engine.games.pola_naftowe.ranking import ranking
from stagepost_engine.games.pola_naftowe.refinery import SUPPLYING
from stagepost_engine.games.pola_naftowe.setup import setup
from stagepost_engine.games.pola_naftowe.sheet import sheet
from stagepost_engine.games.pola_naftowe.state import Table, out
from stagepost_engine.games.pola_naftowe.summary import SUMMARY
from stagepost_engine.games.pola_naftowe.tables import Tables
from stagepost_engine.games.pola_naftowe.view import View, view
from stagepost_engine.rules.game import Game

GAME: Game[Table, View] = Game(
    key="pola_naftowe",
    title=say("Pola Naftowe"),
    summary=SUMMARY,
    seats=range(3, 6),
    edition=EDITION,
    tables=DEFAULT_TABLES,
    tables_type=Tables,
    check_tables=check_tables,
    state_type=Table,
    orders=AnyOrder,
    phases=(
        LOBBY_CALL,  # Goal of the Game: insolvency
        LOBBY,  # Lobbying Phase
        LOBBY_TIE,  # Lobbying Phase: "They resolve all ties in the game"
        DEMAND_ROLL,  # Demand Phase
        EVENT_ROLL,  # Random Event Phase
        EXEMPTION,  # Random Event Phase: a player who must ignore it
        BUILDING,  # Infrastructure Phase
        LOT,  # Auction Phase: what will be put up
        BIDDING,  # Auction Phase; Bidding rules
        PLACING,  # Auction Phase: an Oil Well acquired in this way
        EXTRACTION_CALL,  # Goal of the Game: insolvency
        EXTRACTING,  # Extraction Phase
        SUPPLYING,  # Refinery Supply Phase
        FEES_CALL,  # Goal of the Game: insolvency
        PAYING,  # Fees Phase
        DECLARING,  # Stock Exchange Phase, session I and again session II
        ADJUSTING,  # Stock Exchange Phase: add to or subtract from the declared barrels
        ORDERING,  # Stock Exchange Phase: tied sellers
        SELLING,  # Stock Exchange Phase: Session I, Session II
        EARNING,  # Refinery Income Phase
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
    deals=DEALS,
    out=out,
)
