"""A match is made and started: seats, tokens, the promise of the seed, the table laid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from stagepost_contracts.dues import Due
from stagepost_contracts.events import Event
from stagepost_contracts.ids import MatchId, Seat
from stagepost_contracts.policy import Policy
from stagepost_contracts.texts import say
from stagepost_engine.matches import clock
from stagepost_engine.matches.decision import Decision, Moment
from stagepost_engine.matches.envelope import Envelope, KeptSeat
from stagepost_engine.matches.fresh import hashed
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.record import Opening, chained
from stagepost_engine.matches.settling import settle
from stagepost_engine.matches.telling import welcomed
from stagepost_engine.rules import codec
from stagepost_engine.rules.game import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A match to be made, checked already. Tokens are hashed; `secret` are 32 bytes;
    `wish` is the digest of the request that made it.
    """

    match: MatchId
    game: Game[Any, Any]
    seats: tuple[KeptSeat, ...]
    host: str
    host_token: bytes
    policy: Policy
    secret: bytes
    seed_chosen: bool
    own_tables: dict[str, Any] | None
    starts_in_seconds: float
    wish: bytes = b""


def opened(plan: Plan, moment: Moment) -> Decision:
    """Return the new match: waiting for its start, or started at once."""
    envelope = Envelope(
        match=plan.match,
        game=plan.game.key,
        edition=plan.game.edition,
        seats=plan.seats,
        host=plan.host,
        host_token=plan.host_token,
        policy=plan.policy,
        secret=plan.secret,
        created=moment.now,
        tables=plan.own_tables,
        seed_chosen=plan.seed_chosen,
        wish=plan.wish,
    )
    live = Live(envelope)
    if plan.starts_in_seconds <= 0:
        return started(live, moment)
    at = round(moment.now + plan.starts_in_seconds, 3)
    live = live.changed(deadline=at, dues=(Due(plan.match, "start", 0, at),))
    return Decision(live, changed=True, notices=welcomed(live))


def started(live: Live, moment: Moment) -> Decision:
    """Lay the table with the dice of step 0, and run play on to the first question."""
    envelope, dice = live.envelope, live.dice(0)
    outcome = live.game.setup(live.tables, envelope.names, dice)
    opening = chained(
        b"",
        Opening(
            match=envelope.match,
            game=envelope.game,
            edition=envelope.edition,
            seats=envelope.names,
            seed_hash=hashed(envelope.secret),
            draws=dice.drawn,
            tables=envelope.tables,
            seed_chosen=envelope.seed_chosen,
        ),
    )
    live = live.changed(
        state=codec.encode_state(outcome.state),
        step=1,
        part_step=1,
        chain=bytes.fromhex(opening.chain),
        news=(*envelope.news, *_promise(live), *outcome.events),
        dues=(),
    )
    settled = settle(clock.opened(live, moment.now), now=moment.now, fresh=moment.fresh)
    return Decision(settled.live, True, (opening, *settled.entries), settled.notices)


def _promise(live: Live) -> tuple[Event, ...]:
    """Tell everybody, before the first roll, by which hash the seed can be checked later."""
    envelope = live.envelope
    names: tuple[Seat, ...] = envelope.names
    news = [
        Event(say("At the table, clockwise: {seats}.", seats=", ".join(names))),
        Event(
            say(
                "The dice are fixed already. The SHA-256 of their secret is {hash}; "
                "the secret is told once the match is over.",
                hash=hashed(envelope.secret),
            )
        ),
    ]
    if envelope.seed_chosen:
        news.append(Event(say("The seed of the dice was chosen, not drawn: a match for trying.")))
    return tuple(news)
