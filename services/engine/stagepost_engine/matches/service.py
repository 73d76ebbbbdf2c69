"""Matches for their users: load, decide, commit; a lost race loads and decides again."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

import msgspec

from stagepost_contracts.answers import Answer
from stagepost_contracts.dues import Due
from stagepost_contracts.errors import Problem
from stagepost_contracts.ids import MatchId, Seat
from stagepost_contracts.people import Person
from stagepost_contracts.texts import say
from stagepost_engine.matches.access import Shown, called
from stagepost_engine.matches.command import Command, Fall, Journaled, SetHook, ShareHabit
from stagepost_engine.matches.deciding import decide
from stagepost_engine.matches.decision import Decision, Moment
from stagepost_engine.matches.envelope import (
    Envelope,
    decode_envelope,
    encode_envelope,
    state_of,
)
from stagepost_engine.matches.fresh import Fresh
from stagepost_engine.matches.habits import Habit
from stagepost_engine.matches.happening import decode_happened, encode_happened, happened
from stagepost_engine.matches.hooks import counted, hooks_of
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.own_times import habits_of, told_everywhere
from stagepost_engine.matches.players import Players
from stagepost_engine.matches.record import Entry, decode_entry, encode_entry
from stagepost_engine.matches.tokens import with_tokens_at
from stagepost_engine.matches.trying import tried
from stagepost_engine.rules.play import awaited, is_over
from stagepost_engine.store.commit import Commit
from stagepost_engine.store.redis_store import Loaded, RedisStore

TRIES_MOST = 5
JITTER_SECONDS = 0.02

People: TypeAlias = tuple[tuple[str, bytes], ...]
"""JSON people by `seat:tenure`."""


class KeptAnswer(msgspec.Struct, frozen=True, array_like=True):
    """An answer under its idempotency key, and the digest of the request that it answers."""

    digest: bytes
    answer: Answer


@dataclass(frozen=True, slots=True)
class Request:
    """A command from outside.

    `command_of` makes it of the match's envelope, and raises Problem for who may not give it.
    `key` is its idempotency key, empty for none, `digest` what tells its body from another
    under the same key. `received` is None for now. `hold` raises Problem for a match on which
    the command may not be decided; a repeat under its key is answered all the same. `people` are
    those of the match after it, kept with it. `shown` is the token that gives it, `hook` a webhook
    that is kept with the people.
    """

    command_of: Callable[[Envelope], Command]
    key: str = ""
    digest: bytes = b""
    received: float | None = None
    hold: Callable[[Live], None] | None = None
    people: Callable[[Envelope], People] | None = None
    shown: Shown | None = None
    hook: tuple[str, bytes] | None = None


class Matches:
    """All that can be done with matches that exist. `entropy` returns 32 random bytes."""

    def __init__(self, store: RedisStore, entropy: Callable[[], bytes]) -> None:
        self._store = store
        self._entropy = entropy
        self.players = Players(store.players, store.persons, entropy)

    async def live(self, match: MatchId) -> Live:
        """Return the match. Raises Problem `no-such-match`."""
        return _live(await self._store.load(match), match)

    async def live_now(self, match: MatchId) -> tuple[Live, float]:
        """Return the match with the time by its server. Raises Problem `no-such-match`."""
        loaded = await self._store.load(match)
        return _live(loaded, match), loaded.now

    async def habits(self, address: str) -> tuple[Habit, ...]:
        """Return what the person of a mail address has said of the own time."""
        return await habits_of(self._store, address)

    async def now(self, match: MatchId) -> float:
        """Return the time by the match's server, in seconds since 1970 UTC."""
        return (await self._store.load(match)).now

    async def record(self, match: MatchId) -> tuple[Entry, ...]:
        """Return the whole record as it is so far."""
        return tuple(decode_entry(entry) for entry in await self._store.record(match))

    async def people(self, match: MatchId) -> dict[str, Person]:
        """Return the people of the match, by their fields: for the edge, never to be told."""
        found = await self._store.people(match)
        return {field: msgspec.json.decode(kept, type=Person) for field, kept in found.items()}

    async def act(self, match: MatchId, request: Request) -> Answer:
        """Do what a seat says and return the answer, the same one for the same key.

        Raises Problem `no-such-match`, `key-reused`, or `busy` after five lost races.
        """
        for attempt in range(TRIES_MOST):
            loaded = await self._store.load(match, request.key)
            live = _live(loaded, match)
            command = await self._known(live, request.command_of(live.envelope))
            if loaded.answer is not None:
                return _kept(loaded.answer, request)
            if request.hold is not None:
                request.hold(live)
            decision = self._decided(live, command, request.received, loaded.now, request.shown)
            assert decision.answer is not None
            if not decision.changed and not request.key:
                return decision.answer
            commit = _commit(live, decision, loaded.now)
            if decision.handed or decision.ends_player:
                slots = await self.players.mailed(live.envelope, decision)
                commit = replace(commit, slots=slots)
            if request.hook is not None:
                commit = replace(commit, hooks=(request.hook,))
            if request.people is not None and decision.changed:
                commit = await self._with_people(commit, request.people(decision.live.envelope))
            if request.key:
                kept = KeptAnswer(request.digest, decision.answer)
                commit = replace(commit, key=request.key, answer=msgspec.json.encode(kept))
            if await self._store.commit(commit) == "done":
                return decision.answer
            await _jitter(attempt)
        raise Problem("busy", say("Others are moving at the same moment; try again."))

    async def try_out(self, match: MatchId, request: Request) -> Answer:
        """Return what the command would come to, as far as its seat may know, and change nothing.

        Raises Problem as `act` does.
        """
        loaded = await self._store.load(match)
        live = _live(loaded, match)
        command = request.command_of(live.envelope)
        if request.hold is not None:
            request.hold(live)
        fresh = Fresh(self._entropy(), self._entropy)
        return tried(live, command, Moment(loaded.now, loaded.now, fresh))

    async def fall(self, due: Due, spared: tuple[Seat, ...] = ()) -> bool:
        """Let a due come, if it is time and the match still waits for it; say whether it did.

        While a `spared` seat is awaited it stays: a reply of that seat came in time.
        """
        for attempt in range(TRIES_MOST):
            loaded = await self._store.load(due.match)
            if loaded.envelope is None:
                await self._store.forget(due)
                return False
            live = _live(loaded, due.match)
            if due in live.envelope.dues and _awaits(live, spared):
                return False
            if due.kind == "absence":
                await told_everywhere(self._store, live.envelope, due, self._tell)
            decision = self._decided(live, Fall(due), None, loaded.now)
            if not decision.changed:
                if due not in live.envelope.dues:
                    await self._store.forget(due)
                return False
            outcome = await self._store.commit(
                replace(_commit(live, decision, loaded.now), not_before=due.at)
            )
            if outcome in ("done", "early"):
                return outcome == "done"
            await _jitter(attempt)
        raise Problem("busy", say("Others are moving at the same moment; try again."))

    async def _tell(self, match: MatchId, share: ShareHabit) -> None:
        try:
            await self.act(match, Request(lambda _: share))
        except Problem as problem:
            if problem.code != "no-such-match":
                raise

    async def open(self, decision: Decision, people: People) -> bool:
        """Keep a new match with its people; False if there is one of that name already."""
        commit = _commit(None, decision, decision.live.envelope.created)
        return await self._store.commit(await self._with_people(commit, people)) == "done"

    async def _known(self, live: Live, command: Command) -> Command:
        """Return the command with what only the store knows; a commit since then makes it stale."""
        if not isinstance(command, SetHook):
            return command
        events = map(decode_happened, await self._store.events(live.envelope.match))
        number = counted(events, live.envelope, command.seat)
        return msgspec.structs.replace(command, number=number)

    async def _with_people(self, commit: Commit, people: People) -> Commit:
        persons = await self._store.persons.indexed(people)
        return replace(commit, people=people, persons=persons)

    def _decided(
        self,
        live: Live,
        command: Command,
        received: float | None,
        now: float,
        shown: Shown | None = None,
    ) -> Decision:
        fresh = Fresh(self._entropy(), self._entropy)
        received = now if received is None else received
        decision = decide(live, command, Moment(now, received, fresh))
        handed = tuple(fresh.handed) if decision.changed else ()
        token = called(live.envelope, shown)
        made = tuple(one.token for one in handed)
        entry = Journaled(command, received, now, fresh.entropy, token, made)
        return replace(
            decision,
            journal=msgspec.msgpack.encode(entry),
            handed=handed,
            ends_player=fresh.ends_player and decision.changed,
        )


def _live(loaded: Loaded, match: MatchId) -> Live:
    if loaded.envelope is None:
        raise Problem("no-such-match", say("There is no match {match}.", match=match))
    return Live(with_tokens_at(decode_envelope(loaded.envelope), loaded.now))


def _awaits(live: Live, seats: tuple[Seat, ...]) -> bool:
    return bool(seats) and live.started and not set(seats).isdisjoint(_awaited(live))


def _awaited(live: Live) -> tuple[Seat, ...]:
    return () if is_over(live.state) else awaited(live.game, live.play)


def _kept(stored: bytes, request: Request) -> Answer:
    kept = msgspec.json.decode(stored, type=KeptAnswer)
    if kept.digest != request.digest:
        raise Problem(
            "key-reused",
            say("This idempotency key was used for another request; take a new one."),
        )
    return kept.answer


def _commit(before: Live | None, decision: Decision, now: float) -> Commit:
    """Return what has to be written for the decision, but for the answer."""
    envelope = decision.live.envelope
    expected = before.envelope.revision if before else 0
    if not decision.changed:
        return Commit(match=envelope.match, expected=expected)
    old = set(before.envelope.dues) if before else set()
    envelope = msgspec.structs.replace(envelope, revision=expected + 1)
    return Commit(
        match=envelope.match,
        expected=expected,
        envelope=encode_envelope(envelope),
        journal=(decision.journal,) if decision.journal else (),
        record=tuple(encode_entry(entry) for entry in decision.entries),
        outbox=tuple(msgspec.json.encode(notice) for notice in decision.notices),
        dues_gone=tuple(due for due in old if due not in envelope.dues),
        dues_new=tuple(due for due in envelope.dues if due not in old),
        events=tuple(encode_happened(event) for event in happened(before, decision.live, now)),
        state=state_of(envelope),
        hook_news=decision.hook_news,
        hooks_alive=tuple(kept.id for _, kept in hooks_of(envelope)),
        over=envelope.over,
    )


async def _jitter(attempt: int) -> None:
    await asyncio.sleep(random.uniform(0, JITTER_SECONDS * (attempt + 1)))  # noqa: S311  no secret
