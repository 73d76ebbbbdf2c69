"""The same match without mail, processes or mishaps: what a disturbed one has to come to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import msgspec
from tables import START, TestTable, entropy, fault_of

from stagepost_contracts.api import MatchWanted
from stagepost_contracts.ids import MatchId
from stagepost_contracts.notices import Notice, Prompt
from stagepost_engine.games import GAMES
from stagepost_engine.matches.decision import Moment
from stagepost_engine.matches.fresh import Fresh
from stagepost_engine.matches.making import made
from stagepost_engine.matches.opening import opened
from stagepost_engine.matches.record import Entry, StepTaken
from stagepost_local.correspondent.deciding import decided


@dataclass
class Calm:
    """A match that played itself in this process; `replies` counts the answers of each seat."""

    table: TestTable
    replies: dict[str, int] = field(default_factory=dict)

    @property
    def notices(self) -> list[Notice]:
        return self.table.notices

    @property
    def entries(self) -> list[Entry]:
        return self.table.entries


def played(wanted: MatchWanted, match: str, seeds: Mapping[str, str]) -> Calm:
    """Answer every prompt as the correspondents do, in the order in which they are asked."""
    plan = made(wanted, entropy("root"), entropy("secret"), seeds_allowed=True)
    decision = opened(
        replace(plan.plan, match=MatchId(match)), Moment(START, START, Fresh(entropy("opening")))
    )
    calm = Calm(table := TestTable(decision.live))
    table.takes(decision)
    at = 0
    while at < len(table.notices):
        notice = table.notices[at]
        at += 1
        if isinstance(notice.body, Prompt):
            assert notice.body.position is not None
            seed = seeds[notice.seat].encode()
            # As a mail carries it: what does not survive JSON is gone.
            sent = msgspec.json.encode(notice.body.position)
            lines = decided(GAMES, msgspec.json.decode(sent, type=type(notice.body.position)), seed)
            answer = table.says(notice.seat, *lines, step=notice.step, by_mail=True)
            assert answer.fault is None, fault_of(answer)
            calm.replies[notice.seat] = calm.replies.get(notice.seat, 0) + 1
    assert table.live.envelope.over
    return calm


def moves_of(entries: list[Entry] | tuple[Entry, ...]) -> list[tuple]:
    """What was played and drawn, without what is fresh in each run: nonces and links."""
    return [
        (
            entry.step,
            entry.phase,
            {seat: (bytes(move.orders), move.default) for seat, move in entry.moves.items()},
            entry.draws,
        )
        for entry in entries
        if isinstance(entry, StepTaken)
    ]
