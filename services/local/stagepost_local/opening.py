"""The newcomer's match: made once, gone on with as long as it lasts."""

from __future__ import annotations

from pathlib import Path

import msgspec

from stagepost_contracts.api import MatchMade, MatchWanted, SeatWanted
from stagepost_contracts.ids import MatchId
from stagepost_contracts.policy import Policy
from stagepost_local.engine_client import Engine, Refused
from stagepost_local.secret_keys import write_private

FILE = "opening.json"
GAME = "pola_naftowe"
DOMAIN = "stagepost.localhost"
# `you` as a name at the table would make sentences that nobody understands.
NEWCOMER = "newcomer"
NEWCOMER_BOX = "you"
CORRESPONDENTS = ("anna", "bruno", "celia", "dario", "elsa", "franz", "greta", "hugo")
HOURS = 48.0


class Opening(msgspec.Struct, frozen=True):
    """The match that a newcomer finds, with the tokens of its seats."""

    match: MatchId
    seats: dict[str, str]
    host_token: str


def address_of(name: str) -> str:
    """Return where a player of that name gets mail."""
    return f"{NEWCOMER_BOX if name == NEWCOMER else name}@{DOMAIN}"


def kept_or_made(data: Path, engine: Engine, zone: str) -> tuple[Opening, bool]:
    """Return the match that still runs, or a new one; True if it is new."""
    path = data / FILE
    if path.exists():
        opening = msgspec.json.decode(path.read_bytes(), type=Opening)
        if _runs(engine, opening):
            return opening, False
    opening = _kept(path, engine.make_match(wanted(newcomer=NEWCOMER, zone=zone)))
    return opening, True


def wanted(
    *, newcomer: str = "", game: str = GAME, seats: int = 4, zone: str = "UTC", seed: str = ""
) -> MatchWanted:
    """Return a match of correspondents, with a seat for a newcomer if one is named."""
    people = (SeatWanted(newcomer, address_of(newcomer), zone=zone),) if newcomer else ()
    programs = tuple(
        SeatWanted(name, address_of(name), position=True)
        for name in CORRESPONDENTS[: seats - len(people)]
    )
    policy = Policy(hours=HOURS, zone=zone)
    return MatchWanted(game, people + programs, zone=zone, policy=policy, seed=seed)


def _runs(engine: Engine, opening: Opening) -> bool:
    try:
        with engine.shown(opening.host_token) as host:
            return not host.match(opening.match).over
    except Refused:
        return False


def _kept(path: Path, made: MatchMade) -> Opening:
    opening = Opening(
        made.match, {str(seat): token for seat, token in made.seats.items()}, made.host_token
    )
    write_private(path, msgspec.json.encode(opening))
    return opening
