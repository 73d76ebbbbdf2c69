"""All matches of one player, page by page: which of them wait, and until when."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby, islice
from typing import Final

from stagepost_contracts.ids import MatchId, Seat
from stagepost_contracts.players import MatchPlayed, PlayedSeat, PlayerPage
from stagepost_contracts.texts import Text, say
from stagepost_contracts.watching import MatchState
from stagepost_engine.matches.asking import ask
from stagepost_engine.matches.clock import deadline_shown
from stagepost_engine.matches.envelope import decode_envelope, state_of
from stagepost_engine.matches.live import Live
from stagepost_engine.rules.play import awaited, is_over
from stagepost_engine.store.persons import SeatHad
from stagepost_engine.store.redis_store import RedisStore

MATCHES_A_LOOK: Final = 32


@dataclass(frozen=True, slots=True)
class PlayedWanted:
    """Which matches: in a state, only those that wait for the player, after a cursor, how many."""

    state: MatchState | None
    awaited: bool
    cursor: MatchId | None
    limit: int


async def played(store: RedisStore, had: Iterable[SeatHad], wanted: PlayedWanted) -> PlayerPage:
    """Return a page, by match; tenures that have ended are left out."""
    after = wanted.cursor
    tenures = {
        match: {one.seat: one.tenure for one in group}
        for match, group in groupby(sorted(had), key=lambda one: one.match)
        if after is None or match > after
    }
    found: list[MatchPlayed] = []
    left = iter(tenures.items())
    while some := tuple(islice(left, MATCHES_A_LOOK)):
        rows = await asyncio.gather(*(_row(store, match, seats) for match, seats in some))
        found += [row for row in rows if row is not None and _is_wanted(row, wanted)]
        if len(found) > wanted.limit:
            page = tuple(found[: wanted.limit])
            return PlayerPage(page, page[-1].match)
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
    running = live.started and not is_over(live.state)
    waiting = awaited(live.game, live.play) if running else ()
    return MatchPlayed(
        match=match,
        game=envelope.game,
        title=live.game.title,
        state=state_of(envelope),
        step=envelope.step,
        phase_title=live.game.phase(live.state.phase).title if running else _rest(live),
        seats=tuple(_seat(live, seat, waiting) for seat in held),
        deadline=deadline_shown(envelope),
        paused=envelope.paused is not None,
    )


def _seat(live: Live, seat: Seat, waiting: tuple[Seat, ...]) -> PlayedSeat:
    if seat not in waiting:
        return PlayedSeat(seat)
    asked = ask(live, seat)
    return PlayedSeat(seat, awaited=True, question=asked.question if asked else None)


def _rest(live: Live) -> Text:
    return say("Over") if live.envelope.over else say("Not started")
