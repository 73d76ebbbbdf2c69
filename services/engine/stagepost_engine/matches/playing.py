"""All matches of one player, page by page: which of them wait, and until when."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby

from stagepost_contracts.api import MatchSeen
from stagepost_contracts.ids import MatchId, Seat
from stagepost_contracts.players import MatchPlayed, PlayedSeat, PlayerPage
from stagepost_contracts.watching import MatchState
from stagepost_engine.matches.access import Reader
from stagepost_engine.matches.envelope import decode_envelope, state_of
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.seen import seen
from stagepost_engine.store.persons import SeatHad
from stagepost_engine.store.redis_store import RedisStore


@dataclass(frozen=True, slots=True)
class PlayedWanted:
    """Which matches: in a state, only those that wait for the player, after a cursor, how many."""

    state: MatchState | None
    awaited: bool
    cursor: MatchId | None
    limit: int


async def played(store: RedisStore, had: Iterable[SeatHad], wanted: PlayedWanted) -> PlayerPage:
    """Return a page, by match; tenures that have ended are left out."""
    found: list[MatchPlayed] = []
    for match, tenures in groupby(sorted(had), key=lambda one: one.match):
        if wanted.cursor is not None and match <= wanted.cursor:
            continue
        row = await _row(store, match, {one.seat: one.tenure for one in tenures})
        if row is None or not _is_wanted(row, wanted):
            continue
        if len(found) == wanted.limit:
            return PlayerPage(tuple(found), found[-1].match)
        found.append(row)
    return PlayerPage(tuple(found))


def _is_wanted(row: MatchPlayed, wanted: PlayedWanted) -> bool:
    if wanted.state not in (None, row.state):
        return False
    return not wanted.awaited or any(seat.awaited for seat in row.seats)


async def _row(
    store: RedisStore, match: MatchId, tenures: Mapping[Seat, int]
) -> MatchPlayed | None:
    loaded = await store.load(match)
    if loaded.envelope is None:
        return None
    live = Live(decode_envelope(loaded.envelope))
    envelope = live.envelope
    held = [kept.name for kept in envelope.seats if tenures.get(kept.name) == kept.tenure]
    if not held:
        return None
    views = [(seat, seen(live, Reader(seat))) for seat in held]
    whole = views[0][1]
    return MatchPlayed(
        match=match,
        game=envelope.game,
        title=whole.title,
        state=state_of(envelope),
        step=whole.step,
        phase_title=whole.phase_title,
        seats=tuple(_seat(seat, view) for seat, view in views),
        deadline=whole.deadline,
        paused=whole.paused,
    )


def _seat(seat: Seat, view: MatchSeen) -> PlayedSeat:
    [summary] = [one for one in view.seats if one.name == seat]
    awaited = summary.awaited and view.ask is not None
    return PlayedSeat(seat, awaited, view.ask.question if view.ask and awaited else None)
