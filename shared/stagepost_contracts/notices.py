"""What the engine asks the mailer to tell one reader, already cut to that reader."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from stagepost_contracts.forms import OrderForm
from stagepost_contracts.ids import MatchId, Seat
from stagepost_contracts.sheets import Sheet
from stagepost_contracts.texts import Text


class Ask(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat must decide now.

    `default` is what is played if nothing comes, as lines. Times are seconds since 1970 UTC.
    `sealed` lines are what this seat has already sealed for the step.
    """

    phase: Text
    question: Text
    forms: tuple[OrderForm, ...]
    default: tuple[str, ...]
    deadline: float | None = None
    grace_until: float | None = None
    standing: tuple[OrderForm, ...] = ()
    examples: tuple[str, ...] = ()
    sealed: tuple[str, ...] = ()
    standing_now: tuple[str, ...] = ()


class Offered(msgspec.Struct, frozen=True, omit_defaults=True):
    """An open offer as one of its two sides sees it."""

    deal: str
    by: Seat
    to: Seat
    line: str
    ends: Text


class Position(msgspec.Struct, frozen=True):
    """The attachment `position.json` of a prompt: what a program needs to decide.

    `forms` are those of the first order; one that is offered 0 times may come later in the move,
    and its `meaning` says why not at first.
    """

    game: str
    match: MatchId
    seat: Seat
    step: int
    phase: str
    view: msgspec.Raw
    forms: tuple[OrderForm, ...]


class Prompt(msgspec.Struct, frozen=True, tag="prompt", tag_field="type", omit_defaults=True):
    """The seat is asked, and told the news since its last mail.

    `position` is the reader's view and the forms, for a player that is a program. `table` says
    what the players have voted for, and who keeps the step open.
    """

    ask: Ask
    news: tuple[Text, ...]
    sheet: Sheet
    offers: tuple[Offered, ...] = ()
    commands: tuple[OrderForm, ...] = ()
    position: Position | None = None
    table: tuple[Text, ...] = ()


class Report(msgspec.Struct, frozen=True, tag="report", tag_field="type", omit_defaults=True):
    """News for a seat that is not asked anew; `table` as in a prompt.

    `deadline` is that of the step, for all that are waited for; None where the clock stands.
    """

    news: tuple[Text, ...]
    sheet: Sheet
    waiting_for: tuple[Seat, ...] = ()
    offers: tuple[Offered, ...] = ()
    commands: tuple[OrderForm, ...] = ()
    table: tuple[Text, ...] = ()
    deadline: float | None = None


class Welcome(msgspec.Struct, frozen=True, tag="welcome", tag_field="type", omit_defaults=True):
    """A match was made and this seat is in it: the rules of time, the table, the seed's hash."""

    seats: tuple[Seat, ...]
    host: str
    seed_hash: str
    starts: float | None
    hours: float
    zone: str


class Ending(msgspec.Struct, frozen=True, tag="ending", tag_field="type", omit_defaults=True):
    """The match is over: who won, the seed, and how to check the record."""

    news: tuple[Text, ...]
    ranking: tuple[Text, ...]
    sheet: Sheet
    seed: str


class Reminder(msgspec.Struct, frozen=True, tag="reminder", tag_field="type", omit_defaults=True):
    """The deadline comes nearer and the seat has sealed nothing."""

    ask: Ask


class DeputyWelcome(
    msgspec.Struct, frozen=True, tag="deputy_welcome", tag_field="type", omit_defaults=True
):
    """Somebody may play for a seat as well: in which phases, until when, and what they may write.

    `until` is the last date of it, in `zone`, and `ends` the moment after that; without `phases`
    it is all of them. `ask` is what the seat is asked now, if that is for them to answer.
    """

    until: str
    zone: str
    ends: float
    sheet: Sheet
    phases: tuple[Text, ...] = ()
    ask: Ask | None = None
    commands: tuple[OrderForm, ...] = ()


class DeputyEnded(
    msgspec.Struct, frozen=True, tag="deputy_ended", tag_field="type", omit_defaults=True
):
    """Who was the deputy of a seat plays for it no more."""

    why: Text


class TokenTold(msgspec.Struct, frozen=True, tag="token", tag_field="type", omit_defaults=True):
    """A bearer token that the seat asked for.

    The token itself is not here: it waits for a while in a key of its own, named by `slot`, and
    `text` is filled in only where the mail is written. A `player`'s is for all their matches.
    """

    slot: str
    ends: float
    player: bool = False
    text: str = ""


class HookOff(msgspec.Struct, frozen=True, tag="webhook_off", tag_field="type"):
    """The seat's webhook is called no more, and why."""

    reason: Text


Body: TypeAlias = (
    Prompt
    | Report
    | Welcome
    | Ending
    | Reminder
    | DeputyWelcome
    | DeputyEnded
    | TokenTold
    | HookOff
)


class Notice(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing to tell one seat, or its deputy of that number.

    `cause` is the id of what made it. `key` is the stable key of the mail: the same key is
    the same mail, with the same Message-ID, however often it is relayed.
    """

    match: MatchId
    game: Text
    seat: Seat
    tenure: int
    step: int
    cause: str
    body: Body
    deputy: int = 0

    @property
    def kind(self) -> str:
        """The kind of mail: the body's tag."""
        return str(self.body.__struct_config__.tag)

    @property
    def key(self) -> str:
        """`match:seat:step:kind:cause`, and behind it a deputy's number."""
        told = cause_to(self.cause, self.deputy)
        return f"{self.match}:{self.seat}:{self.step}:{self.kind}:{told}"


def cause_to(cause: str, deputy: int) -> str:
    """Return the cause of a mail, told apart where it goes to a deputy."""
    return f"{cause}-deputy{deputy}" if deputy else cause
