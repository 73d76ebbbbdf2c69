"""Tokens of a player across matches: one opens every seat that its person holds now."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from typing import Final

import msgspec

from stagepost_contracts.errors import Problem
from stagepost_contracts.ids import MatchId
from stagepost_contracts.texts import say
from stagepost_contracts.tokens import (
    MAIL_LABEL,
    MAIL_TOKEN_HOURS,
    TOKENS_MOST,
    Scope,
    TokenMade,
    TokenSeen,
    TokenWanted,
)
from stagepost_engine.matches.access import Player, token_hash
from stagepost_engine.matches.decision import Decision
from stagepost_engine.matches.envelope import Envelope, KeptToken, TokenTerm
from stagepost_engine.matches.fresh import token_text
from stagepost_engine.matches.tokens import id_of
from stagepost_engine.store.persons import PersonId, Persons
from stagepost_engine.store.players import PlayerTokens

PREFIX: Final = "player-"
_KEPT: Final = msgspec.msgpack.Decoder(KeptToken)


def player_token(person: PersonId, secret: str) -> str:
    """Return the token as its player is told it."""
    return f"{PREFIX}{person}-{secret}"


class Players:
    """Persons and their tokens. `entropy` returns 32 random bytes."""

    def __init__(
        self, tokens: PlayerTokens, persons: Persons, entropy: Callable[[], bytes]
    ) -> None:
        self._tokens = tokens
        self._entropy = entropy
        self.persons = persons

    async def person_of(self, token: str | None) -> tuple[PersonId, KeptToken]:
        """Return whose token it is, and what is kept of it. Raises Problem."""
        if token is None:
            raise Problem("unauthorized", say("A player's token is needed: write TOKEN PLAYER."))
        person, _, secret = token.removeprefix(PREFIX).partition("-")
        if not token.startswith(PREFIX) or not (person.isascii() and person.isalnum()):
            raise Problem(
                "forbidden",
                say("This is no player's token; a reply of TOKEN PLAYER has one mailed."),
            )
        given = token_hash(secret)
        found = await self._kept(PersonId(person))
        same = [kept for kept in found if hmac.compare_digest(kept.token, given)]
        if not same:
            raise Problem("unauthorized", say("This player's token opens nothing any more."))
        return PersonId(person), same[0]

    async def shown(self, token: str, match: MatchId) -> Player:
        """Return what the token is worth in a match. Raises Problem `unauthorized`."""
        person, kept = await self.person_of(token)
        had = await self.persons.seats_in(match, person)
        tenures = tuple((one.seat, one.tenure) for one in had)
        return Player(token, tenures, kept.term.label or kept.id, kept.term.scope)

    async def seen(self, token: str | None) -> tuple[TokenSeen, ...]:
        """Return the tokens of the player who asks, without the tokens."""
        person, own = await self.person_of(token)
        return tuple(
            TokenSeen(
                kept.id,
                kept.term.label,
                kept.term.scope,
                kept.term.since or None,
                kept.term.until,
                own=kept.id == own.id,
            )
            for kept in await self._kept(person)
        )

    async def make(self, token: str | None, wanted: TokenWanted, *, change: bool) -> TokenMade:
        """Make one more token, or to `change` it one in the place of the one that asks."""
        person, own = await self.person_of(token)
        if own.term.scope == "read" and (not change or wanted.scope == "play"):
            text = say("This token only reads; what changes something needs one that plays.")
            raise Problem("forbidden", text)
        scope = wanted.scope or own.term.scope
        gone = (own.id,) if change else ()
        return await self.keep(person, self._fresh(), wanted.label, wanted.hours, scope, gone=gone)

    async def keep(
        self,
        person: PersonId,
        secret: str,
        label: str,
        hours: float | None,
        scope: Scope,
        *,
        gone: tuple[str, ...] = (),
    ) -> TokenMade:
        """Keep the hash of a new token of a person in the place of those that are `gone`."""
        now, kept = await self._tokens.all(person)
        over = tuple(one.id for one in map(_KEPT.decode, kept.values()) if _is_over(one, now))
        if len(kept.keys() - {*over, *gone}) >= TOKENS_MOST:
            text = say("You have {most} tokens already; end one of them first.", most=TOKENS_MOST)
            raise Problem("illegal", text)
        until = None if hours is None else round(now + 3600 * hours, 3)
        made = token_hash(secret)
        term = TokenTerm(label, until, scope, round(now, 3))
        new = KeptToken(id_of(made), made, term)
        await self._tokens.put(person, new.id, msgspec.msgpack.encode(new), (*over, *gone))
        return TokenMade(player_token(person, secret), label, None, until, new.id, scope)

    async def end(self, token: str | None, wanted: str | None = None) -> None:
        """End the token that asks, or another of the same player by its id. Raises Problem."""
        person, own = await self.person_of(token)
        if wanted is not None and wanted != own.id and own.term.scope == "read":
            raise Problem("forbidden", say("This token only reads; it ends no other."))
        wanted = own.id if wanted is None else wanted
        if wanted not in {kept.id for kept in await self._kept(person)}:
            raise Problem("not-found", say("You have no token {id}.", id=wanted))
        await self._tokens.drop(person, (wanted,))

    async def mailed(self, envelope: Envelope, decision: Decision) -> tuple[tuple[str, str], ...]:
        """Return the texts of new tokens by the slots in which they wait to be mailed.

        A player's is kept before the commit: if that is lost, nobody ever learns the token.
        Raises Problem where nobody is known to be in the seat.
        """
        assert decision.answer is not None
        slots = {one.slot: one.text for one in decision.handed if not one.player}
        wanted = [one for one in decision.handed if one.player]
        if wanted or decision.ends_player:
            seat = decision.answer.seat
            tenure = envelope.seat(seat).tenure
            person = await self.persons.in_seat(envelope.match, seat, tenure)
            if person is None:
                raise Problem("no-such-seat", say("Nobody is known to be in this seat."))
            gone = await self._named(person, MAIL_LABEL)
            for one in wanted[-1:]:
                made = await self.keep(
                    person, one.text, MAIL_LABEL, MAIL_TOKEN_HOURS, "play", gone=gone
                )
                slots[one.slot] = made.token
            if not wanted:
                await self._tokens.drop(person, gone)
        return tuple(slots.items())

    async def _kept(self, person: PersonId) -> list[KeptToken]:
        now, kept = await self._tokens.all(person)
        found = sorted(map(_KEPT.decode, kept.values()), key=lambda one: (one.term.since, one.id))
        return [one for one in found if not _is_over(one, now)]

    async def _named(self, person: PersonId, label: str) -> tuple[str, ...]:
        """Return the ids of the person's tokens of that label."""
        return tuple(kept.id for kept in await self._kept(person) if kept.term.label == label)

    def _fresh(self) -> str:
        return token_text(self._entropy())


def _is_over(kept: KeptToken, now: float) -> bool:
    return kept.term.until is not None and kept.term.until <= now
