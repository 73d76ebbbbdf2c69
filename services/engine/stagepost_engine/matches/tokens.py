"""Bearer tokens in the course of a match: changed, ended, run out. Only hashes are kept."""

from __future__ import annotations

from typing import Any

import msgspec

from stagepost_engine.matches.answering import noted
from stagepost_engine.matches.command import ChangeToken
from stagepost_engine.matches.decision import Decision, Moment
from stagepost_engine.matches.envelope import Envelope, TokenTerm, with_seats
from stagepost_engine.matches.live import Live


def token_changed(live: Live, command: ChangeToken, moment: Moment) -> Decision:
    """Put the new token in the place of the old one, which opens nothing from now on."""
    until = None if command.hours is None else round(moment.now + 3600 * command.hours, 3)
    term = TokenTerm(command.label, until)
    envelope = live.envelope
    if command.seat is None:
        envelope = msgspec.structs.replace(envelope, host_token=command.token, host_term=term)
    else:
        fields: dict[str, Any] = {"token": command.token, "term": term}
        envelope = with_seats(envelope, {command.seat: fields})
    live = live.with_envelope(envelope)
    return Decision(live, changed=True, answer=noted(live))


def with_tokens_at(envelope: Envelope, now: float) -> Envelope:
    """Return the envelope without the tokens that have run out."""
    gone = {seat.name: {"token": b""} for seat in envelope.seats if _is_over(seat.term, now)}
    if gone:
        envelope = with_seats(envelope, gone)
    if _is_over(envelope.host_term, now):
        envelope = msgspec.structs.replace(envelope, host_token=b"")
    return envelope


def _is_over(term: TokenTerm, now: float) -> bool:
    return term.until is not None and term.until <= now
