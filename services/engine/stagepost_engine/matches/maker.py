"""Making a match: the wish checked, the table laid, all of it kept in one commit."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial
from zoneinfo import ZoneInfo

import msgspec

from stagepost_contracts.api import MatchMade, MatchWanted
from stagepost_contracts.errors import Problem
from stagepost_contracts.hosting import PlayerMade, PlayerWanted
from stagepost_contracts.ids import MatchId, Seat
from stagepost_contracts.people import Person
from stagepost_contracts.policy import Policy
from stagepost_contracts.texts import say
from stagepost_engine.matches.access import Shown, token_hash
from stagepost_engine.matches.calendars import with_calendar
from stagepost_engine.matches.command import Command, SeatPlayer, ShareHabit
from stagepost_engine.matches.decision import Moment
from stagepost_engine.matches.envelope import Envelope, KeptSeat
from stagepost_engine.matches.fresh import Fresh, hashed
from stagepost_engine.matches.introducing import deputized
from stagepost_engine.matches.making import Made, derived, made, person_of
from stagepost_engine.matches.opening import opened
from stagepost_engine.matches.own_times import knowing
from stagepost_engine.matches.service import Matches, People, Request


class Maker:
    """Makes matches. `entropy` returns 32 random bytes.

    With an idempotency key the match's id and tokens are derived from `secret` and the key, so
    that a repeat is told the same tokens, though only their hashes are kept.
    """

    def __init__(
        self,
        matches: Matches,
        entropy: Callable[[], bytes],
        secret: bytes,
        *,
        seeds_allowed: bool,
    ) -> None:
        self._matches = matches
        self._entropy = entropy
        self._secret = secret
        self._seeds_allowed = seeds_allowed

    async def make(self, wanted: MatchWanted, *, key: str, digest: bytes) -> MatchMade:
        """Make the match. Raises Problem for a wish that cannot be, or a key used before."""
        root = hmac.digest(self._secret, b"make:" + key.encode(), "sha256")
        root = root if key else self._entropy()
        plan = made(wanted, root, self._entropy(), seeds_allowed=self._seeds_allowed)
        now = await self._matches.now(plan.told.match)
        moment = Moment(now, now, Fresh(self._entropy()))
        policy = with_calendar(plan.plan.policy, now)
        seats = await self._knowing(plan, policy, now)
        decision = opened(replace(plan.plan, wish=digest, policy=policy, seats=seats), moment)
        if await self._matches.open(decision, plan.people):
            return plan.told
        kept = (await self._matches.live(plan.told.match)).envelope
        if kept.wish != digest:
            raise Problem(
                "key-reused",
                say("This idempotency key was used for another request; take a new one."),
            )
        return msgspec.structs.replace(plan.told, seed_hash=hashed(kept.secret))

    async def _knowing(self, plan: Made, policy: Policy, now: float) -> tuple[KeptSeat, ...]:
        """Return the seats with what their players have said of their time in other matches."""
        today = datetime.fromtimestamp(now, ZoneInfo(policy.zone)).date()
        seats = []
        for seat, (_, person) in zip(plan.plan.seats, plan.people, strict=True):
            address = msgspec.json.decode(person, type=Person).address
            habits = await self._matches.habits(address)
            seats.append(knowing(seat, habits, policy, today) if habits else seat)
        return tuple(seats)

    async def seat(
        self,
        match: MatchId,
        seat: Seat,
        wanted: PlayerWanted,
        *,
        hold: Callable[[Envelope], None],
        key: str,
        digest: bytes,
        shown: Shown | None = None,
    ) -> PlayerMade:
        """Give a seat to a new player. `hold` raises Problem for who may not."""
        root = hmac.digest(self._secret, f"seat:{match}:{key}".encode(), "sha256")
        token = derived(root if key else self._entropy(), f"seat:{seat}")
        known = await self._matches.people(match)

        def command(envelope: Envelope) -> Command:
            hold(envelope)
            if seat not in envelope.names:
                raise Problem("no-such-seat", say("This match has no seat {seat}.", seat=seat))
            # Who may not is told nothing of the wish.
            person = person_of(wanted, "en", "UTC", "")
            without = deputized(envelope, known, person.address, seat)
            return SeatPlayer(seat, token_hash(token), wanted.position, without, person.zone)

        def people(envelope: Envelope) -> People:
            person = msgspec.json.encode(person_of(wanted, "en", "UTC", ""))
            return ((f"{seat}:{envelope.seat(seat).tenure}", person),)

        await self._matches.act(match, Request(command, key, digest, people=people, shown=shown))
        kept = (await self._matches.live(match)).envelope.seat(seat)
        for habit in await self._matches.habits(wanted.address):
            share = ShareHabit(seat, kept.tenure, habit)
            await self._matches.act(match, Request(partial(_always, share)))
        return PlayerMade(match, seat, kept.tenure, token)


def _always(share: ShareHabit, _: Envelope) -> Command:
    return share
