"""What the engine answers to a reply: how each line was read, what is sealed, what is wrong."""

from __future__ import annotations

from typing import Literal

import msgspec

from stagepost_contracts.errors import ProblemCode
from stagepost_contracts.forms import OrderForm
from stagepost_contracts.ids import MatchId, Seat
from stagepost_contracts.notices import Ask, Offered
from stagepost_contracts.sheets import Sheet
from stagepost_contracts.texts import Text


class Reading(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a reply and how it was read; `as_line` is empty for prose."""

    line: str
    kind: Literal["order", "standing", "command", "prose"]
    as_line: str = ""


class Fault(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a reply changed nothing: a stable code, the sentence, and the line it is about."""

    code: ProblemCode
    text: Text
    line: str = ""


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The engine's answer to one reply or submit; made once and kept under its idempotency key.

    `commitment` is SHA-256 of the sealed move and its nonce, in hex. `resolved` is True if
    the step closed with it. `told` are the lines that a command answers, `sheet` the position
    or the rules where a command asked for them, `help` all that can be written at any time.
    """

    match: MatchId
    game: Text
    seat: Seat
    step: int
    readings: tuple[Reading, ...] = ()
    sealed: tuple[str, ...] = ()
    standing: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()
    unchanged: bool = False
    late: bool = False
    commitment: str = ""
    resolved: bool = False
    told: tuple[Text, ...] = ()
    offers: tuple[Offered, ...] = ()
    fault: Fault | None = None
    ask: Ask | None = None
    sheet: Sheet | None = None
    help: tuple[OrderForm, ...] = ()
