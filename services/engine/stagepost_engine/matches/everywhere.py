"""What befalls every match at once, or every match of a person."""

from __future__ import annotations

from functools import partial

from stagepost_contracts.dues import Due
from stagepost_contracts.errors import Problem
from stagepost_contracts.ids import MatchId
from stagepost_contracts.keys import partitions
from stagepost_engine.matches.command import Command, Outage, ShareHabit
from stagepost_engine.matches.envelope import Envelope
from stagepost_engine.matches.habits import Share
from stagepost_engine.matches.own_times import kept
from stagepost_engine.matches.service import Matches, Request
from stagepost_engine.matches.sharing import shares_at
from stagepost_engine.store.persons import PersonId
from stagepost_engine.store.redis_store import RedisStore


async def made_good_everywhere(matches: Matches, store: RedisStore, outage: Outage) -> int:
    """Make the outage good in each match; say in how many a deadline was moved.

    The same report again moves nothing, so that a call that was cut off may be repeated.
    """
    moved = 0
    for partition in partitions():
        for match in await store.matches(partition):
            answer = await matches.act(MatchId(match), Request(lambda _: outage))
            moved += bool(answer.told)
    return moved


async def shared_everywhere(matches: Matches, store: RedisStore, due: Due) -> None:
    """Tell the person's other matches what a due of one of them wants told.

    The same word again changes nothing, so that the due may come as often as it takes.
    """
    try:
        envelope = (await matches.live(due.match)).envelope
    except Problem:
        return
    for share in shares_at(envelope, due):
        person = await store.persons.in_seat(due.match, share.seat, share.tenure)
        if person is not None:
            await _share(matches, store, person, due.match, share)


async def _share(
    matches: Matches, store: RedisStore, person: PersonId, source: MatchId, share: Share
) -> None:
    await kept(store, person, share.habit)
    for had in await store.persons.seats(person):
        if (had.match, had.seat) == (source, share.seat):
            continue
        command = ShareHabit(had.seat, had.tenure, share.habit)
        try:
            await matches.act(had.match, Request(partial(_always, command)))
        except Problem as problem:
            if problem.code != "no-such-match":
                raise


def _always(share: ShareHabit, _: Envelope) -> Command:
    return share
