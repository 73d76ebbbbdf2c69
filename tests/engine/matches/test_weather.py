"""A match in all weathers: plans, absences, votes, outages, silence and new players at random."""

import random
from contextlib import suppress

import msgspec
import pytest
from tables import entropy, laid, plain_move

from stagepost_contracts.errors import Problem
from stagepost_contracts.policy import Policy
from stagepost_engine.games import GAMES
from stagepost_engine.matches.command import (
    Introduced,
    Journaled,
    Outage,
    Say,
    SeatPlayer,
    SetClock,
)
from stagepost_engine.matches.deciding import decide
from stagepost_engine.matches.decision import Moment
from stagepost_engine.matches.envelope import encode_envelope
from stagepost_engine.matches.fresh import Fresh
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.verify import verified
from stagepost_engine.rules.dice import SeededDice

POLICY = Policy(
    hours=24,
    grace_hours=2,
    delay_minutes=10,
    reminders=(6.0,),
    at_hour=20,
    extensions=20,
    away_days=300,
    vacant_after=2,
)
EVENTS_MOST = 4000
WORDS = (
    "EXTEND 5",
    "EXTEND 200",
    "WAIT",
    "READY",
    "PAUSE",
    "RESUME",
    "AWAY tomorrow",
    "AWAY UNTIL 3 Mar",
    "BACK",
    "OFF DAYS SAT, SUN",
    "OFF DAYS NONE",
    "QUIET 22 TO 7",
    "LEAVE",
    "UNDO",
    "FINISH",
    "CANCEL FINISH",
    "CANCEL UNDO",
    "KICK anna",
    "KICK piotr",
    "RETURN",
    "PLANS",
    "PLAN infrastructure BUY TANKER",
    "PLAN infrastructure STAY",
    "PLAN auction PASS; PASS",
    "PLAN declare SELL 0",
    "DEFAULT lobby BID 200",
    "DEFAULT auction BID 100",
    "CANCEL infrastructure",
    "CANCEL DEFAULT lobby",
    "SHOW",
)

DEPUTIES = (
    "DEPUTY ola UNTIL today",
    "DEPUTY ola UNTIL tomorrow FOR lobby",
    "DEPUTY ola UNTIL tomorrow",
    "DEPUTY END",
)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_in_all_weathers_ends_true(game, seed):
    chance, table = random.Random(seed), laid(3, seed=seed, policy=POLICY, game=game)
    for number in range(EVENTS_MOST):
        if table.live.envelope.over:
            break
        blow(chance, table, number)
        holds(table)

    assert table.live.envelope.over
    assert verified(tuple(table.entries)).moves > 0
    assert replayed(table) == encode_envelope(table.live.envelope)


def blow(chance, table, number: int) -> None:
    """One thing that happens; the host lets a match go on that stands."""
    envelope = table.live.envelope
    seat = chance.choice(envelope.names)
    table.now += chance.random() * 3 * 3600
    roll = chance.random()
    if envelope.paused is not None and roll < 0.3:
        table.does(SetClock(paused=False))
    elif roll < 0.22:
        table.says(seat, chance.choice(WORDS))
    elif roll < 0.235:
        named = (Introduced("ola", 1),)
        line = chance.choice(DEPUTIES)
        table.does(Say(seat, envelope.step, (line,), introduced=named))
    elif roll < 0.25:
        table.says(seat, chance.choice((*WORDS, "BID 200", "PASS")), deputy=1)
    elif roll < 0.27:
        table.does(Outage(table.now - chance.random() * 7200, table.now))
    elif roll < 0.28:
        table.does(SeatPlayer(seat, entropy("token", number)))
    elif roll < 0.3:
        with suppress(Problem):
            table.does(SetClock(deadline=table.now + chance.random() * 80 * 3600))
    elif roll < 0.32:
        for name in envelope.names:
            table.says(name, "UNDO")
    elif roll < 0.4 and envelope.dues:
        table.falls()
    elif table.awaited:
        seat = table.awaited[0]
        move = plain_move(table.live, seat, SeededDice(b"player", number))
        table.submits(seat, *[msgspec.to_builtins(order) for order in move])


def holds(table) -> None:
    """What must be so at every moment."""
    envelope = table.live.envelope
    # Word of a player's own time is carried to other matches also while the clock stands.
    dues = [due for due in envelope.dues if due.kind != "absence"]
    closing = [due for due in dues if due.kind in ("deadline", "grace")]
    if envelope.abandoned is not None and not envelope.over:
        assert [due.kind for due in dues] == ["abandon"]
    elif envelope.over or envelope.paused is not None:
        assert dues == []
    else:
        assert len(closing) == 1
        cap = 3600 * envelope.policy.most_extension_hours
        assert envelope.deadline <= envelope.deadline_first + cap + 0.001
    assert {due.step for due in dues} <= {envelope.step}
    assert len({notice.key for notice in table.notices}) == len(table.notices)


def replayed(table) -> bytes:
    live = table.first
    for entry in table.journal:
        kept = msgspec.msgpack.decode(msgspec.msgpack.encode(entry), type=Journaled)
        moment = Moment(kept.now, kept.received, Fresh(kept.entropy, made=kept.made))
        live = Live(decide(live, kept.command, moment).live.envelope)
    return encode_envelope(live.envelope)
