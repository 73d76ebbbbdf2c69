"""What the mailer and the operator's commands report of a match."""

from __future__ import annotations

from typing import Literal

import msgspec

from stagepost_contracts.api import Step
from stagepost_contracts.ids import MatchId, Seat


class LookTaken(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The operator looks at a mail to a seat that was put aside; `id` is this look's own.

    One that is `vouched` for is to count as the player's, by the operator's word.
    """

    id: str
    match: MatchId
    seat: Seat
    intake: str
    vouched: bool = False


class MailReturned(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The mail of a step to a seat, or to its deputy, came back; `id` names the report of it."""

    id: str
    match: MatchId
    seat: Seat
    tenure: Step
    step: Step
    deputy: Step = 0


class Noted(msgspec.Struct, frozen=True):
    """The match has taken note."""

    match: MatchId


class ReminderReady(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A reminder of a deadline is about to be handed to the mail host."""

    match: MatchId
    seat: Seat
    tenure: Step
    step: Step
    deadline: float


class ReminderJudged(msgspec.Struct, frozen=True):
    """Whether it is still true: sent now, later (the seat wants quiet), or never."""

    send: Literal["now", "later", "never"]
