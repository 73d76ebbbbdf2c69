"""UNSUBSCRIBE and SUBSCRIBE: no prompt, report or reminder, until the player wants them again."""

from __future__ import annotations

from typing import Any, Final

from stagepost_contracts.ids import Seat
from stagepost_contracts.reading import Spoken
from stagepost_contracts.texts import Text, say, say_many
from stagepost_engine.matches.decision import Moment
from stagepost_engine.matches.doing.done import Doer, Done
from stagepost_engine.matches.envelope import with_seats
from stagepost_engine.matches.live import Live

ENDED: Final = say(
    "No more mail of this match comes to you, but for answers to what you write and one mail when "
    "it is over. What is not answered in time is played by default."
)
BACK_AGAIN: Final = say("[SUBSCRIBE] brings the mails back; [LEAVE] gives up your seat.")
BEGUN: Final = say("Mail of this match comes to you again. This is how it stands.")


def unsubscribe(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Mail the seat nothing more of the house's own accord; its deadlines go on."""
    return Done(_marked(live, seat, True), (ENDED, *_vacancy(live), BACK_AGAIN))


def subscribe(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Mail it again; the answer shows what it has missed, and what it is asked."""
    fields: dict[str, Any] = {}
    if live.started:
        fields["sheet"] = live.game.sheet(live.game.view(live.state, seat))
    return Done(_marked(live, seat, False), (BEGUN,), fields=fields)


DOERS: Final[dict[str, Doer]] = {"unsubscribe": unsubscribe, "subscribe": subscribe}


def _marked(live: Live, seat: Seat, unsubscribed: bool) -> Live:
    return live.with_envelope(with_seats(live.envelope, {seat: {"unsubscribed": unsubscribed}}))


def _vacancy(live: Live) -> tuple[Text, ...]:
    most = live.envelope.policy.vacant_after
    if not most:
        return ()
    return (
        say_many(
            "After {count} such deadline in a row a stand-in plays on for your seat.",
            "After {count} such deadlines in a row a stand-in plays on for your seat.",
            count=most,
        ),
    )
