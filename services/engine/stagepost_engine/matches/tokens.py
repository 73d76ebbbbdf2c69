"""Bearer tokens in the course of a match: made, changed, ended, run out. Only hashes are kept."""

from __future__ import annotations

import base64
import hashlib
from typing import Any

import msgspec

from stagepost_contracts.errors import Problem
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import say
from stagepost_contracts.tokens import TOKENS_MOST, TokenSeen
from stagepost_engine.matches.access import FIRST, Holder, tokens_of
from stagepost_engine.matches.answering import noted
from stagepost_engine.matches.command import ChangeToken, MakeToken
from stagepost_engine.matches.decision import Decision, Moment
from stagepost_engine.matches.envelope import Envelope, KeptToken, TokenTerm, with_seats
from stagepost_engine.matches.live import Live

ID_LETTERS = 8


def token_changed(live: Live, command: ChangeToken, moment: Moment) -> Decision:
    """Put the new token in the place of the old one, which opens nothing from now on.

    Raises Problem `not-found` for an id that no token has.
    """
    known = {kept.id for kept in tokens_of(live.envelope, command.seat)}
    if command.id not in known:
        raise Problem("not-found", say("You have no token {id}.", id=command.id))
    term = TokenTerm(
        command.label, _until(command.hours, moment), command.scope, round(moment.now, 3)
    )
    changed = KeptToken(command.id, command.token, term)
    live = live.with_envelope(with_token(live.envelope, command.seat, changed))
    return Decision(live, changed=True, answer=noted(live))


def token_made(live: Live, command: MakeToken, moment: Moment) -> Decision:
    """Keep one more token of the holder. Raises Problem where there are too many."""
    more = [kept for kept in tokens_of(live.envelope, command.seat) if kept.id != FIRST]
    if len(more) >= TOKENS_MOST:
        text = say("You have {most} more tokens already; end one of them first.", most=TOKENS_MOST)
        raise Problem("illegal", text)
    term = TokenTerm(
        command.label, _until(command.hours, moment), command.scope, round(moment.now, 3)
    )
    made = KeptToken(id_of(command.token), command.token, term)
    live = live.with_envelope(with_token(live.envelope, command.seat, made))
    return Decision(live, changed=True, answer=noted(live))


def tokens_seen(envelope: Envelope, holder: Holder) -> tuple[TokenSeen, ...]:
    """Return the tokens of the one who asks, without the tokens."""
    return tuple(
        TokenSeen(
            kept.id,
            kept.term.label,
            kept.term.scope,
            kept.term.since or None,
            kept.term.until,
            own=kept.id == holder.id,
        )
        for kept in tokens_of(envelope, holder.reader.seat)
    )


def id_of(token: bytes) -> str:
    """Return the id of a token by its hash; it leads back to neither."""
    digest = hashlib.sha256(b"id:" + token).digest()
    return base64.b32encode(digest).decode().lower()[:ID_LETTERS]


def with_token(envelope: Envelope, seat: Seat | None, kept: KeptToken) -> Envelope:
    """Return the envelope with that token of a seat or the host; an empty hash is none.

    A webhook ends with the token that it was set with.
    """
    first = kept.id == FIRST
    hook = envelope.host_hook if seat is None else envelope.seat(seat).hook
    if hook is not None and not kept.token and hook.token == kept.id:
        hook = None
    more = tuple(one for one in tokens_of(envelope, seat) if one.id not in (FIRST, kept.id))
    if kept.token and not first:
        more += (kept,)
    if seat is None:
        fields: dict[str, Any] = {"host_tokens": more, "host_hook": hook}
        fields |= {"host_token": kept.token, "host_term": kept.term} if first else {}
        return msgspec.structs.replace(envelope, **fields)
    changes: dict[str, Any] = {"tokens": more, "hook": hook}
    changes |= {"token": kept.token, "term": kept.term} if first else {}
    return with_seats(envelope, {seat: changes})


def with_tokens_at(envelope: Envelope, now: float) -> Envelope:
    """Return the envelope without the tokens that have run out."""
    for seat in (*envelope.names, None):
        for kept in tokens_of(envelope, seat):
            if kept.term.until is not None and kept.term.until <= now:
                ended = msgspec.structs.replace(kept, token=b"")
                envelope = with_token(envelope, seat, ended)
    return envelope


def _until(hours: float | None, moment: Moment) -> float | None:
    return None if hours is None else round(moment.now + 3600 * hours, 3)
